import { z } from 'zod'
import { addDays, type CalendarDate, daysBetween } from '../calendar.ts'
import { wholeNumber } from '../text.ts'
import {
  CancelVisit,
  type Change,
  isSameTime,
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
 * A series at another time: each visit shifts by as many days as `visit` does, and takes its new hour, if it has another one.
 * One that was moved by itself shifts, too, and keeps its distance from the series and its hour, unless it is realigned.
 * `replaced` are visits whose place in the series changes while they stay: those that keep their hour when only that changes,
 * and cancelled ones, so that later nights book after them in the series' step. Throws as `move` does, and 'conflict' when
 * there are other visits than were shown. Product 1.3
 */
export function moveSeries<V extends SeriesVisit>(
  all: readonly V[],
  visit: V,
  to: When,
  change: SeriesChange & { realign: boolean },
) {
  const toCome = requireShown(all, visit, change)
  const days = daysBetween(visit.scheduled_date, to.scheduled_date)
  const hour = to.scheduled_time === visit.scheduled_time ? null : to.scheduled_time
  const planned = toCome.map((each) => {
    const series = placeInSeries(each, days, hour)
    const inStep = { scheduled_date: series.series_date, scheduled_time: series.series_time }
    const apart = { scheduled_date: addDays(each.scheduled_date, days), scheduled_time: each.scheduled_time }
    const follows = change.realign || !isMovedAlone(each)
    return { each, series, when: each.id === visit.id ? to : follows ? inStep : apart }
  })
  const moved = planned
    .filter(({ each, when }) => !isSameTime(each, when))
    .map(({ each, series, when: { scheduled_date, scheduled_time } }) => {
      requireLater({ scheduled_date, scheduled_time }, change.now)
      const { scheduled_date: earlier_date, scheduled_time: earlier_time } = each
      return { ...series, scheduled_date, scheduled_time, earlier_date, earlier_time }
    })
  // Without another time visits can only be taken back into the series.
  if (moved.length === 0 || !change.realign) requireOther(visit, to)
  const staying = all
    .filter((each) => isPassedOver(each, toCome))
    .map((each) => placeInSeries(each, days, hour))
  const kept = planned.filter(({ each, when }) => isSameTime(each, when)).map(({ series }) => series)
  return { moved, replaced: days === 0 && hour === null ? [] : [...kept, ...staying] }
}

/** Where the series has a visit once it moved by some days, and to another hour; null for its own. */
function placeInSeries({ id, series_date, series_time }: SeriesVisit, days: number, hour: string | null) {
  return { id, series_date: addDays(series_date, days), series_time: hour ?? series_time }
}

/** Whether a visit stays when those to come move, but not its place in the series: cancelled, or moved by itself and over. */
function isPassedOver(each: SeriesVisit, toCome: readonly SeriesVisit[]): boolean {
  const isLater = each.nominal_date >= (toCome[0]?.nominal_date ?? '')
  const stays = each.status === 'cancelled' || (each.status === 'confirmed' && isMovedAlone(each))
  return isLater && stays && each.checked_in_at === null && !toCome.some(({ id }) => id === each.id)
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
