import { VisuallyHidden } from '@mantine/core'
import { IconMailbox } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { QUOTE_MESSAGES } from '../../domain/quotes/messages.ts'
import { trpc } from '../api.ts'
import { atOnce, showing } from '../at-once.ts'
import { cityToday } from '../city.ts'
import { reasonOf } from '../errors.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadFailed } from '../ui/load-failed.tsx'
import { notify } from '../ui/notify.tsx'
import { RowSkeletons } from '../ui/skeletons.tsx'
import { StepBack } from '../ui/step-back.tsx'
import { type Quote, type Received, ReceivedQuote } from './received-quote.tsx'
import classes from './received-quotes.module.css'

type Props = { serviceId: string; onBack: () => void; onAccepted: () => void }

/** The quotes for a building's service, cheapest first, each with its Accept Quote (section 2, screen 12). */
export function ReceivedQuotes({ serviceId, onBack, onAccepted }: Props) {
  const received = useQuery(trpc.quotes.received.queryOptions({ building_service_id: serviceId }))
  return (
    <>
      <StepBack onClick={onBack}>Service details</StepBack>
      {received.data ? (
        <QuoteList received={received.data} onAccepted={onAccepted} />
      ) : received.isError ? (
        <LoadFailed
          reason={`The quotes could not be loaded. ${reasonOf(received.error)}`}
          onRetry={() => received.refetch()}
          busy={received.isFetching}
        />
      ) : (
        <RowSkeletons label="Loading the quotes…" />
      )}
    </>
  )
}

function QuoteList({ received, onAccepted }: { received: Received; onAccepted: () => void }) {
  const { quotes } = received
  const acceptance = useAcceptance(received.id)
  const atFirst = useRef(new Set(quotes.map(({ id }) => id)))
  const justMoved = useJustMoved(quotes.map(({ id, per_visit_price }) => `${id} ${per_visit_price}`).join())
  const decided = received.status === 'Accepted'
  const start = received.preferred_start_date
  const late = received.status === 'Quote' && quotes.length > 0 && start !== null && start < cityToday()
  const lowest = quotes[0]?.per_visit_price

  function accept({ id, per_visit_price }: Quote): void {
    // Asked of the mutations themselves: the second click of a double click comes before the next drawing.
    if (showing(quotesOf(received.id)) > 0 || justMoved) return
    // Only while the list is on the screen: who has closed it may be reading another service by then.
    acceptance.mutate({ id, per_visit_price }, { onSuccess: onAccepted })
  }

  return (
    <>
      <VisuallyHidden role="status">
        {quotes.length === 1 ? '1 quote received' : `${quotes.length} quotes received`}
      </VisuallyHidden>
      {decided && (
        <p className={classes.decided}>This service has an accepted quote. The others are closed.</p>
      )}
      {late && <p className={classes.late}>{QUOTE_MESSAGES.startPassed(start)}</p>}
      {quotes.length === 0 ? (
        <EmptyState icon={<IconMailbox size={30} stroke={1.6} />}>{QUOTE_MESSAGES.none}</EmptyState>
      ) : (
        <ul className={classes.list}>
          {quotes.map((quote) => (
            <ReceivedQuote
              key={quote.id}
              quote={quote}
              service={received}
              best={quote.per_visit_price === lowest}
              compared={quotes.length > 1}
              arrived={!atFirst.current.has(quote.id)}
              moving={justMoved}
              onAccept={() => accept(quote)}
            />
          ))}
        </ul>
      )}
    </>
  )
}

const accepted = (received: Received, { id }: Pick<Quote, 'id'>): Received => ({
  ...received,
  status: 'Accepted',
  quotes: received.quotes.map((quote) => ({
    ...quote,
    status: quote.id === id ? ('accepted' as const) : ('declined' as const),
  })),
})

const quotesOf = (building_service_id: string) => trpc.quotes.received.queryKey({ building_service_id })

/** Accepts at the price that was on the screen. Whatever comes of it, the lists are asked again. */
function useAcceptance(serviceId: string) {
  const lists = [trpc.quotes, trpc.services, trpc.appointments].map((part) => part.pathKey())
  return useMutation({
    ...trpc.quotes.accept.mutationOptions(),
    ...atOnce(quotesOf(serviceId), accepted, lists),
    onSuccess: ({ appointments }) => notify.success(QUOTE_MESSAGES.accepted(appointments)),
    onError: (error) => notify.error(QUOTE_MESSAGES.acceptFailed(reasonOf(error))),
  })
}

const SETTLE_MS = 500

/**
 * True for a moment after the list changed. A quote that slides in moves the others: the click that was on its way
 * to one vendor must not accept another.
 */
function useJustMoved(order: string): boolean {
  const [settled, setSettled] = useState(order)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(order), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [order])
  return settled !== order
}
