import type { CalendarDate } from '../../domain/calendar.ts'
import { recordPayment, unpaidFees } from '../billing/billing.db.ts'
import type { Tx } from '../database/pool.ts'

/** Buildings that pay by card; the others pay by bank transfer. */
const METHODS = ['Bank transfer', 'Bank transfer', 'Card ending in 4242']

/** Every building paid each fee on the day on which it was due, up to and including `day`. */
export async function payDueFees(tx: Tx, day: CalendarDate): Promise<void> {
  const due = await unpaidFees(tx)
    .where('due_date', '<=', day)
    .select(['id', 'building_id', 'month', 'amount', 'due_date', 'kind'])
    .orderBy('due_date')
    .execute()
  const methods = new Map<string, string>()
  for (const fee of due) {
    const method = methods.get(fee.building_id) ?? METHODS[methods.size % METHODS.length] ?? 'Check'
    methods.set(fee.building_id, method)
    await recordPayment(tx, fee, { date: fee.due_date, method })
  }
}
