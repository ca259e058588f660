import { Box, Button } from '@mantine/core'
import { IconMailbox, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { benchmarkText } from '../../../domain/quotes/benchmark.ts'
import {
  comparisonSheet,
  FILES,
  type SheetCell,
  type SheetColumn,
  standingText,
} from '../../../domain/quotes/comparison-sheet.ts'
import { QUOTE_MESSAGES } from '../../../domain/quotes/messages.ts'
import { isOpenQuote } from '../../../domain/quotes/quote.ts'
import { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { DownloadLink } from '../../ui/download-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { CardSkeletons } from '../../ui/skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './compare-page.module.css'
import { QuoteMark } from './quote-mark.tsx'
import type { Received } from './received-quote.tsx'
import { useMarkOpened } from './use-mark-opened.ts'

/** The quotes of one service, side by side. Product 2.5 */
export function ComparisonView({ serviceId }: { serviceId: string }) {
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
            <DownloadLink path="/api/quotes/comparison.pdf" month={null} filter={{ service: serviceId }} />
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

/** So many rows fit on a page of paper in usual letters. */
const LONG = 16

type QuoteColumn = SheetColumn<Received['quotes'][number]>

function ComparedQuotes({ received }: { received: Received }) {
  useMarkOpened(received)
  const { columns, rows } = comparisonSheet(received, received.quotes, cityToday())
  const notQuoting = received.given_up.map(({ company_name }) => company_name).join(', ')
  if (columns.length === 0)
    return (
      <>
        <EmptyState icon={<IconMailbox size={30} stroke={1.6} />}>{QUOTE_MESSAGES.none}</EmptyState>
        {notQuoting && <p className={classes.lead}>Not quoting: {notQuoting}.</p>}
      </>
    )
  return (
    <>
      <p className={classes.lead}>{QUOTE_MESSAGES.costsAre}</p>
      {received.benchmark && <p className={classes.lead}>{benchmarkText(received.benchmark)}</p>}
      {/* By keyboard, many quotes are scrolled with the arrows. */}
      <Box
        component="section"
        className={classes.scroll}
        data-long={rows.length > LONG || undefined}
        aria-label="Quotes side by side"
        tabIndex={0}
      >
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
                  <h2 className={classes.name}>
                    <Link to="/home/services/vendor" search={{ id: column.quote.vendor_id }}>
                      {column.quote.company_name}
                    </Link>
                  </h2>
                  <QuoteStanding received={received} column={column} />
                </div>
                <dl className={classes.cells}>
                  {rows.map(({ label, cell }) => (
                    <div key={label} className={classes.cell} data-none={cell(column) === null || undefined}>
                      <dt>{label}</dt>
                      <dd>
                        {label === FILES ? (
                          <FileLinks files={column.quote.files} />
                        ) : (
                          <CellText cell={cell(column)} />
                        )}
                      </dd>
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

function QuoteStanding({ received, column }: { received: Received; column: QuoteColumn }) {
  const { quote, costs } = column
  const text = standingText(received, column, cityToday())
  if (text === null) return null
  if (quote.status === 'accepted') return <StatusBadge tone="green">{text}</StatusBadge>
  if (!isOpenQuote(received, quote)) return <StatusBadge tone="neutral">{text}</StatusBadge>
  return costs.mark ? (
    <QuoteMark mark={costs.mark} leftOut={costs.left_out} />
  ) : (
    <StatusBadge tone="amber">{text}</StatusBadge>
  )
}

function CellText({ cell }: { cell: SheetCell }) {
  if (cell === null) return '—'
  const { text, tone } = cell
  if (tone === 'plain') return text
  return tone === 'strong' ? <b>{text}</b> : <strong className={classes.missing}>{text}</strong>
}

function FileLinks({ files }: { files: QuoteColumn['quote']['files'] }) {
  if (files.length === 0) return '—'
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
