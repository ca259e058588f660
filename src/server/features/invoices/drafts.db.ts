import { sql } from 'kysely'
import type { InvoiceLines } from '../../../domain/invoices/invoice.ts'
import { type InvoiceSums, nextNumber } from '../../../domain/invoices/invoice-amounts.ts'
import { LIMITS } from '../../../domain/limits.ts'
import type { Tx } from '../../db/pool.ts'
import type { InvoiceKeys } from './db.ts'

/** Whether another invoice of a vendor has this number. */
export async function isNumberTaken(
  tx: Tx,
  { vendor_id, number, id }: { vendor_id: string; number: string; id: string | null },
) {
  const other = await tx
    .selectFrom('invoices')
    .where('vendor_id', '=', vendor_id)
    .where('number', '=', number)
    .where(sql<boolean>`id is distinct from ${id}::uuid`)
    .select('id')
    .executeTakeFirst()
  return other !== undefined
}

/** The number and the tax rate of the invoice that a vendor wrote last; undefined before its first. */
export const lastInvoice = (tx: Tx, vendorId: string) =>
  tx
    .selectFrom('invoices')
    .where('vendor_id', '=', vendorId)
    .orderBy('created_at', 'desc')
    .orderBy(sql`length(number)`, 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .select(['number', 'tax_rate'])
    .executeTakeFirst()

/** Waits for others who write drafts of a vendor: no two find the same number free, and their visits are never locked crosswise. */
export async function lockNumbers(tx: Tx, vendorId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`invoices of ${vendorId}`}, 0))`.execute(tx)
}

/** The first numbers after another one that no invoice of a vendor has, so many. */
export async function freeNumbers(
  tx: Tx,
  vendor_id: string,
  { last, count }: { last: string | null; count: number },
): Promise<string[]> {
  const free: string[] = []
  let number = last
  while (free.length < count) {
    const next: string[] = []
    while (next.length < count - free.length) {
      number = nextNumber(number)
      if (number.length > LIMITS.invoice_number) number = nextNumber(null)
      next.push(number)
    }
    const taken = await tx
      .selectFrom('invoices')
      .where('vendor_id', '=', vendor_id)
      .where('number', '=', sql<string>`any (${next})`)
      .select('number')
      .execute()
    const known = new Set(taken.map((invoice) => invoice.number))
    free.push(...next.filter((each) => !known.has(each)))
  }
  return free
}

/** The first free number from this one on; from `first` on if it is too long. */
export async function nextFree(
  from: string,
  first: string,
  isTaken: (number: string) => Promise<boolean>,
): Promise<string> {
  let number = from.length > LIMITS.invoice_number ? first : from
  while (await isTaken(number)) number = nextNumber(number)
  return number
}

type InvoiceFacts = InvoiceSums & {
  number: string
  date: string
  due_date: string
  tax_rate: number
  note: string | null
}
/** A draft with its lines, as it is written. */
export type NewDraft = {
  owner: InvoiceKeys
  facts: InvoiceFacts & { created_by: string | null; created_at: Date }
  lines: InvoiceLines
}

/** Writes drafts, however many, in two statements. */
export async function addInvoices(tx: Tx, drafts: readonly NewDraft[]): Promise<void> {
  const rows = JSON.stringify(drafts.map(({ owner, facts }) => ({ ...owner, ...facts })))
  await sql`insert into invoices (id, vendor_id, building_id, number, date, due_date, tax_rate, note, subtotal, tax, total, created_by, created_at)
    select id, vendor_id, building_id, number, date, due_date, tax_rate, note, subtotal, tax, total, created_by, created_at
    from json_to_recordset(${rows}::json) as i (id uuid, vendor_id uuid, building_id uuid, number text, date date, due_date date,
      tax_rate smallint, note text, subtotal integer, tax integer, total integer, created_by uuid, created_at timestamptz)`.execute(
    tx,
  )
  await addLines(tx, drafts)
}

export async function changeInvoice(
  tx: Tx,
  owner: InvoiceKeys,
  facts: InvoiceFacts,
  lines: InvoiceLines,
): Promise<void> {
  await tx.deleteFrom('invoice_lines').where('invoice_id', '=', owner.id).execute()
  await tx.updateTable('invoices').set(facts).where('id', '=', owner.id).execute()
  await addLines(tx, [{ owner, lines }])
}

/** In a fixed order of visits, so that two invoices with the same visits don't wait for each other. */
async function addLines(tx: Tx, drafts: readonly Pick<NewDraft, 'owner' | 'lines'>[]): Promise<void> {
  const rows = drafts.flatMap(linesOfDraft)
  const keyOf = (line: (typeof rows)[number]) => `${line.appointment_id ?? line.service_quote_id}`
  rows.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  await sql`insert into invoice_lines (invoice_id, building_id, vendor_id, position, kind, appointment_id, service_quote_id, description, amount)
    select invoice_id, building_id, vendor_id, position, kind, appointment_id, service_quote_id, description, amount
    from json_to_recordset(${JSON.stringify(rows)}::json) as l (invoice_id uuid, building_id uuid, vendor_id uuid, position smallint,
      kind text, appointment_id uuid, service_quote_id uuid, description text, amount integer)`.execute(tx)
}

function linesOfDraft({ owner, lines: { visits, starts, extras } }: Pick<NewDraft, 'owner' | 'lines'>) {
  const { id: invoice_id, building_id, vendor_id } = owner
  const none = { appointment_id: null, service_quote_id: null, description: null }
  return [
    ...visits.map(({ id, amount }) => ({ ...none, kind: 'visit', appointment_id: id, amount })),
    ...starts.map(({ id, amount }) => ({ ...none, kind: 'start', service_quote_id: id, amount })),
    ...extras.map((extra) => ({ ...none, kind: 'extra', ...extra })),
  ].map((line, index) => ({ invoice_id, building_id, vendor_id, position: index + 1, ...line }))
}

/** Whether an invoice of the viewer's company is there. */
export async function hasInvoice(tx: Tx, id: string): Promise<boolean> {
  const found = await tx.selectFrom('invoices').where('id', '=', id).select('id').executeTakeFirst()
  return found !== undefined
}

export async function removeInvoice(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('invoices').where('id', '=', id).execute()
}
