import { z } from 'zod'
import { type CalendarDate, firstOfNextMonth } from '../calendar.ts'
import { LIMITS } from '../limits.ts'
import { calendarMonth } from '../month.ts'
import { optionalText, wholeNumber } from '../text.ts'
import { budgetYear } from './budget.ts'

/** Which figure is opened: of a year, or of one month of it, of a category, spent or to come; null is all. Product 3.5 */
export const SpendQuery = z.strictObject({
  year: budgetYear,
  month: calendarMonth('Month').nullable(),
  category: optionalText('Category', LIMITS.category),
  to_come: z.boolean().nullable(),
  page: wholeNumber('Page', 1, 100_000),
})

/** The days of a month (its 1st), or of a year without one: from the first to before the second. */
export function spendSpan({ year, month }: { year: number; month: CalendarDate | null }) {
  return month === null
    ? { from: `${year}-01-01`, until: `${year + 1}-01-01` }
    : { from: month, until: firstOfNextMonth(month) }
}
