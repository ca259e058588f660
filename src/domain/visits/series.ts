import { z } from 'zod'
import { addDays, type CalendarDate, daysBetween } from '../calendar.ts'
import { wholeNumber } from '../text.ts'
import {
  CancelVisit,
  type Change,
  isToCome,
  MoveVisit,
  type Planned,
  requireLater,
  requireOther,
  requireShownCount,
  requireUnchanged,
  type Visit,
  type When,
} from './change.ts'

/** The visits that a change is for, besides the one alone: it and later ones, or all that are still to come. Product 1.3 */
const scope = z.enum(['later', 'all'], { error: 'Choose which visits' })
export type Scope = z.output<typeof scope>

// The number of visits that was on the screen: with another one nothing happens.
const series = { scope, visits: wholeNumber('Visits', 0, 10_000) }

export const MoveSeries = MoveVisit.extend({
  ...series,
  /** Visits that were moved by themselves go back to the time of the series. */
  realign: z.boolean({ error: 'Realign must be yes or no' }).default(false),
})
export const CancelSeries = CancelVisit.extend(series)

/** A visit and its place in the series: its day by the schedule, and the time that the series has given it. */
export type SeriesVisit = Omit<Visit, 'vendor_id' | 'building_id'> & {
  id: string
  nominal_date: CalendarDate
  series_date: CalendarDate
  series_time: string
}

type SeriesChange = Change & { scope: Scope; visits: number }

/**
 * The visits that a change of `visit` and its series is for: confirmed, still to come, and with 'later' not before it in the
 * schedule; in the order of the schedule. Product 1.3
 */
export function visitsOfChange<V extends Pick<SeriesVisit, 'status' | 'nominal_date'> & Planned>(
  all: readonly V[],
  visit: Pick<SeriesVisit, 'nominal_date'>,
  { scope, now }: Pick<SeriesChange, 'scope' | 'now'>,
): V[] {
  return all
    .filter(
      (each) =>
        each.status === 'confirmed' &&
        isToCome(each, now) &&
        (scope === 'all' || each.nominal_date >= visit.nominal_date),
    )
    .sort((one, other) => (one.nominal_date < other.nominal_date ? -1 : 1))
}

/** Whether the visit was moved by itself, and so is not where its series is. */
export function isMovedAlone(visit: When & Pick<SeriesVisit, 'series_date' | 'series_time'>): boolean {
  return visit.scheduled_date !== visit.series_date || visit.scheduled_time !== visit.series_time
}

/**
 * A series at another time: each visit shifts by as many days as `visit` does, and takes its new hour. One that was moved by
 * itself shifts, too, and keeps its distance from the series and its hour, unless it is realigned. Throws as `move` does,
 * and 'conflict' when there are other visits than were shown. Product 1.3
 */
export function moveSeries<V extends SeriesVisit>(
  all: readonly V[],
  visit: V,
  to: When,
  change: SeriesChange & { realign: boolean },
) {
  const moved = requireShown(all, visit, change)
  const days = daysBetween(visit.scheduled_date, to.scheduled_date)
  requireOther(visit, to)
  return moved.map((each) => {
    const series_date = addDays(each.series_date, days)
    const keepsDistance = each.id === visit.id || !change.realign
    const keepsHour = each.id !== visit.id && !change.realign && isMovedAlone(each)
    const when = {
      scheduled_date: keepsDistance ? addDays(each.scheduled_date, days) : series_date,
      scheduled_time: keepsHour ? each.scheduled_time : to.scheduled_time,
    }
    requireLater(when, change.now)
    return {
      id: each.id,
      ...when,
      series_date,
      series_time: to.scheduled_time,
      earlier_date: each.scheduled_date,
      earlier_time: each.scheduled_time,
    }
  })
}

/** The visits of a series that are called off. Throws as moveSeries does, but for its new time. Product 1.3 */
export function cancelSeries<V extends SeriesVisit>(all: readonly V[], visit: V, change: SeriesChange): V[] {
  return requireShown(all, visit, change)
}

function requireShown<V extends SeriesVisit>(all: readonly V[], visit: V, change: SeriesChange): V[] {
  requireUnchanged(visit, change)
  const changed = visitsOfChange(all, visit, change)
  requireShownCount(changed, change.visits)
  return changed
}
