import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { WAITS_LABELS } from '../../../domain/awards/messages.ts'
import { limitsOf } from '../../../domain/awards/policy.ts'
import { isPicture } from '../../../domain/documents/attached-file.ts'
import { formatMoney } from '../../../domain/money.ts'
import { medianText } from '../../../domain/quotes/benchmark.ts'
import type { ComparedQuote } from '../../../domain/quotes/comparison.ts'
import { monthlyEstimate } from '../../../domain/quotes/estimate.ts'
import { QUOTE_MESSAGES } from '../../../domain/quotes/messages.ts'
import { canAccept, isOpenQuote } from '../../../domain/quotes/quote.ts'
import { askedOptions, chosenPrices, isExpired, leftOut } from '../../../domain/quotes/terms.ts'
import { availabilityText } from '../../../domain/visits/availability.ts'
import type { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { useViewer } from '../../session/session.ts'
import { FileList } from '../../ui/file-list.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { DocumentsText } from './documents-text.tsx'
import { QuoteMark } from './quote-mark.tsx'
import classes from './received-quotes.module.css'
import { ShownTerms } from './shown-terms.tsx'

export type Received = inferOutput<typeof trpc.quotes.received>

type ReceivedQuoteProps = {
  quote: Received['quotes'][number]
  service: Received
  mark: ComparedQuote['mark'] | undefined
  /** There are other quotes to compare with. */
  compared: boolean
  /** Arrived while the list was open. */
  arrived: boolean
  /** The list is moving: a click may miss the intended quote. */
  moving: boolean
  onAccept: () => void
}

/** One vendor's price, as a resident compares it with the others. [2.received.1] [2.received.3] */
export function ReceivedQuote({
  quote,
  service,
  mark,
  compared,
  arrived,
  moving,
  onAccept,
}: ReceivedQuoteProps) {
  const { company_name, address, city, state, per_visit_price: price } = quote
  const isFree = service.award === null && (limitsOf(service.policy) === null || service.is_officer)
  const acceptable = canAccept(useViewer(), service, quote, cityToday()) && isFree
  const open = isOpenQuote(service, quote)
  const availability = availabilityText(quote)
  const inCity = medianText(service, price + chosenPrices(quote, askedOptions(quote)).extra_price)
  return (
    <li
      className={classes.quote}
      data-arrived={arrived || undefined}
      data-chosen={quote.status === 'accepted' || undefined}
    >
      <div>
        <h3 className={classes.name}>
          <Link to="/home/services/vendor" search={{ id: quote.vendor_id }}>
            {company_name}
          </Link>
        </h3>
        <p className={classes.address}>
          {address}, {city}, {state}
        </p>
        {availability && <p className={classes.address}>{availability}</p>}
        {open && quote.requirements && (
          <p className={classes.address}>
            <DocumentsText service={service} quote={quote} />
          </p>
        )}
        {mark && compared && open && (
          <div className={classes.mark}>
            <QuoteMark mark={mark} leftOut={leftOut(quote, service.scope)} />
          </div>
        )}
      </div>
      <div className={classes.price}>
        <p className={classes.amount}>
          {formatMoney(price)} <span className={classes.unit}>a visit</span>
        </p>
        {service.service_type === 'recurring' && (
          <p className={classes.estimate}>
            about {formatMoney(monthlyEstimate(price, service.required_every_weeks))} a month
          </p>
        )}
        {inCity && <p className={classes.estimate}>{inCity}</p>}
      </div>
      <div className={classes.terms}>
        <ShownTerms terms={quote} scope={service.scope} open={open} />
        <FileList
          label={`Files of ${company_name}`}
          files={quote.files.map((file) => ({ ...file, picture: isPicture(file.url) }))}
        />
      </div>
      <div className={classes.end}>
        {acceptable ? (
          <Button
            aria-label={`Accept Quote from ${company_name}`}
            variant={mark === 'lowest' ? 'filled' : 'outline'}
            aria-disabled={moving || undefined}
            onClick={onAccept}
          >
            Accept Quote
          </Button>
        ) : (
          <QuoteOutcome quote={quote} open={open} award={service.award} />
        )}
      </div>
    </li>
  )
}

type OutcomeProps = Pick<ReceivedQuoteProps, 'quote'> & { open: boolean; award: Received['award'] }

function QuoteOutcome({ quote, open, award }: OutcomeProps) {
  return (
    <div className={classes.outcome}>
      {quote.status === 'accepted' ? (
        <StatusBadge tone="green">Accepted</StatusBadge>
      ) : award?.service_quote_id === quote.id ? (
        <StatusBadge tone="amber">{WAITS_LABELS[award.needs === 'vote' ? 'vote' : 'two']}</StatusBadge>
      ) : open && quote.for_earlier_request ? (
        <StatusBadge tone="amber">{QUOTE_MESSAGES.forEarlierRequest}</StatusBadge>
      ) : open && isExpired(quote, cityToday()) ? (
        <StatusBadge tone="amber">No longer holds</StatusBadge>
      ) : (
        !open && <StatusBadge tone="neutral">Not chosen</StatusBadge>
      )}
    </div>
  )
}
