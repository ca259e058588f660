import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type CalendarDate, formatShortDate } from '../../../domain/calendar.ts'
import { COMPLIANCE_LABELS } from '../../../domain/compliance/kind.ts'
import { nounsText } from '../../../domain/compliance/requirement.ts'
import { isPicture } from '../../../domain/documents/attached-file.ts'
import { formatNumber } from '../../../domain/number.ts'
import { canPrice } from '../../../domain/quotes/quote.ts'
import { scopeText } from '../../../domain/services/scope.ts'
import { closuresText } from '../../../domain/visits/availability.ts'
import { endedFrom } from '../../../domain/visits/stopped.ts'
import { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { FileList } from '../../ui/file-list.tsx'
import { frequency, isOneTime, type VendorQuote } from './quote-text.ts'
import classes from './vendor-quote-dialog.module.css'

/** What a request asks for and when, how big the building is, and the documents that the vendor lacks for it. Product 2.1, 2.6 */
export function AskedWork({ quote }: { quote: VendorQuote }) {
  const closed = closuresText(quote)
  return (
    <>
      {quote.scope.length > 0 && (
        <dl className={classes.scope} aria-label="Scope of work">
          {quote.scope.map((line) => (
            <QuoteFact key={line.key} name={line.label}>
              {scopeText(line)}
            </QuoteFact>
          ))}
        </dl>
      )}
      <FilesOfRequest quote={quote} />
      <VendorQuoteFacts quote={quote} />
      {closed && <p className={classes.closed}>{closed}.</p>}
      {quote.lacks.length > 0 && canPrice(quote.state) && (
        <p className={classes.closed}>
          You lack {nounsText(quote.lacks)}, verified and valid on the first day. Without it no quote can be
          accepted. <Link to="/vendor/profile">Add your documents</Link>
        </p>
      )}
    </>
  )
}

/** The building's photos and files. Product 2.1 */
function FilesOfRequest({ quote: { building_service_id, round } }: { quote: VendorQuote }) {
  const files = useQuery(trpc.services.files.queryOptions({ building_service_id, round }))
  if (!files.data || files.data.length === 0) return null
  return (
    <div className={classes.files}>
      <FileList
        label="Photos and files"
        files={files.data.map((file) => ({ ...file, picture: isPicture(file.url) }))}
      />
    </div>
  )
}

/** How often and when the work is wanted, and how big the building is as far as that is known. */
function VendorQuoteFacts({ quote }: { quote: VendorQuote }) {
  const { preferred_start_date: start } = quote
  const end = quote.renewed_until ?? quote.preferred_end_date
  return (
    <dl className={classes.facts}>
      <QuoteFact name="Frequency">{frequency(quote)}</QuoteFact>
      <QuoteFact name={isOneTime(quote) ? 'Date' : 'Start Date'}>{start && day(start)}</QuoteFact>
      {!isOneTime(quote) && start && endedFrom(quote.stops) === null && (
        <QuoteFact name="End Date">
          {end ? (
            day(end)
          ) : quote.until_ended ? (
            <>
              None <small>goes on until the building ends it</small>
            </>
          ) : (
            <>
              None <small>only the first visit is booked</small>
            </>
          )}
        </QuoteFact>
      )}
      {canPrice(quote.state) && (
        <>
          <QuoteFact name="Quotes by">{quote.quotes_by && day(quote.quotes_by)}</QuoteFact>
          <QuoteFact name="Decide by">{quote.decide_by && day(quote.decide_by)}</QuoteFact>
          <QuoteFact name="Vendors asked">{quote.decide_by && count(quote.vendors_asked)}</QuoteFact>
          <QuoteFact name="Documents required">
            {quote.required.length > 0 && quote.required.map((kind) => COMPLIANCE_LABELS[kind]).join(', ')}
          </QuoteFact>
        </>
      )}
      <QuoteFact size name="Floors">
        {count(quote.number_of_floors)}
      </QuoteFact>
      <QuoteFact size name="Units">
        {count(quote.number_of_units)}
      </QuoteFact>
      <QuoteFact size name="Square Feet">
        {count(quote.square_feet)}
      </QuoteFact>
    </dl>
  )
}

function QuoteFact({ name, size, children }: { name: string; size?: boolean; children: ReactNode }) {
  if (children === null || children === false) return null
  return (
    <div data-size={size}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const day = (date: CalendarDate) => formatShortDate(date, cityToday())

function count(value: number | null): string | null {
  return value === null ? null : formatNumber(value)
}
