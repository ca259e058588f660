import { z } from 'zod'
import { monthSpend } from '../../../domain/billing/spend.ts'
import { firstOfNextMonth, startOfMonth, today } from '../../../domain/calendar.ts'
import { wholeNumber } from '../../../domain/text.ts'
import { openTo, router } from '../../rpc/procedure.ts'
import { countPayments, nextPayment, paymentHistory } from './db.ts'
import { countServices, feeOf, nextVisit, pricedVisits } from './spend.db.ts'

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

  /** The resident dashboard's four figures, and what the two of money are made of. */
  dashboard: openTo('resident').query(async ({ ctx: { tx, viewer, now, config } }) => {
    const { building_id } = viewer
    const day = today(now(), config.timeZone)
    const month = startOfMonth(day)
    const [fee = null, visits, services, next_visit = null] = await Promise.all([
      feeOf(tx, building_id, month),
      pricedVisits(tx, building_id, month, firstOfNextMonth(month)),
      countServices(tx, building_id, day),
      nextVisit(tx, building_id, day),
    ])
    const { so_far, to_come, estimated } = monthSpend(fee?.amount ?? 0, visits, day)
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
