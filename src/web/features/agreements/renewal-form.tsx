import { Button, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { latestRenewal, RENEWAL_MESSAGES, renewalForm } from '../../../domain/agreements/renewal.ts'
import { addDays } from '../../../domain/calendar.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { formatMoney, priceText } from '../../../domain/money.ts'
import { trpc } from '../../api.ts'
import { CountedTextarea } from '../../forms/counted-textarea.tsx'
import { sendForm } from '../../forms/send-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { refreshAfter } from '../../refresh.ts'
import formClasses from '../../ui/dialog-form.module.css'
import { notify } from '../../ui/notify.tsx'
import classes from './agreement-section.module.css'
import type { ShownAgreement } from './shown-agreement.ts'

type Props = {
  quoteId: string
  otherSide: string
  endsOn: string
  /** The offer that this one answers or replaces, which stands above it. */
  open: ShownAgreement['open']
  /** In cents: the one that is sent where it is fixed, otherwise the one to begin with. */
  price: number
  fixed: boolean
  onDone: () => void
}

/** An offer to go on: until when, at the present price or another one, with a note. Product 2.9 */
export function RenewalForm({ quoteId, otherSide, endsOn, open, price, fixed, onDone }: Props) {
  const schema = renewalForm(endsOn)
  const { mutateAsync } = useMutation(trpc.agreements.offer.mutationOptions())
  const form = useForm({
    initialValues: { until_date: latestRenewal(endsOn), price: priceText(price), note: '' },
    validate: schemaResolver(schema, { sync: true }),
  })
  const dropDraft = useDraft(
    `${fixed ? 'renewal' : 'new price'} ${quoteId} ${endsOn} ${priceText(price)}`,
    form,
    { stays: true },
  )
  const busy = form.submitting
  const onSubmit = sendForm(form, {
    send: async (values) => {
      const offer = schema.parse(values)
      const { visits } = await mutateAsync({
        id: quoteId,
        ends_on: endsOn,
        instead_of: open?.id ?? null,
        ...offer,
      })
      dropDraft()
      // The choices that follow are of the new offer.
      await refreshAfter('renewal_offered', 'renewal_agreed')
      onDone()
      notify.success(visits > 0 ? RENEWAL_MESSAGES.agreed(visits) : RENEWAL_MESSAGES.offered(otherSide))
    },
    failed: RENEWAL_MESSAGES.failed,
    causes: ['renewal_offered', 'renewal_agreed'],
  })
  return (
    <form noValidate onSubmit={onSubmit} className={formClasses.form}>
      <div className={formClasses.pair}>
        <TextInput
          type="date"
          label="Goes on until"
          required
          withAsterisk={false}
          min={addDays(endsOn, 1)}
          max={latestRenewal(endsOn)}
          {...form.getInputProps('until_date')}
        />
        {!fixed ? (
          <TextInput
            label="Price per Visit"
            leftSection="$"
            inputMode="decimal"
            autoComplete="off"
            {...form.getInputProps('price')}
          />
        ) : (
          <p className={classes.text}>At the present price: {formatMoney(price)} a visit.</p>
        )}
      </div>
      <CountedTextarea
        label="Note"
        description="Optional"
        rows={2}
        max={LIMITS.reason}
        {...form.getInputProps('note')}
        value={form.values.note}
      />
      <div className={classes.actions}>
        <Button type="submit" loading={busy}>
          Send Offer
        </Button>
        <Button variant="default" onClick={onDone} disabled={busy}>
          Go back
        </Button>
      </div>
    </form>
  )
}
