import { sql } from 'kysely'
import { DomainError } from '../../../domain/errors.ts'
import { INVOICE_STATUSES, type InvoiceLines, type InvoiceTab } from '../../../domain/invoices/invoice.ts'
import { type InvoiceSums, nextNumber } from '../../../domain/invoices/invoice-amounts.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { searchWords } from '../../../domain/searched-list.ts'
import type { Tx } from '../../db/pool.ts'
import type { PageRange } from '../../db/statement.ts'

type FoundInvoices = { search: string | null }
type OfVendor = FoundInvoices & { vendor_id: string }

/** Those in whose number or building each word of a search occurs. */
const isFound = ({ search }: FoundInvoices) =>
  sql<boolean>`not exists (select from unnest(${searchWords(search)}::text[]) word where strpos(
    lower(concat_ws(' ', i.number, b.name, b.address, b.city, v.company_name)), word) = 0)`

const shownInvoices = (tx: Tx) =>
  tx
    .selectFrom('invoices as i')
    .innerJoin('buildings as b', 'b.id', 'i.building_id')
    .innerJoin('vendor_profiles as v', 'v.id', 'i.vendor_id')
    .select(['i.id', 'i.number', 'i.status', 'i.date', 'i.due_date', 'i.total', 'i.sent_at'])
    .select(['b.name as building_name', 'b.address', 'b.city', 'v.company_name'])

/** One page of a tab of a vendor's invoices, the newest first. */
export const vendorInvoices = (
  tx: Tx,
  { vendor_id, tab, ...page }: OfVendor & PageRange & { tab: InvoiceTab },
) =>
  shownInvoices(tx)
    .where('i.vendor_id', '=', vendor_id)
    .$if(tab !== 'all', (query) => query.where('i.status', '=', tab === 'all' ? null : tab))
    .where(isFound(page))
    .orderBy('i.date', 'desc')
    .orderBy('i.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

/** One page of what was sent to a building, the newest first. */
export const receivedInvoices = (
  tx: Tx,
  { building_id, ...page }: FoundInvoices & PageRange & { building_id: string },
) =>
  shownInvoices(tx)
    .where('i.building_id', '=', building_id)
    .where('i.status', '<>', 'draft')
    .where(isFound(page))
    .orderBy('i.date', 'desc')
    .orderBy('i.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

type Counted = { count: number; total: number }

/** How many of a vendor's invoices each tab has, with their sums in cents, of those that a search finds. */
export async function countInvoices(
  tx: Tx,
  { vendor_id, ...search }: OfVendor,
): Promise<Record<InvoiceTab, Counted>> {
  const rows = await tx
    .selectFrom('invoices as i')
    .innerJoin('buildings as b', 'b.id', 'i.building_id')
    .innerJoin('vendor_profiles as v', 'v.id', 'i.vendor_id')
    .where('i.vendor_id', '=', vendor_id)
    .where(isFound(search))
    .groupBy('i.status')
    .select([
      'i.status',
      (eb) => eb.fn.countAll<number>().as('count'),
      sql<number>`sum(i.total)::bigint`.as('total'),
    ])
    .execute()
  const of = (statuses: readonly string[]) =>
    rows
      .filter(({ status }) => statuses.includes(status))
      .reduce((sum, each) => ({ count: sum.count + each.count, total: sum.total + each.total }), {
        count: 0,
        total: 0,
      })
  return { draft: of(['draft']), sent: of(['sent']), all: of(INVOICE_STATUSES) }
}

/** How many invoices were sent to a building, of those that a search finds. */
export async function countReceived(
  tx: Tx,
  { building_id, ...search }: FoundInvoices & { building_id: string },
): Promise<number> {
  const { count } = await tx
    .selectFrom('invoices as i')
    .innerJoin('buildings as b', 'b.id', 'i.building_id')
    .innerJoin('vendor_profiles as v', 'v.id', 'i.vendor_id')
    .where('i.building_id', '=', building_id)
    .where('i.status', '<>', 'draft')
    .where(isFound(search))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** An invoice that the viewer sees, with its lines in order and what was agreed for each, in cents. Throws DomainError 'not_found' for others'. */
export async function readInvoice(tx: Tx, id: string) {
  const invoice = await shownInvoices(tx)
    .where('i.id', '=', id)
    .select(['i.building_id', 'i.vendor_id', 'i.tax_rate', 'i.note', 'i.subtotal', 'i.tax'])
    .select([
      'b.state',
      'b.zip_code',
      'v.address as vendor_address',
      'v.city as vendor_city',
      'v.state as vendor_state',
      'v.zip_code as vendor_zip',
    ])
    .executeTakeFirst()
  if (!invoice) throw new DomainError('not_found')
  return { ...invoice, lines: await linesOf(tx, id) }
}

export const linesOf = (tx: Tx, id: string) =>
  tx
    .selectFrom('invoice_lines as l')
    .leftJoin('appointments as a', 'a.id', 'l.appointment_id')
    .leftJoin('service_quotes as q', (join) =>
      join.on((eb) => eb('q.id', '=', eb.fn.coalesce('l.service_quote_id', 'a.service_quote_id'))),
    )
    .leftJoin('service_types as t', 't.id', 'q.service_type_id')
    .where('l.invoice_id', '=', id)
    .orderBy('l.position')
    .select(['l.id', 'l.kind', 'l.appointment_id', 'l.service_quote_id', 'l.description', 'l.amount'])
    .select(['a.scheduled_date', 'a.status as visit_status', 't.name as service'])
    .select(
      sql<number | null>`case l.kind when 'visit' then agreed_visit_price(a.service_quote_id, a.nominal_date)
        when 'start' then q.once_price end`.as('agreed'),
    )
    .execute()

/** An invoice of the viewer's company under a lock. Throws DomainError 'not_found' for others'. */
export async function lockInvoice(tx: Tx, id: string) {
  const invoice = await tx
    .selectFrom('invoices as i')
    .where('i.id', '=', id)
    .select(['i.id', 'i.building_id', 'i.vendor_id', 'i.number', 'i.status', 'i.total', 'i.due_date'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!invoice) throw new DomainError('not_found')
  return invoice
}

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

/** The first number after another one that no invoice of a vendor has. */
export async function nextFreeNumber(tx: Tx, vendor_id: string, last: string | null): Promise<string> {
  let number = nextNumber(last)
  if (number.length > LIMITS.invoice_number) number = nextNumber(null)
  while (await isNumberTaken(tx, { vendor_id, number, id: null })) number = nextNumber(number)
  return number
}

type InvoiceFacts = InvoiceSums & {
  number: string
  date: string
  due_date: string
  tax_rate: number
  note: string | null
}
/** An invoice with its two sides. */
export type InvoiceKeys = { id: string; building_id: string; vendor_id: string }

export async function addInvoice(
  tx: Tx,
  owner: InvoiceKeys,
  facts: InvoiceFacts & { created_by: string; created_at: Date },
  lines: InvoiceLines,
) {
  await tx
    .insertInto('invoices')
    .values({ ...owner, ...facts })
    .execute()
  await addLines(tx, owner, lines)
}

export async function changeInvoice(
  tx: Tx,
  owner: InvoiceKeys,
  facts: InvoiceFacts,
  lines: InvoiceLines,
): Promise<void> {
  await tx.deleteFrom('invoice_lines').where('invoice_id', '=', owner.id).execute()
  await tx.updateTable('invoices').set(facts).where('id', '=', owner.id).execute()
  await addLines(tx, owner, lines)
}

/** In a fixed order of visits, so that two invoices with the same visits don't wait for each other. */
async function addLines(
  tx: Tx,
  { id: invoice_id, building_id, vendor_id }: InvoiceKeys,
  { visits, starts, extras }: InvoiceLines,
) {
  const none = { appointment_id: null, service_quote_id: null, description: null }
  const lines = [
    ...visits.map(({ id, amount }) => ({ ...none, kind: 'visit' as const, appointment_id: id, amount })),
    ...starts.map(({ id, amount }) => ({ ...none, kind: 'start' as const, service_quote_id: id, amount })),
    ...extras.map((extra) => ({ ...none, kind: 'extra' as const, ...extra })),
  ].map((line, index) => ({ invoice_id, building_id, vendor_id, position: index + 1, ...line }))
  const keyOf = (line: (typeof lines)[number]) => `${line.appointment_id ?? line.service_quote_id}`
  lines.sort((one, other) => keyOf(one).localeCompare(keyOf(other)))
  await tx.insertInto('invoice_lines').values(lines).execute()
}

export async function markInvoiceSent(
  tx: Tx,
  id: string,
  sent: { sent_by: string; sent_at: Date },
): Promise<void> {
  await tx
    .updateTable('invoices')
    .set({ status: 'sent', ...sent })
    .where('id', '=', id)
    .execute()
}

/** Whether an invoice of the viewer's company is there. */
export async function hasInvoice(tx: Tx, id: string): Promise<boolean> {
  const found = await tx.selectFrom('invoices').where('id', '=', id).select('id').executeTakeFirst()
  return found !== undefined
}

export async function removeInvoice(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('invoices').where('id', '=', id).execute()
}
