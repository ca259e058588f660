import { Button, Radio } from '@mantine/core'
import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { formatLongDate } from '../../../domain/calendar.ts'
import { approvedSums, matchesInFull, matchOf } from '../../../domain/invoices/approval.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { formatMoney } from '../../../domain/money.ts'
import { trpc } from '../../api.ts'
import { CountedTextarea } from '../../forms/counted-textarea.tsx'
import { sendForm } from '../../forms/send-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { notify } from '../../ui/notify.tsx'
import { INVOICE_MESSAGES } from './invoice-messages.ts'
import type { VendorInvoice } from './invoice-text.ts'
import { refusedOf, reviewForm, type TypedReview, typedReview } from './review-values.ts'
import classes from './sent-invoice.module.css'

type Props = { invoice: VendorInvoice; onDispute: () => void; onClose: () => void }

/** The decision about a sent invoice: one tap if it matches in full; extras are approved or refused one by one. Product 3.2 */
export function ReviewInvoice({ invoice, onDispute, onClose }: Props) {
  const { id, number, status, lines, tax_rate } = invoice
  const asked = invoice.total - invoice.credited
  const { mutateAsync: approve } = useMutation(trpc.invoices.approve.mutationOptions())
  const form = useForm({
    initialValues: typedReview(lines),
    validate: schemaResolver(reviewForm, { sync: true }),
  })
  const dropDraft = useDraft(`review ${id} ${form.values.extras.length}`, form, { stays: true })
  // Outside the form, the foot stays in sight below a long invoice.
  const formId = useId()
  const disputed = lines.find((line) => matchOf(line) === 'disputed')
  const out = new Set([
    ...refusedOf(form.values).map((line) => line.id),
    ...lines.filter((line) => matchOf(line) === 'not_charged').map((line) => line.id),
  ])
  const approved = approvedSums(lines, tax_rate, out).total
  const onSubmit = sendForm(form, {
    send: async (typed) => {
      await approve({ id, refused: refusedOf(typed), approved })
      dropDraft()
      onClose()
      notify.success(
        approved > 0 ? INVOICE_MESSAGES.approved(number, approved) : INVOICE_MESSAGES.refused(number),
      )
    },
    failed: INVOICE_MESSAGES.approveFailed,
    causes: ['invoice_decided'],
  })
  if (disputed)
    return (
      <>
        <p className={classes.note}>
          {disputed.scheduled_date === null
            ? 'The visit that pays the one-time price is disputed.'
            : `The visit on ${formatLongDate(disputed.scheduled_date)} is disputed.`}{' '}
          Once that is settled, this invoice can be approved.
        </p>
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </DialogFoot>
      </>
    )
  return (
    <>
      <form id={formId} noValidate onSubmit={onSubmit} aria-label="Your decision">
        {matchesInFull(lines) ? (
          <p className={classes.match}>
            Everything matches: each line is a finished visit or a one-time price, at most at what was agreed.
          </p>
        ) : (
          lines
            .filter((line) => matchOf(line) === 'open')
            .map((line, at) => <ExtraDecision key={line.id} form={form} at={at} line={line} />)
        )}
      </form>
      <DialogFoot>
        <Button variant="default" onClick={onClose} disabled={form.submitting}>
          Close
        </Button>
        {status === 'sent' && (
          <Button variant="default" onClick={onDispute} disabled={form.submitting}>
            Dispute
          </Button>
        )}
        <Button type="submit" form={formId} loading={form.submitting}>
          {approved === 0 ? 'Refuse Invoice' : `Approve ${formatMoney(approved)}`}
          {approved > 0 && approved < asked && ` of ${formatMoney(asked)}`}
        </Button>
      </DialogFoot>
    </>
  )
}

type ExtraProps = {
  form: UseFormReturnType<TypedReview>
  at: number
  line: { description: string | null; amount: number }
}

function ExtraDecision({ form, at, line: { description, amount } }: ExtraProps) {
  const refused = form.values.extras[at]?.choice === 'refuse'
  const path = `extras.${at}.choice`
  const { error, ...choice } = form.getInputProps(path)
  const id = useId()
  return (
    <div className={classes.decision}>
      <Radio.Group
        label={`${description}, ${formatMoney(amount)}`}
        description="An extra, not agreed before"
        {...choice}
        id={id}
        error={error}
        data-path={undefined} // a group can't have the focus
      >
        <div className={classes.choices}>
          <Radio
            value="approve"
            label="Approve"
            data-path={path}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
          />
          <Radio value="refuse" label="Refuse" />
        </div>
      </Radio.Group>
      {refused && (
        <CountedTextarea
          label={`Reason for refusing “${description}”`}
          placeholder="The vendor reads it."
          required
          withAsterisk={false}
          max={LIMITS.reason}
          {...form.getInputProps(`extras.${at}.reason`)}
          value={form.values.extras[at]?.reason ?? ''}
        />
      )}
    </div>
  )
}
