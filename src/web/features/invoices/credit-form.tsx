import { Button, Checkbox } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { CreditInvoice, creditSums, isKept } from '../../../domain/invoices/credit-note.ts'
import { lineText } from '../../../domain/invoices/invoice-sheet.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { formatMoney } from '../../../domain/money.ts'
import { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { CountedTextarea } from '../../forms/counted-textarea.tsx'
import { sendForm } from '../../forms/send-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { useIdOf } from '../../forms/use-id-of.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import formClasses from '../../ui/dialog-form.module.css'
import { notify } from '../../ui/notify.tsx'
import { INVOICE_MESSAGES } from './invoice-messages.ts'
import type { VendorInvoice } from './invoice-text.ts'
import classes from './sent-invoice.module.css'

type Props = { invoice: VendorInvoice; onBusy: (busy: boolean) => void; onBack: () => void }

const creditForm = CreditInvoice.pick({ lines: true, reason: true })

/** Credits lines of a sent invoice, each whole. Product 3.1 */
export function CreditForm({ invoice: { id: invoice_id, number, tax_rate, lines }, onBusy, onBack }: Props) {
  const { mutateAsync: credit } = useMutation(trpc.invoices.credit.mutationOptions())
  const kept = lines.filter(isKept)
  const name = `credit of invoice ${invoice_id}`
  const { idOf, forget } = useIdOf(name)
  const form = useForm({
    initialValues: { lines: kept.length === 1 ? kept.map(({ id }) => id) : [], reason: '' },
    validate: schemaResolver(creditForm, { sync: true }),
  })
  const dropDraft = useDraft(`${name} ${kept.length}`, form, { stays: true })
  const { sums, left } = creditSums(lines, tax_rate, new Set(form.values.lines))
  const onSubmit = sendForm(form, {
    send: async (typed) => {
      const note = { ...creditForm.parse(typed), total: sums.total }
      const agreed = await confirm({
        title: 'Create Credit Note',
        question: INVOICE_MESSAGES.confirmCredit(number, sums.total, left.total),
        action: 'Create Credit Note',
        danger: true,
      })
      if (!agreed) return
      // The same for a second try after a lost response.
      onBusy(true)
      await credit({ id: idOf(JSON.stringify(note)), invoice_id, ...note }).finally(() => onBusy(false))
      forget()
      dropDraft()
      onBack()
      notify.success(INVOICE_MESSAGES.credited(number, sums.total))
    },
    failed: INVOICE_MESSAGES.creditFailed,
    causes: ['invoice_credited'],
  })
  const formId = useId()
  const { error, ...chosen } = form.getInputProps('lines')
  return (
    <>
      <form
        id={formId}
        noValidate
        onSubmit={onSubmit}
        className={`${formClasses.form} ${classes.step}`}
        aria-label="Create Credit Note"
      >
        <Checkbox.Group
          label="Lines to credit"
          description="Each is credited whole. Its visit can be put on another invoice."
          {...chosen}
          id={`${formId}-lines`}
          error={error}
          data-path={undefined} // a group can't have the focus
        >
          <div className={classes.credited}>
            {kept.map((line, at) => (
              <Checkbox
                key={line.id}
                value={line.id}
                label={`${lineText({ ...line, day: line.scheduled_date }, cityToday())}, ${formatMoney(line.amount)}`}
                data-path={at === 0 ? 'lines' : undefined}
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? `${formId}-lines-error` : undefined}
              />
            ))}
          </div>
        </Checkbox.Group>
        <CountedTextarea
          label="Reason"
          placeholder="The building reads it."
          required
          withAsterisk={false}
          max={LIMITS.reason}
          {...form.getInputProps('reason')}
          value={form.values.reason}
        />
      </form>
      <DialogFoot
        message={
          <p className={classes.hint} aria-live="polite">
            Credits {formatMoney(sums.total)} with tax. {formatMoney(left.total)} is left.
          </p>
        }
      >
        <Button variant="default" onClick={onBack} disabled={form.submitting}>
          Back
        </Button>
        <Button type="submit" form={formId} color="red" loading={form.submitting}>
          Create Credit Note
        </Button>
      </DialogFoot>
    </>
  )
}
