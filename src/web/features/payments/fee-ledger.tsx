import { NativeSelect, Title } from '@mantine/core'
import { IconReceipt2 } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { z } from 'zod'
import { LIMITS } from '../../../domain/limits.ts'
import { formatMoney } from '../../../domain/money.ts'
import { formatNumber } from '../../../domain/number.ts'
import { FEE_STATES } from '../../../domain/payments/fee-list.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { DownloadLink } from '../../ui/download-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Pager } from '../../ui/pager.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import classes from './fee-ledger.module.css'
import { FeeTable } from './fee-table.tsx'

const ListSearch = lazyPart(() => import('../../ui/list-search.tsx'), 'ListSearch')

const FeeAddress = z.object({
  state: z.enum(FEE_STATES).catch('all'),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
  search: z
    .unknown()
    .optional()
    .transform((typed) => String(typed ?? '').slice(0, LIMITS.search)),
})

const STATES = [
  { value: 'all', label: 'All fees' },
  { value: 'open', label: 'Open' },
  { value: 'overdue', label: 'Overdue' },
  { value: 'paid', label: 'Paid' },
  { value: 'refunded', label: 'Refunded' },
]

/** Every building's fees, found by the building or by what a transfer named. Product 3.6 */
export function FeeLedger() {
  const shown = FeeAddress.parse(useLocation({ select: (location) => location.search }))
  const { state, page, search } = shown
  const navigate = useNavigate()
  const show = (next: Partial<typeof shown>, replace = false) => {
    const { state, page, search } = { ...shown, page: 1, ...next }
    void navigate({
      to: '.',
      search: {
        state: state === 'all' ? undefined : state,
        page: page === 1 ? undefined : page,
        search: search || undefined,
      },
      replace,
      resetScroll: false,
    })
  }
  const asked = { state, page, search: search || null }
  const fees = useQuery(trpc.payments.fees.queryOptions(asked, { placeholderData: keepPreviousData }))
  return (
    <section className={classes.section} aria-labelledby="fees">
      <Title order={2} id="fees">
        Fees
      </Title>
      <div className={classes.filters}>
        <Suspense fallback={null}>
          <ListSearch
            label="Search fees"
            placeholder="Building, or reference of a transfer"
            search={search || null}
            onSearch={(found) => show({ search: found ?? '' }, true)}
            found={search && fees.data && !fees.isPlaceholderData ? foundText(fees.data.total) : ''}
          />
        </Suspense>
        <NativeSelect
          label="Show"
          data={STATES}
          value={state}
          onChange={({ currentTarget }) => show({ state: FeeAddress.shape.state.parse(currentTarget.value) })}
        />
      </div>
      {fees.data ? (
        <>
          <p className={classes.sums}>
            {formatMoney(fees.data.amount)} in all, {formatMoney(fees.data.open)} open
          </p>
          {fees.data.fees.length > 0 ? (
            <FeeTable fees={fees.data.fees} isBefore={fees.isPlaceholderData} />
          ) : (
            <EmptyState icon={<IconReceipt2 size={28} stroke={1.6} />}>
              No fee found. Try another building or reference.
            </EmptyState>
          )}
          <Pager
            page={page}
            total={fees.data.total}
            pageSize={fees.data.page_size}
            isBefore={fees.isPlaceholderData}
            onPage={(to, isGone) => show({ page: to }, isGone)}
            label="Pages of fees"
          />
          <div className={classes.downloads}>
            <DownloadLink
              path="/api/payments/fees.csv"
              month={null}
              filter={{ state, search: search || null }}
            />
          </div>
        </>
      ) : fees.isError ? (
        <LoadFailed
          reason={`The fees could not be loaded. ${reasonOf(fees.error)}`}
          onRetry={() => fees.refetch()}
          busy={fees.isFetching}
        />
      ) : (
        <RowSkeletons count={3} label="Loading the fees…" />
      )}
    </section>
  )
}

const foundText = (count: number) => (count === 1 ? '1 fee found' : `${formatNumber(count)} fees found`)
