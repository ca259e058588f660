import { randomUUID } from 'node:crypto'
import type { CalendarDate } from '../../../domain/calendar.ts'
import { defaultDueDate } from '../../../domain/invoices/invoice.ts'
import { invoiceParts, invoiceSums } from '../../../domain/invoices/invoice-amounts.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { addInvoice, lastInvoice, lockNumbers, nextFreeNumber } from './db.ts'
import { dueBuildings, dueStarts, dueVisitsOf } from './due.db.ts'

type Drafting = { from: CalendarDate; until: CalendarDate; date: CalendarDate; now: Date }

/**
 * Drafts an invoice, dated `date`, for each building at which a vendor has finished visits of these days that are on none, with what is
 * paid once; more than one where a building has more visits than an invoice has lines. `person` is null for the system. Returns how many,
 * and their total in cents. Product 3.1
 */
export async function draftMonth(
  tx: Tx,
  { person, vendor_id }: { person: string | null; vendor_id: string },
  { date, now, ...days }: Drafting,
): Promise<{ drafts: number; total: number }> {
  await lockNumbers(tx, vendor_id)
  const last = await lastInvoice(tx, vendor_id)
  const tax_rate = last?.tax_rate ?? 0
  let number = last?.number ?? null
  let [drafts, total] = [0, 0]
  for (const { building_id } of await dueBuildings(tx, { vendor_id, ...days })) {
    const starts = await dueStarts(tx, { vendor_id, building_id, until: days.until })
    const visits = await dueVisitsOf(tx, { vendor_id, building_id, ...days })
    const all = [
      ...starts.map((line) => ({ ...line, kind: 'starts' as const })),
      ...visits.map((line) => ({ ...line, kind: 'visits' as const })),
    ]
    for (const part of invoiceParts(all)) {
      const of = (kind: 'starts' | 'visits') =>
        part.filter((line) => line.kind === kind).map(({ id, amount }) => ({ id, amount }))
      number = await nextFreeNumber(tx, vendor_id, number)
      const sums = invoiceSums(part, tax_rate)
      const owner = { id: randomUUID(), building_id, vendor_id }
      const facts = { number, date, due_date: defaultDueDate(date), tax_rate, note: null }
      const created = { created_by: person, created_at: now }
      await addInvoice(
        tx,
        owner,
        { ...facts, ...sums, ...created },
        {
          visits: of('visits'),
          starts: of('starts'),
          extras: [],
        },
      )
      const { id: subject } = owner
      const data = { number, total: sums.total }
      await record(tx, { kind: 'invoice_created', actor: person, vendor_id, subject, data })
      drafts += 1
      total += sums.total
    }
  }
  return { drafts, total }
}
