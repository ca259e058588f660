import { Button, Checkbox, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { AskMoreVendors, extendForm } from '../../../domain/services/deadline.ts'
import { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { fieldError, pairInputProps } from '../../forms/form-errors.ts'
import { ReasonForm } from '../../forms/reason-form.tsx'
import { sendForm } from '../../forms/send-form.ts'
import { DialogFoot, DialogNote } from '../../ui/dialog-foot.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { notify } from '../../ui/notify.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import classes from './request-form.module.css'
import { lateHint } from './request-values.ts'
import type { Service } from './service-card.tsx'

type Props = { service: Service; onBack: () => void; onDone: () => void }

/** More time for vendors to quote and for the building to decide. Product 2.2 */
export function MoreTime({ service, onBack, onDone }: Props) {
  const today = cityToday()
  const { mutateAsync: extend } = useMutation(trpc.services.extend.mutationOptions())
  const form = useForm({
    initialValues: { quotes_by: service.quotes_by ?? today, decide_by: service.decide_by ?? today },
    validate: schemaResolver(extendForm(service, today), { sync: true }),
  })
  const busy = form.submitting
  const preferred_start_date = service.preferred_start_date ?? ''
  const onSubmit = sendForm(form, {
    send: async (values) => {
      await extend({ id: service.id, ...values })
      onDone()
      notify.success('More time given. The vendors are told.')
    },
    failed: (reason) => `Failed to give more time: ${reason}`,
    causes: ['service_extended', 'request_extended'],
  })
  return (
    <form noValidate onSubmit={onSubmit} className={classes.form}>
      <div className={classes.dates}>
        <TextInput
          type="date"
          label="Quotes by"
          data-autofocus
          min={service.quotes_by ?? today}
          {...pairInputProps(form, 'quotes_by', 'decide_by')}
          error={fieldError('Quotes by', form.values.quotes_by, form.errors.quotes_by)}
        />
        <TextInput
          type="date"
          label="Decide by"
          min={form.values.quotes_by || today}
          description={lateHint('decide_by', { preferred_start_date, decide_by: form.values.decide_by })}
          {...pairInputProps(form, 'decide_by', 'quotes_by')}
          error={fieldError('Decide by', form.values.decide_by, form.errors.decide_by)}
        />
      </div>
      <DialogFoot>
        <DialogNote>Vendors that have not quoted yet get an email. Prices stay as they are.</DialogNote>
        <Button variant="default" onClick={onBack} disabled={busy}>
          Keep as it is
        </Button>
        <Button type="submit" loading={busy}>
          Give More Time
        </Button>
      </DialogFoot>
    </form>
  )
}

/** Asks vendors that were left out. Product 2.2 */
export function AskMore(props: Props) {
  const vendors = useQuery(trpc.services.leftOut.queryOptions({ id: props.service.id }))
  if (vendors.data) {
    if (vendors.data.length === 0)
      return <p className={classes.hint}>Every vendor that offers this service was asked already.</p>
    return <AskMoreForm {...props} vendors={vendors.data} />
  }
  if (!vendors.isError) return <RowSkeletons count={2} label="Loading the vendors…" />
  return (
    <LoadFailed
      reason={`The vendors could not be loaded. ${reasonOf(vendors.error)}`}
      onRetry={() => vendors.refetch()}
      busy={vendors.isFetching}
    />
  )
}

type LeftOut = { id: string; company_name: string; city: string }

function AskMoreForm({ service, vendors, onBack, onDone }: Props & { vendors: LeftOut[] }) {
  const { mutateAsync: askMore } = useMutation(trpc.services.askMore.mutationOptions())
  const form = useForm({
    initialValues: { id: service.id, vendor_ids: [] as string[] },
    validate: schemaResolver(AskMoreVendors, { sync: true }),
  })
  const busy = form.submitting
  const onSubmit = sendForm(form, {
    send: async (values) => {
      const { vendors: asked } = await askMore(values)
      onDone()
      notify.success(asked === 1 ? '1 more vendor was asked.' : `${asked} more vendors were asked.`)
    },
    failed: (reason) => `Failed to ask more vendors: ${reason}`,
    causes: ['vendors_added', 'quote_requested'],
  })
  return (
    <form noValidate onSubmit={onSubmit} className={classes.form}>
      <Checkbox.Group
        label="Vendors that were left out"
        value={form.values.vendor_ids}
        onChange={(vendor_ids) => form.setValues({ vendor_ids })}
        error={form.errors.vendor_ids}
      >
        <div className={classes.vendors}>
          {vendors.map(({ id, company_name, city }, index) => (
            <Checkbox
              key={id}
              value={id}
              label={`${company_name}, ${city}`}
              data-path={index === 0 ? 'vendor_ids' : undefined}
            />
          ))}
        </div>
      </Checkbox.Group>
      <DialogFoot>
        <DialogNote>They get the request as it is now, by email, too.</DialogNote>
        <Button variant="default" onClick={onBack} disabled={busy}>
          Keep as it is
        </Button>
        <Button type="submit" loading={busy}>
          Ask Vendors
        </Button>
      </DialogFoot>
    </form>
  )
}

/** Withdraws an open request, with a reason for its vendors. Product 2.2 */
export function WithdrawStep({ service, onBack, onDone }: Props) {
  const { mutateAsync: withdraw } = useMutation(trpc.services.withdraw.mutationOptions())
  const { id, name, vendors_asked: asked } = service
  return (
    <ReasonForm
      draft={`withdraw ${id}`}
      placeholder="Why do you no longer ask?"
      note={
        <>
          {asked
            ? `${asked === 1 ? 'The vendor reads' : `All ${asked} vendors read`} your reason, and the quotes are closed. `
            : ''}
          You can ask for {name} again.
        </>
      }
      keep="Keep Request"
      act="Withdraw Request"
      send={(reason) => withdraw({ id, reason })}
      done="Request withdrawn"
      failed={(reason) => `Failed to withdraw the request: ${reason}`}
      causes={['service_withdrawn', 'request_withdrawn']}
      onKeep={onBack}
      onDone={onDone}
    />
  )
}
