import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { memo, useCallback, useDeferredValue, useEffect, useRef } from 'react'
import { z } from 'zod'
import { formatNumber } from '../../../domain/number.ts'
import { QUOTE_TABS, type QuoteTab } from '../../../domain/quotes/quote.ts'
import { trpc } from '../../api.ts'
import { type Go, VendorQuoteList } from './vendor-quote-list.tsx'
import classes from './vendor-quotes.module.css'

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
})

const MemoizedQuoteList = memo(VendorQuoteList)

/** The vendor's jobs by state; the tab and the page are in the address. [2.quotes.2] */
export function VendorQuotes() {
  const search = useLocation({ select: (location) => location.search })
  const navigate = useNavigate()
  const { tab, page } = QuotesSearch.parse(search)
  const counts = useQuery(trpc.quotes.counts.queryOptions())
  const list = useRef<HTMLDivElement>(null)
  // The tab is marked at once; the old list stays until the new one is rendered.
  const rendered = { tab: useDeferredValue(tab), page: useDeferredValue(page) }

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
      }
      void navigate({ to: '.', search: address, resetScroll })
    },
    [navigate],
  )
  const choose = (value: string | null) => {
    const chosen = QUOTE_TABS.find((each) => each === value)
    if (chosen && chosen !== tab) go({ tab: chosen, page: 1 }, false)
  }
  const focusTab = useCallback(() => {
    list.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus()
  }, [])

  return (
    <Tabs value={tab} onChange={choose} keepMounted={false}>
      <Tabs.List ref={list} aria-label="Jobs by state">
        {QUOTE_TABS.map((value) => (
          <Tabs.Tab key={value} value={value} data-tab={value}>
            {LABELS[value]}
            {counts.data && <span className={classes.count}> {formatNumber(counts.data[value])}</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab} className={classes.panel} aria-busy={rendered.tab !== tab}>
        <MemoizedQuoteList key={rendered.tab} {...rendered} go={go} focusTab={focusTab} />
      </Tabs.Panel>
    </Tabs>
  )
}
