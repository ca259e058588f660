import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatLongDate, today } from '../../../domain/calendar.ts'
import { taxRateText } from '../../../domain/invoices/invoice-amounts.ts'
import { formatMoney } from '../../../domain/money.ts'
import { CITY_TIME_ZONE, cityToday } from '../../city.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { INVOICE_BADGES, type VendorInvoice } from './invoice-text.ts'
import { lineText } from './invoice-values.ts'
import classes from './sent-invoice.module.css'

type Props = {
  invoice: VendorInvoice
  onClose: () => void
  /** What is to be decided about it. */
  children?: ReactNode
}

/** An invoice that was sent: it stays as it is. Product 3.1 */
export function SentInvoice({ invoice, onClose, children }: Props) {
  const { state, date, due_date, sent_at, note, lines, subtotal, tax_rate, tax, total, approved, paid } =
    invoice
  const { label, tone } = INVOICE_BADGES[state]
  return (
    <>
      <dl className={classes.facts}>
        <div>
          <dt>Status</dt>
          <dd>
            <StatusBadge tone={tone}>{label}</StatusBadge>
          </dd>
        </div>
        <div>
          <dt>Date</dt>
          <dd>{formatLongDate(date)}</dd>
        </div>
        <div>
          <dt>Due</dt>
          <dd>{formatLongDate(due_date)}</dd>
        </div>
        {sent_at && (
          <div>
            <dt>Sent</dt>
            <dd>{formatLongDate(today(new Date(sent_at), CITY_TIME_ZONE))}</dd>
          </div>
        )}
      </dl>
      <ul className={classes.lines} aria-label="Lines of the invoice">
        {lines.map((line) => (
          <li key={line.id}>
            <span className={classes.what}>
              {line.description ?? lineText({ ...line, day: line.scheduled_date }, cityToday())}
              {line.kind === 'extra' && <small>An extra, not agreed before</small>}
              {line.visit_status === 'disputed' && <small>The visit is disputed</small>}
              {line.refused_reason && <small>Not paid: {line.refused_reason}</small>}
            </span>
            <span className={classes.amount}>{formatMoney(line.amount)}</span>
          </li>
        ))}
      </ul>
      <dl className={classes.sums} aria-label="Sums">
        <div>
          <dt>Subtotal</dt>
          <dd>{formatMoney(subtotal)}</dd>
        </div>
        <div>
          <dt>Tax, {taxRateText(tax_rate)}</dt>
          <dd>{formatMoney(tax)}</dd>
        </div>
        <div data-total>
          <dt>Total</dt>
          <dd>{formatMoney(total)}</dd>
        </div>
        {approved !== null && (
          <div data-total>
            <dt>Approved</dt>
            <dd>{formatMoney(approved)}</dd>
          </div>
        )}
        {paid > 0 && (
          <div>
            <dt>Paid</dt>
            <dd>{formatMoney(paid)}</dd>
          </div>
        )}
      </dl>
      {note && <p className={classes.note}>{note}</p>}
      {children || (
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </DialogFoot>
      )}
    </>
  )
}
