import { Skeleton, Tabs, VisuallyHidden } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { memo, Suspense, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { LIMITS } from '../../../domain/limits.ts'
import { formatNumber } from '../../../domain/number.ts'
import { QUOTE_TABS, type QuoteTab } from '../../../domain/quotes/quote.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { DownloadLink } from '../../ui/download-link.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useSectionQueries } from '../../ui/sections.tsx'
import { NoQuotes } from './no-quotes.tsx'
import type { ListedQuote } from './quote-text.ts'
import { vendorNews } from './slots.ts'
import { VendorQuoteCard } from './vendor-quote-card.tsx'
import classes from './vendor-quotes.module.css'

const ListSearch = lazyPart(() => import('../../ui/list-search.tsx'), 'ListSearch')
const VendorQuoteDialog = lazyPart(() => import('./vendor-quote-dialog.tsx'), 'VendorQuoteDialog')

// [2.quotes.1]
const LABELS: Record<QuoteTab, string> = {
  all: 'All Jobs',
  needs_quote: 'Needs Quote',
  submitted: 'Submitted',
  accepted: 'Accepted',
  lost: 'Lost',
}

/** The address's search parameters; anything else is ignored. */
const QuotesSearch = z.object({
  tab: z.enum(QUOTE_TABS).catch('all'),
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
  search ? trpc.quotes.counts.queryOptions({ search }) : trpc.quotes.counts.queryOptions()
const pageOf = (tab: QuoteTab, page: number, search: string) =>
  trpc.quotes.list.queryOptions(
    { tab, page, ...(search && { search }) },
    { placeholderData: keepPreviousData },
  )

/** The vendor's jobs by state; the tab and the page are in the address. [2.quotes.2] */
export function VendorQuotes() {
  const asked = useLocation({ select: (location) => location.search })
  const navigate = useNavigate()
  const { tab, page, search } = QuotesSearch.parse(asked)
  const all = useQuery(countsOf(''))
  const counts = useQuery({ ...countsOf(search), placeholderData: keepPreviousData })
  const list = useRef<HTMLDivElement>(null)
  // The tab is marked at once; the old list stays until the new one is rendered.
  const rendered = { tab: useDeferredValue(tab), page: useDeferredValue(page), search }

  // On a phone the tabs are wider than the screen, so the chosen one is scrolled into view.
  const counted = counts.data !== undefined
  useEffect(() => {
    if (!counted) return
    const chosen = list.current?.querySelector(`[data-tab="${tab}"]`)
    chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [tab, counted])

  const go = useCallback<Go>(
    (to, resetScroll) => {
      const address = {
        tab: to.tab === 'all' ? undefined : to.tab,
        page: to.page === 1 ? undefined : to.page,
        search: search || undefined,
      }
      void navigate({ to: '.', search: address, resetScroll })
    },
    [navigate, search],
  )
  const find = (found: string | null) =>
    void navigate({
      to: '.',
      search: { tab: tab === 'all' ? undefined : tab, search: found ?? undefined },
      replace: true,
      resetScroll: false,
    })
  // A few jobs are found by looking.
  const isLong = all.data !== undefined && all.data.all > all.data.page_size
  const choose = (value: string | null) => {
    const chosen = QUOTE_TABS.find((each) => each === value)
    if (chosen && chosen !== tab) go({ tab: chosen, page: 1 }, false)
  }
  const focusTab = useCallback(() => {
    list.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus()
  }, [])

  return (
    <Tabs value={tab} onChange={choose} keepMounted={false}>
      {(isLong || search !== '') && (
        <div className={classes.search}>
          <Suspense>
            <ListSearch
              label="Search jobs"
              placeholder="Building, address or service"
              search={search || null}
              onSearch={find}
              found={search && counts.data && !counts.isPlaceholderData ? foundText(counts.data[tab]) : ''}
            />
          </Suspense>
          <DownloadLink path="/api/quotes/jobs.csv" month={null} filter={{ tab, search: search || null }} />
        </div>
      )}
      <Tabs.List ref={list} aria-label="Jobs by state">
        {QUOTE_TABS.map((value) => (
          <Tabs.Tab key={value} value={value} data-tab={value}>
            {LABELS[value]}
            {counts.data && <span className={classes.count}> {formatNumber(counts.data[value])}</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab} className={classes.panel} aria-busy={rendered.tab !== tab}>
        <VendorQuoteList key={rendered.tab} {...rendered} go={go} focusTab={focusTab} />
      </Tabs.Panel>
    </Tabs>
  )
}

const foundText = (count: number) => `${count === 1 ? '1 job' : `${formatNumber(count)} jobs`} found`

type VendorQuoteListProps = {
  tab: QuoteTab
  page: number
  search: string
  go: Go
  focusTab: () => void
}

type Go = (to: { tab: QuoteTab; page: number }, resetScroll: boolean) => void

/** A new dialog each time, so that nothing typed before is left in it. */
type Opening = { quote: ListedQuote; index: number; turn: number }

/** One page of one tab, and the dialog of the card that was opened. [2.quotes.3] */
const VendorQuoteList = memo(({ tab, page: asked, search, go, focusTab }: VendorQuoteListProps) => {
  const counts = useQuery({ ...countsOf(search), placeholderData: keepPreviousData })
  const pages = counts.data && Math.max(1, Math.ceil(counts.data[tab] / counts.data.page_size))
  const page = Math.min(asked, pages ?? asked)
  const list = useQuery(pageOf(tab, page, search))
  const news = useSectionQueries(vendorNews)
  const [opened, setOpened] = useState<Opening | null>(null)
  const [shown, setShown] = useState(false)
  const grid = useRef<HTMLUListElement>(null)
  const [left, setLeft] = useState<{ id: string; index: number } | null>(null)
  const turned = useRef(false)

  // Loaded after the list: nobody opens it earlier.
  useEffect(() => void VendorQuoteDialog.preload(), [])

  const action = (index: number) => grid.current?.children.item(index)?.querySelector('button')

  // A quote may leave this tab while its dialog is open: the focus goes to the card in its place.
  useEffect(() => {
    if (!left || shown || list.isFetching || !list.data) return
    const stayed = list.data.findIndex(({ id }) => id === left.id)
    const next = stayed >= 0 ? stayed : Math.min(left.index, list.data.length - 1)
    if (next >= 0) action(next)?.focus()
    else focusTab()
    setLeft(null)
  })

  // Another page starts at its first card, not at the pager.
  useEffect(() => {
    if (!turned.current || list.isPlaceholderData) return
    turned.current = false
    grid.current?.focus({ preventScroll: true })
  })

  if (list.isLoadingError || counts.isLoadingError) {
    const retry = () =>
      Promise.all([list, counts].filter((each) => each.isLoadingError).map((each) => each.refetch()))
    const busy = list.isFetching || counts.isFetching
    return <LoadFailed reason={reasonOf(list.error ?? counts.error)} onRetry={retry} busy={busy} />
  }
  if (list.isPending || counts.isPending || news.some((each) => each.isPending))
    return <VendorQuoteSkeletons />

  return (
    <>
      {list.data.length === 0 ? (
        <NoQuotes
          tab={tab}
          none={counts.data.all === 0}
          searched={search !== ''}
          onTab={(to) => go({ tab: to, page: 1 }, false)}
        />
      ) : (
        <ul ref={grid} className={classes.grid} tabIndex={-1} aria-busy={list.isPlaceholderData}>
          {list.data.map((quote, index) => (
            <li key={quote.id}>
              <VendorQuoteCard
                quote={quote}
                onOpen={() => {
                  setOpened((before) => ({ quote, index, turn: (before?.turn ?? 0) + 1 }))
                  setShown(true)
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <Pager
        page={page}
        total={counts.data[tab]}
        pageSize={counts.data.page_size}
        isBefore={list.isPlaceholderData}
        onPage={(to) => {
          turned.current = true
          go({ tab, page: to }, true)
        }}
      />
      <Suspense fallback={null}>
        {opened && (
          <VendorQuoteDialog
            key={opened.turn}
            listed={opened.quote}
            opened={shown}
            onClose={() => {
              setShown(false)
              setLeft({ id: opened.quote.id, index: opened.index })
            }}
          />
        )}
      </Suspense>
    </>
  )
})

const SKELETONS = [1, 2, 3, 4, 5, 6]

/** Job cards while they load. */
function VendorQuoteSkeletons() {
  return (
    <div role="status">
      <VisuallyHidden>Loading…</VisuallyHidden>
      <div className={classes.grid}>
        {SKELETONS.map((index) => (
          <div key={index} className={classes.skeleton}>
            <Skeleton height={22} width="60%" />
            <Skeleton height={14} width="75%" mt={18} />
            <Skeleton height={14} width="50%" mt={12} />
            <Skeleton height={14} width="85%" mt={22} />
            <Skeleton height={44} mt={22} radius="md" />
          </div>
        ))}
      </div>
    </div>
  )
}
