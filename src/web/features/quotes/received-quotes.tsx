import { Button, VisuallyHidden } from '@mantine/core'
import { IconMailbox } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { AWARD_MESSAGES } from '../../../domain/awards/messages.ts'
import { limitsOf } from '../../../domain/awards/policy.ts'
import { nullIfRejected } from '../../../domain/errors.ts'
import { formatMoney } from '../../../domain/money.ts'
import { markQuotes } from '../../../domain/quotes/comparison.ts'
import { QUOTE_MESSAGES } from '../../../domain/quotes/messages.ts'
import {
  accept,
  canAccept,
  isOpenQuote,
  isSameAvailability,
  isSameFiles,
} from '../../../domain/quotes/quote.ts'
import { shownRequest } from '../../../domain/quotes/quote-input.ts'
import { isSameTerms, termsOf } from '../../../domain/quotes/terms.ts'
import { isOpen } from '../../../domain/services/status.ts'
import { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { optimistic, showing } from '../../optimistic.ts'
import { useViewer } from '../../session/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { DialogStep } from '../../ui/dialog-step.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { notify } from '../../ui/notify.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { StepBack } from '../../ui/step-back.tsx'
import type { ServiceQuotesProps } from '../services/slots.ts'
import type { AcceptanceChoice } from './acceptance-review.tsx'
import { type Received, ReceivedQuote } from './received-quote.tsx'
import classes from './received-quotes.module.css'
import { useMarkOpened } from './use-mark-opened.ts'

const COMPARISON = '/home/services/compare'

const WaitingAward = lazyPart(() => import('./waiting-award.tsx'), 'WaitingAward')
const AcceptanceReview = lazyPart(() => import('./acceptance-review.tsx'), 'AcceptanceReview')

type Quote = Received['quotes'][number]

/**
 * The quotes for a building's service, cheapest first, each with its Accept Quote.
 * [2.received.4] [2.received.5]
 */
export function ReceivedQuotes({ serviceId, onBack, onEdit, onAccepted }: ServiceQuotesProps) {
  const received = useQuery(trpc.quotes.received.queryOptions({ building_service_id: serviceId }))
  if (received.data)
    return <QuoteList received={received.data} onBack={onBack} onEdit={onEdit} onAccepted={onAccepted} />
  return (
    <>
      <StepBack onClick={onBack}>Service details</StepBack>
      {received.isError ? (
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

type QuoteListProps = Omit<ServiceQuotesProps, 'serviceId'> & { received: Received }

function QuoteList({ received, onBack, onEdit, onAccepted }: QuoteListProps) {
  const { quotes } = received
  const viewer = useViewer()
  const request = requestOf(received)
  const [reviewed, review] = useState<{ quote: Quote; request: string }>()
  const acceptance = useAcceptance(received.id)
  const atFirst = useRef(new Set(quotes.map(({ id }) => id)))
  // The review closes when the offer or the request changes: what is confirmed is what was shown.
  const current = quotes.find(({ id }) => id === reviewed?.quote.id)
  const change = reviewed && changeOf(reviewed.quote, current, request !== reviewed.request)
  const shown =
    change === null && current && received.award === null && canAccept(viewer, received, current, cityToday())
      ? current
      : undefined
  useEffect(() => {
    if (!reviewed || shown) return
    notify.info(change ?? QUOTE_MESSAGES.requestChanged)
    // Forgotten: it must not open again by itself.
    review(undefined)
  }, [reviewed, shown, change])
  useEffect(() => void AcceptanceReview.preload(), [])
  useMarkOpened(received)
  const order = quotes.map(({ id, per_visit_price }) => `${id} ${per_visit_price}`).join()
  const justMoved = useJustMoved(`${shown?.id ?? ''} ${order}`)
  const decided = received.status === 'Accepted'
  const start = received.preferred_start_date
  const late = isOpen(received.status) && quotes.length > 0 && start < cityToday()
  const open = quotes.filter((quote) => isOpenQuote(received, quote))
  const marks = markQuotes(received, open, cityToday())

  const isBusy = () => justMoved || showing(quotesOf(received.id)) > 0

  function choose(quote: Quote, choice: AcceptanceChoice): void {
    const { id, per_visit_price, weekdays, arrives_from, arrives_until } = quote
    // The second click of a double click comes before the next render, so the mutations are asked.
    if (isBusy()) return
    // Only while the list is mounted: after closing it, the person may be at another service.
    const availability = { weekdays, arrives_from, arrives_until }
    const offer = {
      id,
      per_visit_price,
      availability,
      terms: termsOf(quote),
      files: quote.files.map(({ id }) => id),
      asked: shownRequest(received),
      ...choice,
    }
    acceptance.mutate(offer, { onSuccess: onAccepted })
    review(undefined)
  }

  if (shown)
    return (
      <DialogStep step={shown.id}>
        <Suspense fallback={<RowSkeletons label="Loading what it books…" />}>
          <AcceptanceReview
            service={received}
            quote={shown}
            rule={{
              policy: received.policy,
              is_officer: received.is_officer,
              has_interest: received.interests.includes(shown.id),
              is_lowest: marks.get(shown.id) === 'lowest',
            }}
            refused={quotes
              .filter((quote) => quote.id !== shown.id && isOpenQuote(received, quote))
              .map(({ company_name }) => company_name)}
            unanswered={received.unanswered}
            settling={justMoved}
            onAccept={(choice) => choose(shown, choice)}
            onBack={() => review(undefined)}
          />
        </Suspense>
      </DialogStep>
    )
  return (
    <DialogStep step="">
      <StepBack onClick={onBack}>Service details</StepBack>
      <VisuallyHidden role="status">
        {quotes.length === 1 ? '1 quote received' : `${quotes.length} quotes received`}
      </VisuallyHidden>
      {decided && (
        <p className={classes.decided}>This service has an accepted quote. The others are closed.</p>
      )}
      {received.award && (
        <Suspense fallback={<RowSkeletons count={1} label="Loading the chosen quote…" />}>
          <WaitingAward key={received.award.id} received={received} award={received.award} />
        </Suspense>
      )}
      {late && (
        <div className={classes.late}>
          <p>{QUOTE_MESSAGES.startPassed(start)}</p>
          <Button size="sm" onClick={onEdit}>
            Edit Request
          </Button>
        </div>
      )}
      {quotes.length > 1 && (
        <p className={classes.compare}>
          <ButtonLink to={COMPARISON} search={{ service: received.id }} variant="default">
            Compare Quotes
          </ButtonLink>
        </p>
      )}
      {quotes.length === 0 ? (
        <EmptyState icon={<IconMailbox size={30} stroke={1.6} />}>{QUOTE_MESSAGES.none}</EmptyState>
      ) : (
        <ul className={classes.list}>
          {quotes.map((quote) => (
            <ReceivedQuote
              key={quote.id}
              quote={quote}
              service={received}
              mark={marks.get(quote.id)}
              compared={quotes.length > 1}
              arrived={!atFirst.current.has(quote.id)}
              moving={justMoved}
              onAccept={() => isBusy() || review({ quote, request })}
            />
          ))}
        </ul>
      )}
      {received.given_up.length > 0 && (
        <section className={classes.given} aria-label="Vendors that do not quote">
          <h3>Not quoting</h3>
          <ul>
            {received.given_up.map(({ id, company_name, given_up_reason }) => (
              <li key={id}>
                <b>{company_name}</b>: <q>{given_up_reason}</q>
              </li>
            ))}
          </ul>
        </section>
      )}
    </DialogStep>
  )
}

/** The optimistic outcome. Where the rule refuses, nothing changes: the server says why. */
function accepted(
  received: Received,
  { id, ...shown }: Parameters<typeof accept>[2] & Pick<Quote, 'id'>,
): Received {
  // It may wait for others: the server says.
  if (limitsOf(received.policy) !== null) return received
  const chosen = received.quotes.find((quote) => quote.id === id)
  const outcome = chosen && nullIfRejected(() => accept(received, chosen, shown, cityToday()))
  if (!outcome || outcome.already) return received
  const quotes = received.quotes.map((quote) => ({
    ...quote,
    ...(quote.id === id ? outcome.quote : outcome.others),
  }))
  return { ...received, ...outcome.service, quotes }
}

/** What is asked and who may come when, without what vendors answer. */
const requestOf = (received: Received) =>
  JSON.stringify({ ...received, quotes: 0, unanswered: 0, given_up: 0, award: 0, interests: 0 })

/** What to say when an offer is no more what was reviewed; null while it is. */
function changeOf(reviewed: Quote, current: Quote | undefined, isOtherRequest: boolean): string | null {
  if (!current || isOtherRequest) return QUOTE_MESSAGES.requestChanged
  const { company_name, per_visit_price } = current
  if (per_visit_price !== reviewed.per_visit_price)
    return QUOTE_MESSAGES.priceChanged(company_name, formatMoney(per_visit_price))
  if (!isSameAvailability(current, reviewed)) return QUOTE_MESSAGES.availabilityChanged(company_name)
  const reviewedFiles = reviewed.files.map(({ id }) => id)
  if (!isSameFiles(current.files, reviewedFiles)) return QUOTE_MESSAGES.filesChanged(company_name)
  return isSameTerms(current, reviewed) ? null : QUOTE_MESSAGES.termsChanged(company_name)
}

const quotesOf = (building_service_id: string) => trpc.quotes.received.queryKey({ building_service_id })

/** Accepts at the price on the screen. */
function useAcceptance(serviceId: string) {
  return useMutation({
    ...trpc.quotes.accept.mutationOptions(),
    ...optimistic(quotesOf(serviceId), accepted, ['quote_accepted', 'award_waiting']),
    onSuccess: ({ visits, waits }) =>
      notify.success(waits ? AWARD_MESSAGES.waits[waits] : QUOTE_MESSAGES.accepted(visits)),
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
