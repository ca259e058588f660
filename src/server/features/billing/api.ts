import { z } from 'zod'
import { monthSpend } from '../../../domain/billing/spend.ts'
import { firstOfNextMonth, startOfMonth, today } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import { calendarMonth } from '../../../domain/month.ts'
import { wholeNumber } from '../../../domain/text.ts'
import { openTo, router } from '../../rpc/procedure.ts'
import { ALL_LINES, spendLines } from '../budget/lines.db.ts'
import { countPayments, nextPayment, paymentHistory } from './db.ts'
import { monthsPage, spendOfMonth } from './past-spend.ts'
import { countServices, feeOf, nextVisit } from './spend.db.ts'

const PAGE_SIZE = 12

export const billingRouter = router({
  /** The earliest unpaid fee, and how much is unpaid in all; null when nothing is due. */
  next: openTo('resident').query(
    async ({ ctx }) => (await nextPayment(ctx.tx, ctx.viewer.building_id)) ?? null,
  ),

  payments: openTo('resident')
    .input(z.strictObject({ page: wholeNumber('Page', 1, 100_000) }))
    .query(async ({ ctx: { tx, viewer }, input: { page } }) => {
      const [total, payments] = await Promise.all([
        countPayments(tx, viewer.building_id),
        paymentHistory(tx, viewer.building_id, PAGE_SIZE, (page - 1) * PAGE_SIZE),
      ])
      return { total, page_size: PAGE_SIZE, payments }
    }),

  /** A page of the past months, with what each cost. */
  months: openTo('resident')
    .input(z.strictObject({ page: wholeNumber('Page', 1, 100_000) }))
    .query(({ ctx: { tx, viewer, now, config }, input: { page } }) =>
      monthsPage(tx, viewer.building_id, today(now(), config.timeZone), page),
    ),

  /** What a past month was spent for. */
  month: openTo('resident')
    .input(z.strictObject({ month: calendarMonth('Month') }))
    .query(async ({ ctx: { tx, viewer, now, config }, input: { month } }) => {
      const day = today(now(), config.timeZone)
      if (month >= startOfMonth(day)) throw new DomainError('invalid_input', 'Month must be a past month')
      return { today: day, ...(await spendOfMonth(tx, viewer.building_id, month, day)) }
    }),

  /** The resident dashboard's four figures, and what the two of money are made of. */
  dashboard: openTo('resident').query(async ({ ctx: { tx, viewer, now, config } }) => {
    const { building_id } = viewer
    const day = today(now(), config.timeZone)
    const month = startOfMonth(day)
    const span = { building_id, from: month, until: firstOfNextMonth(month), today: day }
    const [fee = null, lines, services, next_visit = null] = await Promise.all([
      feeOf(tx, building_id, month),
      spendLines(tx, span, { category: null, to_come: null }, ALL_LINES),
      countServices(tx, building_id, day),
      nextVisit(tx, building_id, day),
    ])
    const { so_far, to_come, estimated } = monthSpend(lines)
    return {
      today: day,
      fee,
      so_far,
      to_come,
      estimated,
      services,
      next_visit,
    }
  }),
})
