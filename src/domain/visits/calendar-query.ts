import { z } from 'zod'
import { daysBetween } from '../calendar.ts'
import { calendarDate, id } from '../text.ts'

/** A month takes six weeks at most; a few days more may be asked for at once. */
export const MOST_CALENDAR_DAYS = 45

/** Which visits: of one service, at one building, or of all. Product 1.7 */
export const visitFilter = {
  service_type_id: id.nullable().default(null),
  building_id: id.nullable().default(null),
}

/** The visits of some days: `until` is the day after the last one. Product 1.7 */
export const CalendarQuery = z
  .strictObject({ from: calendarDate('From'), until: calendarDate('Until'), ...visitFilter })
  .superRefine(({ from, until }, context) => {
    const days = daysBetween(from, until)
    if (days >= 1 && days <= MOST_CALENDAR_DAYS) return
    const message =
      days < 1 ? 'Until must be after From' : `A calendar shows at most ${MOST_CALENDAR_DAYS} days`
    context.addIssue({ code: 'custom', message, path: ['until'] })
  })
