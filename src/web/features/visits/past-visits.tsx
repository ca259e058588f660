import { Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { Suspense } from 'react'
import { firstOfNextMonth, formatMonth } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import { pastMonths } from '../../../domain/month.ts'
import { costOf, hasProof, pastStatus } from '../../../domain/visits/past.ts'
import { visitTime } from '../../../domain/visits/visit-time.ts'
import type { VisitStatus } from '../../../domain/visits/visits.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { useViewer } from '../../session/session.ts'
import tableClasses from '../../ui/cards-table.module.css'
import { CardsTable } from '../../ui/cards-table.tsx'
import { DownloadLink } from '../../ui/download-link.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Pager } from '../../ui/pager.tsx'
import classes from '../../ui/past-section.module.css'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { Tone } from '../../ui/tone.ts'
import { useMonth } from '../../ui/use-month.ts'
import { ProofButton } from './proof-button.tsx'
import { useVisitFilter } from './use-visit-filter.ts'
import { VisitFilters } from './visit-filters.tsx'

// Loaded where there are months to choose.
const MonthChoice = lazyPart(() => import('../../ui/month-choice.tsx'), 'MonthChoice')

type PastVisitList = inferOutput<typeof trpc.visits.past>

const tones: Record<VisitStatus, Tone> = {
  completed: 'green',
  cancelled: 'red',
  confirmed: 'amber',
  missed: 'red',
  disputed: 'red',
}

/** A vendor's screen has another list with pages. */
const VENDOR_PAGE = 'past_page'

/** The visits of days gone by of a building or a vendor: of all months, services and buildings, or of those in the address. */
export function PastVisits() {
  const isVendor = useViewer()?.kind === 'vendor'
  const pageName = isVendor ? VENDOR_PAGE : 'page'
  const { month, page, go } = useMonth(pageName)
  const { filter, setFilter } = useVisitFilter({ page: pageName })
  const { service: service_type_id, building: building_id } = filter
  const past = useQuery(
    trpc.visits.past.queryOptions(
      { page, month, service_type_id, building_id },
      { placeholderData: keepPreviousData },
    ),
  )
  const { today, first_day, total = 0, page_size = 1 } = past.data ?? {}
  const hasAny = today !== undefined && Boolean(first_day) && (first_day ?? today) < today
  return (
    <section className={classes.section} aria-labelledby="past-visits">
      <div className={classes.head}>
        <Title order={2} id="past-visits">
          Past visits
        </Title>
        {hasAny && (
          <div className={classes.choice}>
            <VisitFilters filter={filter} onFilter={setFilter} withBuildings={isVendor} />
            <Suspense fallback={<div className={classes.month} />}>
              <MonthChoice
                label="Month of the visits"
                // This month has past days, too.
                months={pastMonths(first_day ?? today, firstOfNextMonth(today))}
                month={month}
                onMonth={(chosen) => go({ month: chosen, page: 1 })}
              />
            </Suspense>
            <DownloadLink
              path="/api/visits/past.csv"
              month={month}
              filter={{ service_type_id, building_id }}
            />
          </div>
        )}
      </div>
      {past.data ? (
        <>
          <VisitTable
            list={past.data}
            month={month}
            isVendor={isVendor}
            filtered={(service_type_id ?? building_id) !== null}
          />
          <Pager
            page={page}
            total={total}
            pageSize={page_size}
            isBefore={past.isPlaceholderData}
            onPage={(to, isGone) => go({ month, page: to }, isGone)}
            label="Pages of past visits"
          />
        </>
      ) : past.isError ? (
        <LoadFailed
          reason={`Your past visits could not be loaded. ${reasonOf(past.error)}`}
          onRetry={() => past.refetch()}
          busy={past.isFetching}
        />
      ) : (
        <RowSkeletons label="Loading your past visits…" />
      )}
    </section>
  )
}

type TableProps = { list: PastVisitList; month: string | null; isVendor: boolean; filtered: boolean }

function VisitTable({ list: { visits, today, total }, month, isVendor, filtered }: TableProps) {
  if (visits.length === 0) {
    const time = month === null ? 'yet' : `in ${formatMonth(`${month}-01`)}`
    const when = filtered ? `${time} with this filter` : time
    // A page that is gone gives way to the last one.
    return total > 0 ? null : <p className={classes.empty}>There were no visits {when}.</p>
  }
  return (
    <CardsTable
      labelledBy="past-visits"
      columns={['Day', 'Service', isVendor ? 'Building' : 'Vendor', 'Status', 'Price']}
      actions={false}
    >
      {visits.map((visit) => (
        <tr key={visit.id} className={tableClasses.row}>
          <th scope="row" className={`${tableClasses.name} ${tableClasses.short}`}>
            {visitTime(visit, today)}
          </th>
          <td data-label="Service" className={tableClasses.cell}>
            {visit.name}
          </td>
          <td data-label={isVendor ? 'Building' : 'Vendor'} className={tableClasses.cell}>
            {isVendor ? visit.address : visit.company_name}
          </td>
          <td data-label="Status" className={`${tableClasses.cell} ${tableClasses.short}`}>
            <span className={classes.status}>
              <StatusBadge tone={tones[visit.status]}>{pastStatus(visit)}</StatusBadge>
              {hasProof(visit) && <ProofButton visit={visit} />}
            </span>
          </td>
          <td data-label="Price" className={`${tableClasses.cell} ${tableClasses.short}`}>
            {priceOf(visit)}
          </td>
        </tr>
      ))}
    </CardsTable>
  )
}

function priceOf(visit: PastVisitList['visits'][number]): string {
  const cost = costOf(visit)
  return cost === null ? 'Not charged' : formatMoney(cost)
}
