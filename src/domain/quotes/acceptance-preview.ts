import { addDays, addYears, type CalendarDate, type CityTime } from '../calendar.ts'
import { judged, missingOn, type Requirement } from '../compliance/requirement.ts'
import { nullIfRejected } from '../errors.ts'
import { type Availability, bookingsOn, type Closures, windowEnd } from '../visits/availability.ts'
import { isAfter } from '../visits/change.ts'
import { visitDates, type WantedSchedule } from '../visits/visits.ts'
import { bookingsOf, shownBooking, visitsCost } from './quote.ts'
import { FIRST_VISITS } from './quote-input.ts'
import { chosenPrices, type QuoteTerms } from './terms.ts'

/**
 * What an acceptance of a price (cents) at the city's `now` books and costs: the number of visits, the first five with their
 * days, how many are put off and how many left out, when the vendor arrives, and the sums (cents) of all visits and of those
 * within a year of the first, all with the `chosen` options: `each` is what a visit costs, `once` what is paid once. Of a service without an end, `last` and `total` are null. `first_time` says whether the hour of
 * the first visit is still to come: one of today is booked all the same, and can't be moved. Product 1.2, 2.4. Throws what `accept`
 * throws about days and hours.
 */
export function previewAcceptance(
  service: WantedSchedule,
  quote: { per_visit_price: number } & Availability & QuoteTerms,
  building: Closures,
  now: CityTime,
  chosen: readonly string[] = [],
) {
  const { bookings, ...arrival } = bookingsOf(service, quote, building, now.date)
  const { time, window_minutes } = arrival
  const booked = bookings.filter(({ shift_days }) => shift_days !== null)
  const isAhead = (scheduled_time: string) =>
    booked.slice(0, 1).some(({ scheduled_date }) => isAfter({ scheduled_date, scheduled_time }, now))
  const first_time = isAhead(time)
    ? ('ahead' as const)
    : isAhead(windowEnd(time, window_minutes ?? 0))
      ? ('begun' as const)
      : ('passed' as const)
  const inYear = firstYear(service, quote, building)
  const prices = chosenPrices(quote, chosen)
  const costs = { ...prices, per_visit_price: quote.per_visit_price }
  const books = shownBooking(service, bookings, costs)
  return {
    ...arrival,
    first_time,
    books,
    visits: books.visits,
    first: booked.slice(0, FIRST_VISITS),
    put_off: booked.filter(({ shift_days }) => shift_days !== 0).length,
    each: quote.per_visit_price + prices.extra_price,
    once: prices.once_price,
    left_out: bookings.length - booked.length,
    last: service.until_ended ? null : (booked.at(-1)?.scheduled_date ?? service.preferred_start_date),
    total: books.total,
    within_a_year: visitsCost(inYear.filter(({ shift_days }) => shift_days !== null).length, costs),
    left_out_in_year: inYear.filter(({ shift_days }) => shift_days === null).length,
  }
}

/** The bookings of a service's first year, of one without an end whether or not they are booked already. */
function firstYear(wanted: WantedSchedule, quote: Availability, building: Closures) {
  const { until_ended, ...service } = wanted
  const last = addDays(addYears(service.preferred_start_date, 1), -1)
  const end = service.preferred_end_date
  const preferred_end_date = until_ended || (end !== null && end > last) ? last : end
  return bookingsOn(visitDates({ ...service, preferred_end_date }), quote, building)
}

/**
 * What its vendor lacks on the day of the first visit that an acceptance would book on the city's `today`, and that day: the one
 * that was asked for where no day suits both sides. `later` are the days of all the visits that lack something. Product 2.6
 */
export function missingAtFirst(
  service: WantedSchedule & Closures,
  quote: Availability & { requirements: Requirement[] | null },
  today: CalendarDate,
) {
  const start = service.preferred_start_date
  const asked = start > today ? start : today
  const { requirements } = quote
  if (requirements === null) return { day: asked, missing: [], later: [] }
  const { bookings = [] } = nullIfRejected(() => bookingsOf(service, quote, service, today)) ?? {}
  const days = bookings.flatMap(({ shift_days, scheduled_date }) =>
    shift_days === null ? [] : scheduled_date,
  )
  const [day = asked] = days
  const later = days.filter((each) => missingOn(requirements, each).length > 0)
  return { day, missing: missingOn(requirements, day), later }
}

type RequiringQuote = Omit<WantedSchedule, 'preferred_start_date'> & {
  preferred_start_date: CalendarDate | null
} & Closures &
  Parameters<typeof missingAtFirst>[1]

/** A vendor's quote with the documents that its service requires, and those that the vendor lacks for its acceptance. Product 2.6 */
export function withRequired<Q extends RequiringQuote>(quote: Q, today: CalendarDate) {
  const { requirements, preferred_start_date: start } = quote
  const preferred_start_date = start !== null && start > today ? start : today
  const { missing } = missingAtFirst({ ...quote, preferred_start_date }, quote, today)
  return judged(quote, { required: (requirements ?? []).map(({ kind }) => kind), lacks: missing })
}
