import { Button, Title } from '@mantine/core'
import { Suspense, useId } from 'react'
import { formatShortDate } from '../../../domain/calendar.ts'
import { nounsText } from '../../../domain/compliance/requirement.ts'
import { canPrice } from '../../../domain/quotes/quote.ts'
import { shownStops, stopText } from '../../../domain/visits/stopped.ts'
import { cityToday } from '../../city.ts'
import { Sections } from '../../ui/sections.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import {
  addressWithoutZip,
  badgeOf,
  type ListedQuote,
  perVisit,
  presentPrice,
  quotesBy,
  scheduleLine,
} from './quote-text.ts'
import { vendorNews } from './slots.ts'
import classes from './vendor-quote-card.module.css'

/** One job: what, where, when, its state and price. All of the card is the button's. */
export function VendorQuoteCard({ quote, onOpen }: { quote: ListedQuote; onOpen: () => void }) {
  const id = useId()
  const { label, tone } = badgeOf(quote)
  const open = quote.state === 'needs_quote'
  const price = presentPrice(quote)
  return (
    <article className={classes.card} aria-labelledby={`${id}-name`}>
      <div className={classes.head}>
        <Title order={2} size="h3" id={`${id}-name`} className={classes.name}>
          {quote.name}
        </Title>
        <StatusBadge tone={tone} dot={false}>
          {label}
        </StatusBadge>
      </div>
      <p className={classes.address} id={`${id}-address`}>
        {addressWithoutZip(quote)}
      </p>
      <p className={classes.when}>{scheduleLine(quote, cityToday())}</p>
      {quote.state === 'needs_quote' && quote.quotes_by && (
        <p className={classes.when}>{quotesBy(quote.quotes_by, cityToday())}</p>
      )}
      {quote.state === 'submitted' && quote.decide_by && (
        <p className={classes.when}>Decision by {formatShortDate(quote.decide_by, cityToday())}</p>
      )}
      {quote.lacks.length > 0 && canPrice(quote.state) && (
        <p className={classes.stop}>You lack {nounsText(quote.lacks)}</p>
      )}
      {shownStops(quote.stops, cityToday()).map((stop) => (
        <p key={stop.from_date} className={classes.stop}>
          {stopText(stop, cityToday())}
        </p>
      ))}
      {quote.state === 'accepted' && (
        <Suspense fallback={null}>
          <Sections slot={vendorNews} props={{ quoteId: quote.id }} />
        </Suspense>
      )}
      {quote.description && <p className={classes.description}>“{quote.description}”</p>}
      {price !== null && <p className={classes.price}>{perVisit(price)}</p>}
      <Button
        fullWidth
        size="lg"
        variant={open ? 'filled' : 'default'}
        className={classes.action}
        onClick={onOpen}
        aria-haspopup="dialog"
        id={`${id}-open`}
        aria-labelledby={`${id}-open ${id}-name ${id}-address`}
      >
        {open ? 'Quote this job' : 'View details'}
      </Button>
    </article>
  )
}
