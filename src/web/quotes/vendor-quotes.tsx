import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { memo, useCallback, useDeferredValue, useEffect, useRef } from 'react'
import { z } from 'zod'
import { formatNumber } from '../../domain/number.ts'
import { QUOTE_TABS } from '../../domain/quotes/quote.ts'
import { trpc } from '../api.ts'
import { type Go, VendorQuoteList } from './vendor-quote-list.tsx'
import classes from './vendor-quotes.module.css'

/** What the address may say; anything else in it is ignored. */
const Place = z.object({
  tab: z.enum(QUOTE_TABS.map(({ tab }) => tab)).catch('all'),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
})

const Jobs = memo(VendorQuoteList)

/** The vendor's jobs by state; the tab and the page are in the address. */
export function VendorQuotes() {
  const search = useLocation({ select: (location) => location.search })
  const navigate = useNavigate()
  const { tab, page } = Place.parse(search)
  const counts = useQuery(trpc.quotes.counts.queryOptions())
  const list = useRef<HTMLDivElement>(null)
  // A tab is marked at once; its jobs are drawn after that, and those of the tab before stay until they are.
  const drawn = { tab: useDeferredValue(tab), page: useDeferredValue(page) }

  // On a phone the row of tabs is wider than the screen, and the counts make it wider: the chosen one is brought into it.
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
    const chosen = QUOTE_TABS.find((each) => each.tab === value)
    if (chosen && chosen.tab !== tab) go({ tab: chosen.tab, page: 1 }, false)
  }
  const focusTab = useCallback(() => {
    list.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus()
  }, [])

  return (
    <Tabs value={tab} onChange={choose} keepMounted={false}>
      <Tabs.List ref={list} aria-label="Jobs by state">
        {QUOTE_TABS.map(({ tab: value, label }) => (
          <Tabs.Tab key={value} value={value} data-tab={value}>
            {label}
            {counts.data && <span className={classes.count}> {formatNumber(counts.data[value])}</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab} className={classes.panel} aria-busy={drawn.tab !== tab}>
        <Jobs key={drawn.tab} {...drawn} go={go} focusTab={focusTab} />
      </Tabs.Panel>
    </Tabs>
  )
}
