import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { type ReactNode, Suspense } from 'react'
import { lineState, lineWords } from '../../../domain/budget/spend-words.ts'
import { type CalendarDate, today as dayOf, formatLongDate, formatMonth } from '../../../domain/calendar.ts'
import { INVOICE_STATE_LABELS } from '../../../domain/invoices/invoice-state.ts'
import { formatMoney } from '../../../domain/money.ts'
import { trpc } from '../../api.ts'
import { CITY_TIME_ZONE } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { DownloadLink } from '../../ui/download-link.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Sections, usePreloadedSections } from '../../ui/sections.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { invoicedVisit } from '../invoices/slots.ts'
import classes from './line-dialog.module.css'
import type { ListedLine } from './year-budget.ts'

type Props = { line: ListedLine; today: CalendarDate; opened: boolean; onClose: () => void }

const IN_LINE = [invoicedVisit]

/** What an amount stands on: the visit with its photos, the invoice, the quote, and who decided. Product 3.5 */
export function LineDialog({ line, today, opened, onClose }: Props) {
  usePreloadedSections(IN_LINE)
  const { kind, day, amount, company_name } = line
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={lineWords(line)}
      lead={[company_name, kind === 'fee' ? formatMonth(day) : formatLongDate(day)]
        .filter(Boolean)
        .join(' · ')}
    >
      <p className={classes.amount}>{formatMoney(amount)}</p>
      {(kind === 'visit' || kind === 'start') && line.source !== null ? (
        <LoadedSource kind={kind} id={line.source} />
      ) : (
        <OtherLine line={line} today={today} />
      )}
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </DialogFoot>
    </FormDialog>
  )
}

/** A fee or an extra, which no quote was accepted for. */
function OtherLine({ line, today }: Pick<Props, 'line' | 'today'>) {
  const { kind, to_come, invoice_id, invoice_number } = line
  if (kind === 'fee')
    return (
      <>
        <p className={classes.text}>
          {to_come
            ? 'The service fee of this month is charged when the month begins.'
            : 'The service fee of the portal for this month.'}
        </p>
        <div>
          <ButtonLink to="/home/payments" variant="default">
            Payments
          </ButtonLink>
        </div>
      </>
    )
  return (
    <dl className={classes.facts}>
      <SourceFact label="An extra">Not agreed before, and approved with the invoice.</SourceFact>
      <SourceFact label="Invoice">
        {invoice_number ?? lineState(line, today)}
        {invoice_id && invoice_number && <InvoiceLinks id={invoice_id} number={invoice_number} />}
      </SourceFact>
    </dl>
  )
}

function LoadedSource({ kind, id }: { kind: 'visit' | 'start'; id: string }) {
  const source = useQuery(trpc.budget.source.queryOptions({ kind, id }))
  if (source.data) return <SourceFacts source={source.data} />
  if (!source.isError) return <RowSkeletons count={4} label="Loading what it stands on…" />
  return (
    <LoadFailed
      reason={`What it stands on could not be loaded. ${reasonOf(source.error)}`}
      onRetry={() => source.refetch()}
      busy={source.isFetching}
    />
  )
}

const VISIT_STATES = {
  confirmed: 'Booked',
  completed: 'Finished',
  cancelled: 'Cancelled',
  missed: 'Missed',
  disputed: 'Disputed',
} as const

function SourceFacts({ source }: { source: inferOutput<typeof trpc.budget.source> }) {
  const { service, company_name, visit, agreed, quote, invoice, compared_service } = source
  const { decided_at, decided_by, decision_reason } = source
  return (
    <dl className={classes.facts}>
      {visit && (
        <SourceFact label="Visit">
          {VISIT_STATES[visit.status]}, {formatLongDate(visit.scheduled_date)}
          <span className={classes.links}>
            <Suspense fallback={null}>
              <Sections slot={invoicedVisit} props={{ visit: { ...visit, name: service, company_name } }} />
            </Suspense>
          </span>
        </SourceFact>
      )}
      <SourceFact label="Invoice">
        {invoice ? (
          <>
            {invoice.number} of {formatLongDate(invoice.date)}: {formatMoney(invoice.amount)}
            {invoice.tax > 0 && ` and ${formatMoney(invoice.tax)} of its tax`},{' '}
            {INVOICE_STATE_LABELS[invoice.state].toLowerCase()}
            <InvoiceLinks id={invoice.id} number={invoice.number} />
          </>
        ) : (
          `Not invoiced yet: ${formatMoney(agreed)} as agreed`
        )}
      </SourceFact>
      <SourceFact label="Quote">
        {visit ? `${formatMoney(agreed)} a visit` : `${formatMoney(agreed)}, one-time price`} by{' '}
        {company_name}
        {quote.quotes > 1 &&
          `. It was one of ${quote.quotes} quotes, from ${formatMoney(quote.lowest)} to ${formatMoney(quote.highest)} a visit`}
        {compared_service !== null && (
          <span className={classes.links}>
            <ButtonLink
              to="/home/services/compare"
              search={{ service: compared_service }}
              variant="subtle"
              size="compact-sm"
              aria-label={`Quotes for ${service}`}
            >
              Quotes
            </ButtonLink>
          </span>
        )}
      </SourceFact>
      <SourceFact label="Decision">
        {decided_at === null
          ? 'Accepted'
          : `Accepted on ${formatLongDate(dayOf(new Date(decided_at), CITY_TIME_ZONE))}`}
        {decided_by !== null && ` by ${decided_by}`}
        {decision_reason !== null && `. The reason: ${decision_reason}`}
      </SourceFact>
    </dl>
  )
}

function InvoiceLinks({ id, number }: { id: string; number: string }) {
  return (
    <span className={classes.links}>
      <ButtonLink
        to="/home/payments"
        search={{ invoices: number }}
        variant="subtle"
        size="compact-sm"
        aria-label={`Vendor Invoices: ${number}`}
      >
        Vendor Invoices
      </ButtonLink>
      <DownloadLink path="/api/invoices/invoice.pdf" month={null} filter={{ id }} />
    </span>
  )
}

function SourceFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
