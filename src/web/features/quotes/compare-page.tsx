import { Box, Button } from '@mantine/core'
import { IconMailbox, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { CSSProperties, ReactNode } from 'react'
import { z } from 'zod'
import { formatShortDate } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import { type ComparedQuote, compareQuotes } from '../../../domain/quotes/comparison.ts'
import { QUOTE_MESSAGES } from '../../../domain/quotes/messages.ts'
import { isOpenQuote } from '../../../domain/quotes/quote.ts'
import { isExpired, optionsOf } from '../../../domain/quotes/terms.ts'
import { scopeLineText } from '../../../domain/services/scope.ts'
import { id } from '../../../domain/text.ts'
import { availabilityText } from '../../../domain/visits/availability.ts'
import { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { DownloadLink } from '../../ui/download-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { CardSkeletons } from '../../ui/skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './compare-page.module.css'
import { DocumentsText } from './documents-text.tsx'
import { QuoteMark } from './quote-mark.tsx'
import type { Received } from './received-quote.tsx'
import { optionText } from './shown-terms.tsx'
import { useMarkOpened } from './use-mark-opened.ts'

const CompareAddress = z.object({ service: id.nullable().catch(null) })

/** The quotes of a service side by side, for its building's board: on a screen, on paper, as CSV. Product 2.5 */
export function ComparePage() {
  const search = useLocation({ select: (location) => location.search })
  const { service } = CompareAddress.parse(search)
  return (
    <Page>{service === null ? <NothingToCompare /> : <Comparison key={service} serviceId={service} />}</Page>
  )
}

function NothingToCompare() {
  return (
    <>
      <PageHeader title="Compare Quotes" />
      <EmptyState
        icon={<IconMailbox size={30} stroke={1.6} />}
        title="No service chosen"
        action={<ButtonLink to="/home/services">Your services</ButtonLink>}
      >
        Open a service that waits for a decision, and choose Compare Quotes there.
      </EmptyState>
    </>
  )
}

function Comparison({ serviceId }: { serviceId: string }) {
  const received = useQuery(trpc.quotes.received.queryOptions({ building_service_id: serviceId }))
  const name = received.data?.name
  return (
    <>
      <PageHeader
        eyebrow="Compare Quotes"
        title={name ?? 'Compare Quotes'}
        action={
          <div className={classes.actions}>
            <Button
              variant="default"
              leftSection={<IconPrinter size={18} stroke={1.8} aria-hidden />}
              onClick={() => print()}
            >
              Print
            </Button>
            <DownloadLink path="/api/quotes/comparison.csv" month={null} filter={{ service: serviceId }} />
          </div>
        }
      />
      {received.data ? (
        <ComparedQuotes received={received.data} />
      ) : received.isError ? (
        <LoadFailed
          reason={`The quotes could not be loaded. ${reasonOf(received.error)}`}
          onRetry={() => received.refetch()}
          busy={received.isFetching}
        />
      ) : (
        <CardSkeletons label="Loading the quotes…" />
      )}
    </>
  )
}

type QuoteColumn = { quote: Received['quotes'][number]; costs: ComparedQuote }
type CostRow = { label: string; cell: (column: QuoteColumn) => ReactNode }

function ComparedQuotes({ received }: { received: Received }) {
  useMarkOpened(received)
  const today = cityToday()
  const quotes = new Map(received.quotes.map((quote) => [quote.id, quote]))
  const columns = compareQuotes(received, received.quotes, today).flatMap((costs): QuoteColumn[] => {
    const quote = quotes.get(costs.id)
    return quote ? [{ quote, costs }] : []
  })
  const notQuoting = received.given_up.map(({ company_name }) => company_name).join(', ')
  if (columns.length === 0)
    return (
      <>
        <EmptyState icon={<IconMailbox size={30} stroke={1.6} />}>{QUOTE_MESSAGES.none}</EmptyState>
        {notQuoting && <p className={classes.lead}>Not quoting: {notQuoting}.</p>}
      </>
    )
  const rows = costRows(received).filter(({ cell }) => columns.some((column) => cell(column)))
  return (
    <>
      <p className={classes.lead}>
        All costs are for what was asked for, by the visits that would be booked. The cheapest first year
        comes first.
      </p>
      {/* By keyboard, many quotes are scrolled with the arrows. */}
      <Box component="section" className={classes.scroll} aria-label="Quotes side by side" tabIndex={0}>
        <div
          className={classes.table}
          style={{ '--quotes': columns.length, '--rows': rows.length + 1 } as CSSProperties}
        >
          <div className={classes.labels} aria-hidden>
            <span />
            {rows.map(({ label }) => (
              <span key={label}>{label}</span>
            ))}
          </div>
          <ul className={classes.quotes} aria-label="Quotes">
            {columns.map((column) => (
              <li key={column.quote.id} className={classes.quote} data-mark={column.costs.mark ?? undefined}>
                <div className={classes.head}>
                  <h2 className={classes.name}>{column.quote.company_name}</h2>
                  <QuoteStanding received={received} {...column} />
                </div>
                <dl className={classes.cells}>
                  {rows.map(({ label, cell }) => (
                    <div key={label} className={classes.cell}>
                      <dt>{label}</dt>
                      <dd>{cell(column) || '—'}</dd>
                    </div>
                  ))}
                </dl>
              </li>
            ))}
          </ul>
        </div>
      </Box>
      {notQuoting && <p className={classes.lead}>Not quoting: {notQuoting}.</p>}
      <p className={classes.back}>
        <ButtonLink to="/home/services">Your services</ButtonLink>
      </p>
    </>
  )
}

function QuoteStanding({ received, quote, costs }: QuoteColumn & { received: Received }) {
  if (quote.status === 'accepted') return <StatusBadge tone="green">Accepted</StatusBadge>
  if (!isOpenQuote(received, quote)) return <StatusBadge tone="neutral">Not chosen</StatusBadge>
  if (quote.for_earlier_request)
    return <StatusBadge tone="amber">{QUOTE_MESSAGES.forEarlierRequest}</StatusBadge>
  if (isExpired(quote, cityToday())) return <StatusBadge tone="amber">No longer holds</StatusBadge>
  return costs.mark && <QuoteMark mark={costs.mark} leftOut={costs.left_out} />
}

const money = (cents: number | null) => cents !== null && formatMoney(cents)

function costRows(received: Received): CostRow[] {
  const { scope, service_type } = received
  const today = cityToday()
  const recurring = service_type === 'recurring'
  return [
    { label: 'A visit', cell: ({ costs }) => <b>{formatMoney(costs.visit)}</b> },
    ...(recurring
      ? [
          { label: 'A month, on average', cell: ({ costs }: QuoteColumn) => money(costs.month) },
          { label: 'A year', cell: ({ costs }: QuoteColumn) => money(costs.year) },
        ]
      : []),
    { label: 'One-time price', cell: ({ quote }) => money(quote.start_price) },
    {
      label: recurring ? 'First year' : 'In all',
      cell: ({ costs }) =>
        costs.first_year === null ? 'No day suits both' : <b>{formatMoney(costs.first_year)}</b>,
    },
    { label: recurring ? 'A year for each unit' : 'For each unit', cell: ({ costs }) => money(costs.unit) },
    {
      label: 'Visits left out',
      cell: ({ costs }) => costs.visits_left_out > 0 && `${costs.visits_left_out}: no day suits both`,
    },
    ...scope.map(
      (line): CostRow => ({
        label: scopeLineText(line),
        cell: ({ quote }) => <LineCell quote={quote} lineKey={line.key} />,
      }),
    ),
    {
      label: 'Optional extras',
      cell: ({ quote }) =>
        optionsOf(quote, scope)
          .filter(({ asked }) => !asked)
          .map(optionText)
          .join('; '),
    },
    {
      label: 'Documents',
      cell: ({ quote }) =>
        quote.requirements &&
        isOpenQuote(received, quote) && <DocumentsText service={received} quote={quote} />,
    },
    { label: 'Days and arrival', cell: ({ quote }) => availabilityText(quote) },
    {
      label: 'Valid until',
      cell: ({ quote }) => quote.valid_until && formatShortDate(quote.valid_until, today),
    },
    { label: 'Note', cell: ({ quote }) => quote.note },
    { label: 'Files', cell: ({ quote }) => quote.files.length > 0 && <FileLinks files={quote.files} /> },
  ]
}

function FileLinks({ files }: { files: QuoteColumn['quote']['files'] }) {
  return (
    <ul className={classes.files}>
      {files.map(({ id, file_name, url }) => (
        <li key={id}>
          <a href={url} target="_blank" rel="noreferrer">
            {file_name}
          </a>
        </li>
      ))}
    </ul>
  )
}

function LineCell({ quote, lineKey }: { quote: QuoteColumn['quote']; lineKey: string }) {
  const line = quote.lines.find(({ key }) => key === lineKey)
  if (!line) return 'Price only'
  if (line.price !== null) return `Included, for ${formatMoney(line.price)} of it`
  return line.offer === 'included' ? 'Included' : <strong className={classes.missing}>Not included</strong>
}
