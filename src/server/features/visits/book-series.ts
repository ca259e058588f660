import { renewedDays } from '../../../domain/agreements/renewal.ts'
import type { CalendarDate } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import { bookingsOfSeries, daysMoved } from '../../../domain/visits/availability.ts'
import type { Tx } from '../../db/pool.ts'
import { bookMissing, readSeries } from './booking.db.ts'

type Quote = { id: string; building_service_id: string; building_id: string; vendor_id: string }
type Until = {
  ends_on: CalendarDate
  until_date: CalendarDate
  /** Books nothing, and throws what booking would. */
  dry: boolean
}

/**
 * Books the visits of a quote, which is locked, after its end until another day: in the step of those before, as far from the schedule as
 * people have moved them, without the days of a pause. Returns how many. Throws what renewedDays throws. Product 2.9
 */
export async function bookSeries(tx: Tx, { id, building_service_id, building_id, vendor_id }: Quote, until: Until): Promise<number> {
  const quote = { id, building_service_id, building_id, vendor_id }
  const series = (await readSeries(tx, [id])).get(id)
  if (!series) throw new DomainError('conflict', 'nothing was booked for this service')
  const days = renewedDays({ ...series, ...until })
  if (until.dry) return 0
  const visits = bookingsOfSeries(days, daysMoved(series), series).map(
    ({ nominal_date, scheduled_date, shift_days }) => ({
      quote,
      nominal_date,
      shift_days,
      series_date: scheduled_date,
      series_time: series.series_time,
      window_minutes: series.window_minutes,
    }),
  )
  const booked = await bookMissing(tx, visits)
  return booked.filter(({ status }) => status === 'confirmed').length
}
