import { Button } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { formatLongDate, today } from '../../../domain/calendar.ts'
import { isKept } from '../../../domain/invoices/credit-note.ts'
import { decisionText, lineNotes, lineText, sumRows } from '../../../domain/invoices/invoice-sheet.ts'
import { INVOICE_STATE_LABELS } from '../../../domain/invoices/invoice-state.ts'
import { overdueText } from '../../../domain/invoices/overdue.ts'
import { formatMoney } from '../../../domain/money.ts'
import { CITY_TIME_ZONE, cityToday } from '../../city.ts'
import { useViewer } from '../../session/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { DownloadLink } from '../../ui/download-link.tsx'
import { Sections, usePreloadedSections } from '../../ui/sections.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { InvoiceFiles } from './invoice-files.tsx'
import { InvoicePayments } from './invoice-payments.tsx'
import { INVOICE_TONES, type VendorInvoice } from './invoice-text.ts'
import { InvoiceThread } from './invoice-thread.tsx'
import classes from './sent-invoice.module.css'
import { besidePayment, invoicedVisit } from './slots.ts'

type Props = {
  invoice: VendorInvoice
  onClose: () => void
  /** What is to be decided about it. */
  children?: ReactNode
}

const INSIDE = [invoicedVisit, besidePayment]

/** An invoice that was sent: it stays as it is. Product 3.1 */
export function SentInvoice({ invoice, onClose, children }: Props) {
  usePreloadedSections(INSIDE)
  const overdue = overdueText(invoice, cityToday())
  const decision = decisionText(invoice)
  const { decided_at } = invoice
  const { state, date, due_date, sent_at, note, lines, credits } = invoice
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
          <dd>
            {formatLongDate(due_date)}
            {overdue && <strong className={classes.overdue}>{overdue}</strong>}
          </dd>
        </div>
        {sent_at && (
          <div>
            <dt>Sent</dt>
            <dd>{formatLongDate(today(new Date(sent_at), CITY_TIME_ZONE))}</dd>
          </div>
        )}
        {decision && decided_at && (
          <div>
            <dt>{decision.label}</dt>
            <dd>
              {formatLongDate(today(new Date(decided_at), CITY_TIME_ZONE))}
              {decision.by && <span className={classes.by}>by {decision.by}</span>}
            </dd>
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
              <LineSources line={line} company_name={invoice.company_name} />
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
      <InvoicePayments invoice={invoice} />
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
      <InvoiceFiles invoice={invoice} open={false} />
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

type SourceProps = { line: VendorInvoice['lines'][number]; company_name: string }

/** What a line stands on: the proof of its visit, and for residents the quotes of its service. Product 3.2 */
function LineSources({ line, company_name }: SourceProps) {
  const isResident = useViewer()?.kind === 'resident'
  const { appointment_id: id, service, scheduled_date, scheduled_time, compared_service } = line
  const hasVisit = id !== null && service !== null && scheduled_date !== null && scheduled_time !== null
  const hasQuotes = isResident && compared_service !== null
  if (!hasVisit && !hasQuotes) return null
  return (
    <span className={classes.sources}>
      {hasVisit && (
        <Suspense fallback={null}>
          <Sections
            slot={invoicedVisit}
            props={{ visit: { id, name: service, company_name, scheduled_date, scheduled_time } }}
          />
        </Suspense>
      )}
      {hasQuotes && (
        <ButtonLink
          to="/home/services/compare"
          search={{ service: compared_service }}
          variant="subtle"
          size="compact-sm"
          aria-label={`Quotes for ${service}`}
        >
          Quotes
        </ButtonLink>
      )}
    </span>
  )
}
