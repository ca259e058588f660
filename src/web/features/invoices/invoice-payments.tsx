import { Suspense } from 'react'
import { formatLongDate } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import { paymentNotes } from '../../../domain/payments/payment-notes.ts'
import { may } from '../../../domain/viewer.ts'
import { useViewer } from '../../session/session.ts'
import { Sections } from '../../ui/sections.tsx'
import { PaymentFiles } from './invoice-files.tsx'
import type { VendorInvoice } from './invoice-text.ts'
import classes from './sent-invoice.module.css'
import { besidePayment } from './slots.ts'

/** What was paid of an invoice, with what proves it and what became of it. Product 3.3 */
export function InvoicePayments({ invoice }: { invoice: VendorInvoice }) {
  const decides = may(useViewer(), 'approve_invoices')
  // A server of the version before says nothing of what is held or goes back.
  const { payments, approved, paid, disputed = 0, returning = 0 } = invoice
  const payable = { kind: 'invoice' as const, owed: approved ?? 0, paid, disputed, returning }
  if (payments.length === 0) return null
  return (
    <ul className={classes.payments} aria-label="Payments">
      {payments.map((payment) => {
        const { id, amount, date, status, method, reference, files } = payment
        // Two of one day differ by how they were paid.
        const name = `${formatMoney(amount)} on ${formatLongDate(date)}, ${method}${reference ? `, ${reference}` : ''}`
        const isTakenBack = status === 'taken_back'
        return (
          <li key={id}>
            {isTakenBack ? <s>{name}</s> : name}
            {paymentNotes(payment).map((note) => (
              <p key={note} className={classes.paymentNote}>
                {note}
              </p>
            ))}
            <PaymentFiles payment={{ id, files }} name={name} open={decides && !isTakenBack} />
            <Suspense fallback={null}>
              <Sections slot={besidePayment} props={{ payment: { ...payment, name }, payable }} />
            </Suspense>
          </li>
        )
      })}
    </ul>
  )
}
