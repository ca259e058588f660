import '../../ui/part-styles.ts'
import { Tabs } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { z } from 'zod'
import {
  INVOICE_STATE_LABELS,
  INVOICE_TABS,
  type InvoiceTab,
} from '../../../domain/invoices/invoice-state.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { formatNumber } from '../../../domain/number.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { DownloadLink } from '../../ui/download-link.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Pager } from '../../ui/pager.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import classes from './invoice-list.module.css'
import { INVOICE_MESSAGES } from './invoice-messages.ts'
import { InvoiceTable } from './invoice-table.tsx'
import { type OpenedInvoice, tabText } from './invoice-text.ts'
import { NoInvoices } from './no-invoices.tsx'

const ListSearch = lazyPart(() => import('../../ui/list-search.tsx'), 'ListSearch')

const TAB_LABELS: Record<InvoiceTab, string> = {
  ...INVOICE_STATE_LABELS,
  all: 'All',
}

/** The address's search parameters; anything else is ignored. */
const InvoicesAddress = z.object({
  tab: z.enum(INVOICE_TABS).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
  search: z
    .unknown()
    .optional()
    .transform((typed) =>
      String(typed ?? '')
        .trim()
        .slice(0, LIMITS.search),
    ),
})

const countsOf = (search: string) =>
  search ? trpc.invoices.counts.queryOptions({ search }) : trpc.invoices.counts.queryOptions()

type ListAddress = { tab: InvoiceTab; page: number; search: string }
type Props = { onOpen: (opened: OpenedInvoice) => void }

/** A vendor's invoices by state; the tab, the page and the search are in the address. Product 3.1 */
export function InvoiceList({ onOpen }: Props) {
  const asked = InvoicesAddress.parse(useLocation({ select: (location) => location.search }))
  const navigate = useNavigate()
  const all = useQuery(countsOf(''))
  const counts = useQuery({ ...countsOf(asked.search), placeholderData: keepPreviousData })
  // Chosen once: when the last draft is sent, the person stays where they are.
  const [first, setFirst] = useState<InvoiceTab>()
  if (first === undefined && all.data) setFirst(all.data.tabs.draft.count > 0 ? 'draft' : 'all')
  const shown: ListAddress = { ...asked, tab: asked.tab ?? first ?? 'all' }
  const { tab, search } = shown

  const show = (next: Partial<ListAddress>, replace = false) => {
    const to = { ...shown, page: 1, ...next }
    void navigate({
      to: '.',
      search: { tab: to.tab, page: to.page === 1 ? undefined : to.page, search: to.search || undefined },
      replace,
      resetScroll: false,
    })
  }
  const choose = (value: string | null) => {
    const chosen = INVOICE_TABS.find((each) => each === value)
    if (chosen && chosen !== tab) show({ tab: chosen })
  }
  // A few invoices are found by looking.
  const isLong = all.data !== undefined && all.data.tabs.all.count > all.data.page_size
  const found = search && counts.data && !counts.isPlaceholderData ? counts.data.tabs[tab].count : null

  return (
    <Tabs value={tab} onChange={choose} keepMounted={false}>
      {(isLong || search !== '') && (
        <div className={classes.search}>
          <Suspense>
            <ListSearch
              label="Search invoices"
              placeholder="Number or building"
              search={search || null}
              onSearch={(typed) => show({ search: typed ?? '' }, true)}
              found={found === null ? '' : foundText(found)}
            />
          </Suspense>
        </div>
      )}
      <Tabs.List aria-label="Invoices by state">
        {INVOICE_TABS.map((value) => (
          <Tabs.Tab key={value} value={value}>
            {TAB_LABELS[value]}
            {counts.data && (
              <span className={classes.count}> {formatNumber(counts.data.tabs[value].count)}</span>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab} className={classes.panel}>
        {counts.isLoadingError ? (
          <LoadFailed
            reason={INVOICE_MESSAGES.listFailed(reasonOf(counts.error))}
            onRetry={() => counts.refetch()}
            busy={counts.isFetching}
          />
        ) : counts.data ? (
          <InvoicePages key={tab} shown={shown} counts={counts.data} onShow={show} onOpen={onOpen} />
        ) : (
          <RowSkeletons label="Loading your invoices…" />
        )}
      </Tabs.Panel>
    </Tabs>
  )
}

const foundText = (count: number) => `${count === 1 ? '1 invoice' : `${formatNumber(count)} invoices`} found`

type PagesProps = Props & {
  shown: ListAddress
  counts: { page_size: number; tabs: Record<InvoiceTab, { count: number; total: number }> }
  onShow: (next: Partial<ListAddress>, replace?: boolean) => void
}

/** One page of one tab, with the tab's sum. */
function InvoicePages({ shown: { tab, page, search }, counts, onShow, onOpen }: PagesProps) {
  const list = useQuery(
    trpc.invoices.list.queryOptions(
      { tab, page, ...(search && { search }) },
      { placeholderData: keepPreviousData },
    ),
  )
  if (list.isPending) return <RowSkeletons label="Loading your invoices…" />
  if (list.isError && !list.data)
    return (
      <LoadFailed
        reason={INVOICE_MESSAGES.listFailed(reasonOf(list.error))}
        onRetry={() => list.refetch()}
        busy={list.isFetching}
      />
    )
  const ofTab = counts.tabs[tab]
  return (
    <>
      {ofTab.count > 0 && (
        <div className={classes.head}>
          <p className={classes.sum}>{tabText(tab, ofTab)}</p>
          <DownloadLink
            path="/api/invoices/invoices.csv"
            month={null}
            filter={{ tab, search: search || null }}
          />
        </div>
      )}
      {list.data.length > 0 ? (
        <InvoiceTable
          of="vendor"
          labelledBy="invoices"
          invoices={list.data}
          isBefore={list.isPlaceholderData}
          onOpen={onOpen}
        />
      ) : (
        <NoInvoices tab={tab} searched={search !== ''} none={counts.tabs.all.count === 0} />
      )}
      <Pager
        page={page}
        total={ofTab.count}
        pageSize={counts.page_size}
        isBefore={list.isPlaceholderData}
        onPage={(to, isGone) => onShow({ page: to }, isGone)}
        label="Pages of invoices"
      />
    </>
  )
}
