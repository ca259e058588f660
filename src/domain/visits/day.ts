import { z } from 'zod'
import type { CalendarDate, CityTime } from '../calendar.ts'
import { DomainError } from '../errors.ts'
import { allowedBy, formSchema } from '../form.ts'
import { calendarDate, wholeNumber } from '../text.ts'
import { changeReason, isToCome, type Planned, requireLater, requireShownCount } from './change.ts'
import type { SeriesVisit } from './series.ts'

/** All that a vendor has to do on a day moves to another one, as for weather. Product 1.3 */
export const MoveDay = z.strictObject({
  date: calendarDate('Date'),
  scheduled_date: calendarDate('New Day'),
  /** How many visits were on the screen to be moved: with another number nothing happens. */
  visits: wholeNumber('Visits', 1, 10_000),
  reason: changeReason,
})

export type MoveDay = z.output<typeof MoveDay>

/** Those of a day's confirmed visits that are still to come. Product 1.3 */
export function visitsLeft<V extends Planned>(visits: readonly V[], now: CityTime): V[] {
  return visits.filter((visit) => isToCome(visit, now))
}

type DayMove = { to: CalendarDate; shown: number; now: CityTime }

/**
 * A vendor's confirmed visits of a day at another day, each at its hour; their series stay. Those whose hour has come stay,
 * too. Throws DomainError 'invalid_input' for the same day or one in the past, 'conflict' when other visits would move than
 * were shown. Product 1.3
 */
export function moveDay<V extends Omit<SeriesVisit, 'nominal_date' | 'status'>>(
  visits: readonly V[],
  { to, shown, now }: DayMove,
) {
  const left = visitsLeft(visits, now)
  requireShownCount(left, shown)
  return left.map((visit) => {
    const when = { scheduled_date: to, scheduled_time: visit.scheduled_time }
    checkDay(visit.scheduled_date, to)
    requireLater(when, now)
    return { ...visit, ...when, earlier_date: visit.scheduled_date, earlier_time: visit.scheduled_time }
  })
}

function checkDay(date: CalendarDate, to: CalendarDate): void {
  if (to === date) throw new DomainError('invalid_input', 'Choose another day', 'scheduled_date')
}

/** The form as typed, on a day, against the city's time `now`. */
export function moveDayForm(date: CalendarDate, now: CityTime) {
  return formSchema(
    MoveDay.omit({ date: true, visits: true }),
    allowedBy(({ scheduled_date }: { scheduled_date: string }) => {
      checkDay(date, scheduled_date)
      if (scheduled_date < now.date)
        throw new DomainError('invalid_input', 'Choose today or a later day', 'scheduled_date')
    }),
  )
}
