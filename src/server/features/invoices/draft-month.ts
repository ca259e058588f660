import { randomUUID } from 'node:crypto'
import type { CalendarDate } from '../../../domain/calendar.ts'
import { invoiceParts, invoiceSums } from '../../../domain/invoices/invoice-amounts.ts'
import { defaultDueDate } from '../../../domain/invoices/overdue.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { addInvoices, freeNumbers, lastInvoice, lockNumbers, type NewDraft } from './drafts.db.ts'
import { allDue } from './due.db.ts'

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
  const [last, parts] = await Promise.all([lastInvoice(tx, vendor_id), dueParts(tx, { vendor_id, ...days })])
  if (parts.length === 0) return { drafts: 0, total: 0 }
  const numbers = await freeNumbers(tx, vendor_id, { last: last?.number ?? null, count: parts.length })
  const tax_rate = last?.tax_rate ?? 0
  const drafts = parts.map(({ building_id, lines }, index): NewDraft => {
    const of = (kind: 'start' | 'visit') =>
      lines.filter((line) => line.kind === kind).map(({ id, amount }) => ({ id, amount }))
    const facts = { number: numbers[index] ?? '', date, due_date: defaultDueDate(date), tax_rate, note: null }
    return {
      owner: { id: randomUUID(), building_id, vendor_id },
      facts: { ...facts, ...invoiceSums(lines, tax_rate), created_by: person, created_at: now },
      lines: { visits: of('visit'), starts: of('start'), extras: [] },
    }
  })
  await addInvoices(tx, drafts)
  const events = drafts.map(({ owner: { id: subject }, facts: { number, total } }) => ({
    ...{ kind: 'invoice_created' as const, actor: person, vendor_id, subject },
    data: { number, total },
  }))
  await record(tx, ...events)
  return { drafts: drafts.length, total: drafts.reduce((sum, { facts }) => sum + facts.total, 0) }
}

/** What is due at each building, in as many parts as invoices are needed. */
async function dueParts(tx: Tx, days: Parameters<typeof allDue>[1]) {
  const buildings = new Map<string, Awaited<ReturnType<typeof allDue>>>()
  for (const line of await allDue(tx, days)) {
    const lines = buildings.get(line.building_id)
    if (lines) lines.push(line)
    else buildings.set(line.building_id, [line])
  }
  return [...buildings].flatMap(([building_id, lines]) =>
    invoiceParts(lines).map((part) => ({ building_id, lines: part })),
  )
}
