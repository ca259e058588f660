import { Link } from '@tanstack/react-router'
import { isOneTime, perVisit, type VendorQuote } from './quote-text.ts'
import classes from './vendor-quote-dialog.module.css'
import { VendorQuoteEstimate } from './vendor-quote-estimate.tsx'

/** How a decided quote ended: its price is read-only (section 4). */
export function VendorQuoteVerdict({ quote }: { quote: VendorQuote }) {
  const { per_visit_price: cents } = quote
  return (
    <div className={classes.price}>
      {cents !== null && (
        <>
          <p className={classes.figure}>{perVisit(cents)}</p>
          {!isOneTime(quote) && <VendorQuoteEstimate quote={quote} cents={cents} />}
        </>
      )}
      <p className={classes.verdict}>
        <Sentence quote={quote} />
      </p>
    </div>
  )
}

function Sentence({ quote }: { quote: VendorQuote }) {
  if (quote.state === 'accepted') {
    return (
      <>
        The building accepted your quote, so the price stays as it is. Your visits are booked under{' '}
        <Link to="/vendor/appointments">Appointments</Link>.
      </>
    )
  }
  return quote.per_visit_price === null
    ? 'The building chose another vendor before you sent a price. There is nothing left to do here.'
    : 'The building chose another vendor, so this quote can no longer be changed.'
}
