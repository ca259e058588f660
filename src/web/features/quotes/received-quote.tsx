import { Button } from '@mantine/core'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { formatMoney } from '../../../domain/money.ts'
import { monthlyEstimate } from '../../../domain/quotes/estimate.ts'
import { canAccept } from '../../../domain/quotes/quote.ts'
import type { trpc } from '../../api.ts'
import { useViewer } from '../../session/session.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './received-quotes.module.css'

export type Received = inferOutput<typeof trpc.quotes.received>
export type Quote = Received['quotes'][number]

type Props = {
  quote: Quote
  service: Received
  /** The lowest price. */
  best: boolean
  /** There are other quotes to compare with. */
  compared: boolean
  /** Arrived while the list was open. */
  arrived: boolean
  /** The list is moving: a click may miss the intended quote. */
  moving: boolean
  onAccept: () => void
}

/** One vendor's price, as a resident compares it with the others. [2.received.1] [2.received.3] */
export function ReceivedQuote({ quote, service, best, compared, arrived, moving, onAccept }: Props) {
  const { company_name, address, city, state, per_visit_price: price } = quote
  const open = canAccept(useViewer(), service, quote)
  return (
    <li
      className={classes.quote}
      data-arrived={arrived || undefined}
      data-chosen={quote.status === 'accepted' || undefined}
    >
      <div>
        <h3 className={classes.name}>{company_name}</h3>
        <p className={classes.address}>
          {address}, {city}, {state}
        </p>
        {best && compared && open && (
          <div className={classes.mark}>
            <StatusBadge tone="green" dot={false}>
              Best price
            </StatusBadge>
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
      </div>
      <div className={classes.end}>
        {open ? (
          <Button
            aria-label={`Accept Quote from ${company_name}`}
            variant={best ? 'filled' : 'outline'}
            aria-disabled={moving || undefined}
            onClick={onAccept}
          >
            Accept Quote
          </Button>
        ) : (
          <QuoteOutcome status={quote.status} />
        )}
      </div>
    </li>
  )
}

function QuoteOutcome({ status }: Pick<Quote, 'status'>) {
  return (
    <div className={classes.outcome}>
      {status === 'accepted' ? (
        <StatusBadge tone="green">Accepted</StatusBadge>
      ) : (
        <StatusBadge tone="neutral">Not chosen</StatusBadge>
      )}
    </div>
  )
}
