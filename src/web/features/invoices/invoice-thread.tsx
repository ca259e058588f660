import { cityToday } from '../../city.ts'
import { momentOf } from '../../city-clock.ts'
import { placeText, type VendorInvoice } from './invoice-text.ts'
import classes from './sent-invoice.module.css'

/** What both sides wrote about a disputed invoice. Product 3.2 */
export function InvoiceThread({ invoice }: { invoice: VendorInvoice }) {
  const { messages, company_name, building_name } = invoice
  const names = { vendor: company_name, captain: placeText(building_name, invoice) }
  return (
    <ol className={classes.thread} aria-label="Messages about this invoice" aria-live="polite">
      {messages.map(({ id, side, words, sent_at }) => (
        <li key={id}>
          <p className={classes.head}>
            <strong>{names[side]}</strong> <span>{momentOf(sent_at, cityToday())}</span>
          </p>
          <p className={classes.words}>{words}</p>
        </li>
      ))}
    </ol>
  )
}
