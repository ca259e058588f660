import { addYears, type CityTime } from '../calendar.ts'
import { type Availability, type Closures, windowEnd } from '../visits/availability.ts'
import { isAfter } from '../visits/change.ts'
import type { WantedSchedule } from '../visits/visits.ts'
import { bookingsOf } from './quote.ts'

/**
 * What an acceptance of a price (cents) at the city's `now` books and costs: the number of visits, the first five with their
 * days, how many are put off and how many left out, when the vendor arrives, and the sums (cents) of all visits and of those
 * within a year of the first. Of a service without an end, `last` and `total` are null. `first_time` says whether the hour of
 * the first visit is still to come: one of today is booked all the same, and can't be moved. Product 1.2. Throws what `accept`
 * throws about days and hours.
 */
export function previewAcceptance(
  service: WantedSchedule,
  quote: { per_visit_price: number } & Availability,
  building: Closures,
  now: CityTime,
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
  const yearAfter = addYears(service.preferred_start_date, 1)
  return {
    ...arrival,
    first_time,
    visits: booked.length,
    first: booked.slice(0, 5),
    put_off: booked.filter(({ shift_days }) => shift_days !== 0).length,
    left_out: bookings.length - booked.length,
    last: service.until_ended ? null : (booked.at(-1)?.scheduled_date ?? service.preferred_start_date),
    total: service.until_ended ? null : quote.per_visit_price * booked.length,
    within_a_year:
      quote.per_visit_price * booked.filter(({ nominal_date }) => nominal_date < yearAfter).length,
  }
}
