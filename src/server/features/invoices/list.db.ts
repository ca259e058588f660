import { sql } from 'kysely'
import { INVOICE_STATES, type InvoiceState, type InvoiceTab } from '../../../domain/invoices/invoice.ts'
import { searchWords } from '../../../domain/searched-list.ts'
import type { Tx } from '../../db/pool.ts'
import type { PageRange } from '../../db/statement.ts'

type FoundInvoices = { search: string | null }
type OfVendor = FoundInvoices & { vendor_id: string }

/** Those in whose number or other side each word of a search occurs. */
const isFound = (of: 'vendor' | 'building', { search }: FoundInvoices) =>
  sql<boolean>`not exists (select from unnest(${searchWords(search)}::text[]) word where strpos(lower(concat_ws(' ', i.number,
    ${of === 'vendor' ? sql`b.name, b.address, b.city` : sql`v.company_name`})), word) = 0)`

/** An approved one is paid once nothing of it is open. */
const invoiceState = sql<InvoiceState>`case when i.status = 'approved' and i.paid >= i.approved then 'paid' else i.status end`

/** What a list shows of each invoice. */
export const shownInvoices = (tx: Tx) =>
  tx
    .selectFrom('invoices as i')
    .innerJoin('buildings as b', 'b.id', 'i.building_id')
    .innerJoin('vendor_profiles as v', 'v.id', 'i.vendor_id')
    .select([
      'i.id',
      'i.number',
      'i.status',
      'i.date',
      'i.due_date',
      'i.total',
      'i.approved',
      'i.paid',
      'i.credited',
      'i.sent_at',
    ])
    .select(invoiceState.as('state'))
    .select(['b.name as building_name', 'b.address', 'b.city', 'v.company_name'])

/** One page of a tab of a vendor's invoices, the newest first. */
export const vendorInvoices = (
  tx: Tx,
  { vendor_id, tab, ...page }: OfVendor & PageRange & { tab: InvoiceTab },
) =>
  shownInvoices(tx)
    .where('i.vendor_id', '=', vendor_id)
    .$if(tab !== 'all', (query) => query.where(invoiceState, '=', tab === 'all' ? null : tab))
    .where(isFound('vendor', page))
    .orderBy('i.date', 'desc')
    .orderBy('i.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

/** One page of what was sent to a building: what waits for its decision first, then the newest. */
export const receivedInvoices = (
  tx: Tx,
  { building_id, ...page }: FoundInvoices & PageRange & { building_id: string },
) =>
  shownInvoices(tx)
    .where('i.building_id', '=', building_id)
    .where('i.status', '<>', 'draft')
    .where(isFound('building', page))
    .orderBy(sql`i.status in ('sent', 'disputed')`, 'desc')
    .orderBy('i.date', 'desc')
    .orderBy('i.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

type Counted = { count: number; total: number }
const NO_INVOICES: Counted = { count: 0, total: 0 }

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
    .where(isFound('vendor', search))
    .groupBy(invoiceState)
    .select([
      invoiceState.as('state'),
      (eb) => eb.fn.countAll<number>().as('count'),
      // Of what was decided, what is owed; of others, what is left.
      sql<number>`sum(coalesce(i.approved, i.total - i.credited))::bigint`.as('total'),
    ])
    .execute()
  const of = (...states: readonly InvoiceState[]) =>
    rows
      .filter((row) => states.includes(row.state))
      .reduce((sum, each) => ({ count: sum.count + each.count, total: sum.total + each.total }), NO_INVOICES)
  return {
    draft: of('draft'),
    sent: of('sent'),
    disputed: of('disputed'),
    approved: of('approved'),
    paid: of('paid'),
    refused: of('refused'),
    credited: of('credited'),
    all: of(...INVOICE_STATES),
  }
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
    .where(isFound('building', search))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
