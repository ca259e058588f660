import { formatMoney } from '../../../domain/money.ts'
import { monthlyEstimate, visitsPerMonth } from '../../../domain/quotes/estimate.ts'
import { isOneTime, type VendorQuote } from './quote-text.ts'
import classes from './vendor-quote-dialog.module.css'

/**
 * What a price (cents, null while there is none) comes to: by the month, or for the one visit.
 * [2.quotes.5]
 */
export function VendorQuoteEstimate({ quote, cents }: { quote: VendorQuote; cents: number | null }) {
  const weeks = quote.required_every_weeks
  if (isOneTime(quote)) {
    return (
      <div className={classes.estimate}>
        <output>Single visit: {cents === null ? '—' : formatMoney(cents)}</output>
        <small>One-time service, billed once</small>
      </div>
    )
  }
  return (
    <div className={classes.estimate}>
      <output>Estimated monthly: {cents === null ? '—' : formatMoney(monthlyEstimate(cents, weeks))}</output>
      <small>at {visitsPerMonth(weeks)} visits a month on average</small>
    </div>
  )
}
