import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { formatShortDate } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import { outcomeTexts } from '../../../domain/quotes/messages.ts'
import { isPriceOnly, optionsOf, optionText } from '../../../domain/quotes/terms.ts'
import { NOT_DECIDED } from '../../../domain/services/not-decided.ts'
import { availabilityText } from '../../../domain/visits/availability.ts'
import { canStop, shownStops, stopText } from '../../../domain/visits/stopped.ts'
import { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { ContactLines } from '../../ui/contact-lines.tsx'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { Sections } from '../../ui/sections.tsx'
import { isOneTime, perVisit, presentPrice, type VendorQuote } from './quote-text.ts'
import { ShownTerms } from './shown-terms.tsx'
import { vendorAgreement, vendorThread } from './slots.ts'
import classes from './vendor-quote-dialog.module.css'
import { VendorQuoteEstimate } from './vendor-quote-estimate.tsx'

/** How a decided quote ended: its price is read-only. [4.state.5] */
export function VendorQuoteVerdict({
  quote,
  onStop,
}: {
  quote: VendorQuote
  onStop: (kind: 'end' | 'pause') => void
}) {
  const cents = presentPrice(quote)
  const availability = availabilityText(quote)
  return (
    <div className={classes.price}>
      {cents !== null && (
        <>
          <p className={classes.figure}>{perVisit(cents)}</p>
          <AgreedTerms quote={quote} />
          {availability && <p className={classes.hint}>{availability}</p>}
          {!isOneTime(quote) && <VendorQuoteEstimate quote={quote} cents={cents} />}
        </>
      )}
      <p className={classes.verdict}>
        <Sentence quote={quote} />
      </p>
      {shownStops(quote.stops, cityToday()).map((stop) => (
        <p key={stop.from_date} className={classes.verdict}>
          <strong>{stopText(stop, cityToday())}</strong> by{' '}
          {stop.stopped_by === 'vendor' ? 'you' : 'the HOA representative'}: <q>{stop.reason}</q>
        </p>
      ))}
      {quote.state === 'accepted' && (
        <>
          <CustomerContact quoteId={quote.id} />
          <Suspense fallback={null}>
            <Sections slot={vendorThread} props={{ quoteId: quote.id, side: 'vendor' }} />
          </Suspense>
        </>
      )}
      {quote.state === 'accepted' && !isOneTime(quote) && (
        <Suspense fallback={null}>
          <Sections
            slot={vendorAgreement}
            props={{ quoteId: quote.id, side: 'vendor', otherSide: 'The HOA representative' }}
          />
        </Suspense>
      )}
      {quote.state === 'accepted' && canStop(quote.stops, nextVisitOf(quote)) && (
        <DialogFoot>
          <Button variant="default" onClick={() => onStop('pause')}>
            Pause Service
          </Button>
          <Button variant="default" color="red" onClick={() => onStop('end')}>
            Give Notice
          </Button>
        </DialogFoot>
      )}
    </div>
  )
}

/** What the quote said, and what of it the building chose. Product 2.4 */
function AgreedTerms({ quote }: { quote: VendorQuote }) {
  if (isPriceOnly(quote)) return null
  const options = optionsOf(quote, quote.scope)
  const chosen = options.filter(({ key }) => quote.chosen.includes(key))
  return (
    <>
      {quote.state === 'accepted' && (
        <p className={classes.hint}>
          {chosen.length > 0
            ? `With ${chosen.map(optionText).join('; ')}.`
            : options.length > 0 && 'The building chose no extras.'}
          {quote.once_price > 0 && ` ${formatMoney(quote.once_price)} once, with the first visit.`}
        </p>
      )}
      <ShownTerms terms={quote} scope={quote.scope} open={false} />
    </>
  )
}

/** The only visit of a one-time job may be over. */
const nextVisitOf = ({ visit_date }: VendorQuote) =>
  visit_date !== null && visit_date >= cityToday() ? visit_date : null

function CustomerContact({ quoteId }: { quoteId: string }) {
  const contact = useQuery(trpc.quotes.contact.queryOptions({ id: quoteId }))
  if (!contact.data) return null
  return (
    <section aria-label="Contact">
      <ContactLines person={contact.data} />
    </section>
  )
}

function Sentence({ quote }: { quote: VendorQuote }) {
  if (quote.state === 'accepted') {
    const next = nextVisitOf(quote)
    return (
      <>
        {quote.renewed_until === null
          ? 'The building accepted your quote, so the price stays as it is.'
          : 'The building accepted your quote, and the agreement was renewed.'}{' '}
        {next !== null ? (
          <>
            Your next visit is on {formatShortDate(next, cityToday())}; all are under{' '}
            <Link to="/vendor/appointments">Appointments</Link>.
          </>
        ) : (
          'No visit is to come.'
        )}
      </>
    )
  }
  if (quote.given_up_reason !== null)
    return (
      <>
        You {quote.per_visit_price === null ? 'declined this request' : 'withdrew this quote'}. You wrote:{' '}
        <q>{quote.given_up_reason}</q>
      </>
    )
  if (quote.withdrawn && quote.closed_reason === NOT_DECIDED)
    return 'The building did not decide in time, so its request closed. No other vendor was chosen.'
  if (quote.withdrawn)
    return (
      <>
        The building withdrew its request. There is nothing left to do here.
        {quote.closed_reason && (
          <>
            {' '}
            They write: <q>{quote.closed_reason}</q>
          </>
        )}
      </>
    )
  return quote.per_visit_price === null
    ? 'The building chose another vendor before you sent a price. There is nothing left to do here.'
    : [
        'The building chose another vendor, so this quote can no longer be changed.',
        ...outcomeTexts(quote),
      ].join(' ')
}
