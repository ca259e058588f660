import { feeLabel } from '../../domain/billing/fees.ts'
import type { CalendarDate } from '../../domain/calendar.ts'
import type { Tx } from '../db/pool.ts'
import { recordPayment, unpaidFees } from '../features/billing/db.ts'

/** Buildings that pay by card; the others pay by bank transfer. */
const METHODS = ['Bank transfer', 'Bank transfer', 'Card ending in 4242']

/** Records a payment of each fee due up to and including `day`, on its due date. */
export async function payDueFees(tx: Tx, day: CalendarDate): Promise<void> {
  const due = await unpaidFees(tx)
    .where('due_date', '<=', day)
    .select(['fees.id', 'fees.building_id', 'month', 'amount', 'due_date', 'fees.kind'])
    .orderBy('due_date')
    .execute()
  const methods = new Map<string, string>()
  for (const fee of due) {
    const method = methods.get(fee.building_id) ?? METHODS[methods.size % METHODS.length] ?? 'Check'
    methods.set(fee.building_id, method)
    const { amount, due_date: date } = fee
    await recordPayment(tx, fee, { date, amount, method, description: feeLabel(fee) })
  }
}
