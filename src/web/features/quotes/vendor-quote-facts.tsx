import type { ReactNode } from 'react'
import { type CalendarDate, formatShortDate } from '../../../domain/calendar.ts'
import { formatNumber } from '../../../domain/number.ts'
import { DEFAULT_WEEKS, everyWeeks, frequencyLabel } from '../../../domain/services/frequency.ts'
import { cityToday } from '../../city.ts'
import { isOneTime, type VendorQuote } from './quote-text.ts'
import classes from './vendor-quote-dialog.module.css'

/** How often and when the work is wanted, and how big the building is as far as that is known. */
export function VendorQuoteFacts({ quote }: { quote: VendorQuote }) {
  const { preferred_start_date: start, preferred_end_date: end } = quote
  return (
    <dl className={classes.facts}>
      <Fact name="Frequency">{frequency(quote)}</Fact>
      <Fact name={isOneTime(quote) ? 'Date' : 'Start Date'}>{start && day(start)}</Fact>
      {!isOneTime(quote) && (
        <Fact name="End Date">
          {end ? (
            day(end)
          ) : (
            <>
              None <small>only the first visit is booked</small>
            </>
          )}
        </Fact>
      )}
      <Fact size name="Floors">
        {count(quote.number_of_floors)}
      </Fact>
      <Fact size name="Units">
        {count(quote.number_of_units)}
      </Fact>
      <Fact size name="Square Feet">
        {count(quote.square_feet)}
      </Fact>
    </dl>
  )
}

/** 'Every 4 weeks (monthly)': what is booked, and what the building chose. */
function frequency(quote: VendorQuote): string {
  if (isOneTime(quote)) return 'One-time'
  const weeks = quote.required_every_weeks ?? DEFAULT_WEEKS
  const exact = everyWeeks(weeks)
  const label = frequencyLabel(weeks)
  return weeks === 1 || label === exact ? exact : `${exact} (${label.toLowerCase()})`
}

function Fact({ name, size, children }: { name: string; size?: boolean; children: ReactNode }) {
  if (children === null) return null
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
