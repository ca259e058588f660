import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { QUOTES_PER_PAGE, type QuoteTab } from '../../domain/quotes/quote.ts'
import { trpc } from '../api.ts'
import { reasonOf } from '../errors.ts'
import { LoadFailed } from '../ui/load-failed.tsx'
import { Pager } from '../ui/pager.tsx'
import { patiently } from '../ui/patient-import.ts'
import { NoQuotes } from './no-quotes.tsx'
import type { VendorQuote } from './quote-words.ts'
import { VendorQuoteCard } from './vendor-quote-card.tsx'
import { VendorQuoteSkeletons } from './vendor-quote-skeletons.tsx'
import classes from './vendor-quotes.module.css'

const loadDialog = () => patiently(() => import('./vendor-quote-dialog.tsx'))
const VendorQuoteDialog = lazy(async () => ({ default: (await loadDialog()).VendorQuoteDialog }))

type Props = {
  tab: QuoteTab
  page: number
  go: Go
  focusTab: () => void
}

export type Go = (to: { tab: QuoteTab; page: number }, resetScroll: boolean) => void

/** Each turn is a dialog of its own: nothing of what was typed or sent before is left in it. */
type Opening = { quote: VendorQuote; place: number; turn: number }

/** One page of one tab, and the dialog of the card that was opened. */
export function VendorQuoteList({ tab, page: asked, go, focusTab }: Props) {
  const counts = useQuery(trpc.quotes.counts.queryOptions())
  const total = counts.data?.[tab]
  const pages = total === undefined ? undefined : Math.max(1, Math.ceil(total / QUOTES_PER_PAGE))
  const page = Math.min(asked, pages ?? asked)
  const list = useQuery(trpc.quotes.list.queryOptions({ tab, page }, { placeholderData: keepPreviousData }))
  const [opened, setOpened] = useState<Opening | null>(null)
  const [shown, setShown] = useState(false)
  const grid = useRef<HTMLUListElement>(null)
  const [left, setLeft] = useState<{ id: string; place: number } | null>(null)
  const turned = useRef(false)

  // Fetched once the list is there: it is opened after that was read.
  useEffect(() => void loadDialog(), [])

  const action = (place: number) => grid.current?.children.item(place)?.querySelector('button')

  // A quote may have left this tab while its dialog was open: the card that took its place is the next one to answer.
  useEffect(() => {
    if (!left || shown || list.isFetching || !list.data) return
    const stayed = list.data.findIndex(({ id }) => id === left.id)
    const next = stayed >= 0 ? stayed : Math.min(left.place, list.data.length - 1)
    if (next >= 0) action(next)?.focus()
    else focusTab()
    setLeft(null)
  })

  // Another page is read from its first card, not from where the pager was.
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
  if (list.isPending || pages === undefined) return <VendorQuoteSkeletons />

  return (
    <>
      {list.data.length === 0 ? (
        <NoQuotes tab={tab} none={counts.data?.all === 0} onTab={(to) => go({ tab: to, page: 1 }, false)} />
      ) : (
        <ul ref={grid} className={classes.grid} tabIndex={-1} aria-busy={list.isPlaceholderData}>
          {list.data.map((quote, place) => (
            <li key={quote.id}>
              <VendorQuoteCard
                quote={quote}
                onOpen={() => {
                  setOpened((before) => ({ quote, place, turn: (before?.turn ?? 0) + 1 }))
                  setShown(true)
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <Pager
        page={page}
        pages={pages}
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
              setLeft({ id: opened.quote.id, place: opened.place })
            }}
          />
        )}
      </Suspense>
    </>
  )
}
