import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatLongDate, today } from '../../../domain/calendar.ts'
import { isKept } from '../../../domain/invoices/credit-note.ts'
import { INVOICE_STATE_LABELS, lineNotes, lineText, sumRows } from '../../../domain/invoices/invoice-sheet.ts'
import { formatMoney } from '../../../domain/money.ts'
import { CITY_TIME_ZONE, cityToday } from '../../city.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { DownloadLink } from '../../ui/download-link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { INVOICE_TONES, type VendorInvoice } from './invoice-text.ts'
import { InvoiceThread } from './invoice-thread.tsx'
import classes from './sent-invoice.module.css'

type Props = {
  invoice: VendorInvoice
  onClose: () => void
  /** What is to be decided about it. */
  children?: ReactNode
}

/** An invoice that was sent: it stays as it is. Product 3.1 */
export function SentInvoice({ invoice, onClose, children }: Props) {
  const { state, date, due_date, sent_at, note, lines, payments, credits } = invoice
  return (
    <>
      <dl className={classes.facts}>
        <div>
          <dt>Status</dt>
          <dd>
            <StatusBadge tone={INVOICE_TONES[state]}>{INVOICE_STATE_LABELS[state]}</StatusBadge>
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
          <li key={line.id} data-out={!isKept(line) || undefined}>
            <span className={classes.what}>
              {lineText({ ...line, day: line.scheduled_date }, cityToday())}
              {lineNotes(line).map((note) => (
                <small key={note}>{note}</small>
              ))}
            </span>
            <span className={classes.amount}>{formatMoney(line.amount)}</span>
          </li>
        ))}
      </ul>
      <dl className={classes.sums} aria-label="Sums">
        {sumRows(invoice).map(({ label, amount, isTotal }) => (
          <div key={label} data-total={isTotal || undefined}>
            <dt>{label}</dt>
            <dd>{formatMoney(amount)}</dd>
          </div>
        ))}
      </dl>
      {payments.length > 0 && (
        <ul className={classes.payments} aria-label="Payments">
          {payments.map(({ id, date, amount, method, reference }) => (
            <li key={id}>
              {formatMoney(amount)} on {formatLongDate(date)}, {method}
              {reference && `, ${reference}`}
            </li>
          ))}
        </ul>
      )}
      {credits.length > 0 && (
        <ul className={classes.payments} aria-label="Credit notes">
          {credits.map(({ id, number, date, reason, total }) => (
            <li key={id}>
              <a href={`/api/invoices/credit-note.pdf?id=${id}`} download>
                Credit note {number}
              </a>
              , {formatMoney(total)} on {formatLongDate(date)}: {reason}
            </li>
          ))}
        </ul>
      )}
      {note && <p className={classes.note}>{note}</p>}
      <div className={classes.download}>
        <DownloadLink path="/api/invoices/invoice.pdf" month={null} filter={{ id: invoice.id }} />
      </div>
      {invoice.messages.length > 0 && <InvoiceThread invoice={invoice} />}
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
