import { type QueryCreator, type SelectQueryBuilder, sql } from 'kysely'
import { INVOICE_STATES, type InvoiceState, type InvoiceTab } from '../../../domain/invoices/invoice-state.ts'
import { searchWords } from '../../../domain/searched-list.ts'
import type { Tx } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { type PageRange, statement } from '../../db/statement.ts'

/** An approved one is paid once nothing of it is open. As the index of a vendor's invoices says it. */
const stateOf = (table: 'i' | 'invoices') => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<InvoiceState>`case when ${column('status')} = 'approved' and ${column('paid')} >= ${column('approved')} then 'paid'
    else ${column('status')} end`
}

/** What of what was paid of `i` a bank holds until it decides, and what is on its way back, in cents. */
export const disputedOf = sql<number>`(select coalesce(sum(c.amount), 0)::int from chargebacks c where c.payable_id = i.id and c.status = 'open')`
export const returningOf = sql<number>`(select coalesce(sum(r.amount), 0)::int from refunds r where r.payable_id = i.id and r.status = 'pending')`

/** What a list shows of each invoice. */
const shown = (db: QueryCreator<DB>) =>
  db
    .selectFrom('invoices as i')
    .innerJoin('buildings as b', 'b.id', 'i.building_id')
    .innerJoin('vendor_profiles as v', 'v.id', 'i.vendor_id')
    .select([
      'i.id',
      'i.number',
      'i.status',
      'i.version',
      'i.date',
      'i.due_date',
      'i.total',
      'i.approved',
      'i.paid',
      'i.credited',
      'i.sent_at',
    ])
    .select(stateOf('i').as('state'))
    .select([disputedOf.as('disputed'), returningOf.as('returning')])
    .select(['b.name as building_name', 'b.address', 'b.city', 'v.company_name'])
export const shownInvoices = (tx: Tx) => shown(tx)

type OwnInvoices = SelectQueryBuilder<DB, 'invoices', { id: string }>
type SearchedInvoices = { words: readonly string[] }
type OfVendor = { vendor_id: string }
type InvoicesOfBuilding = { building_id: string }

/** Those in whose number or other side each word of a search occurs. */
const isFound = (of: 'vendor' | 'building', words: readonly string[]) =>
  sql<boolean>`not exists (select from unnest(${words}::text[]) word where strpos(lower(concat_ws(' ', invoices.number,
    ${
      of === 'vendor'
        ? sql`(select concat_ws(' ', b.name, b.address, b.city) from buildings b where b.id = invoices.building_id)`
        : sql`(select v.company_name from vendor_profiles v where v.id = invoices.vendor_id)`
    })), word) = 0)`

/** A page of a vendor's invoices, the newest first. `select` chooses them by an index, before the joins. */
const vendorPage = <V extends OfVendor & PageRange>(select: (own: OwnInvoices, values: V) => OwnInvoices) =>
  statement((db, values: V) =>
    shown(db)
      .where(
        'i.id',
        'in',
        select(db.selectFrom('invoices').where('vendor_id', '=', values.vendor_id).select('id'), values)
          .orderBy('date', 'desc')
          .orderBy('id')
          .limit(values.limit)
          .offset(values.offset),
      )
      .orderBy('i.date', 'desc')
      .orderBy('i.id'),
  )

type InvoicesInState = { state: InvoiceState }
const ofState = (own: OwnInvoices, { state }: InvoicesInState) => own.where(stateOf('invoices'), '=', state)
const found =
  (of: 'vendor' | 'building') =>
  (own: OwnInvoices, { words }: SearchedInvoices) =>
    own.where(isFound(of, words))

type PageOfVendor = OfVendor & PageRange
const allInvoices = vendorPage((own) => own)
const ofTab = vendorPage<PageOfVendor & InvoicesInState>(ofState)
const foundInvoices = vendorPage<PageOfVendor & SearchedInvoices>(found('vendor'))
const foundOfTab = vendorPage<PageOfVendor & InvoicesInState & SearchedInvoices>((own, values) =>
  found('vendor')(ofState(own, values), values),
)

type FoundInvoices = { search: string | null }

/** One page of a tab of a vendor's invoices, of those that a search finds, the newest first. */
export function vendorInvoices(
  tx: Tx,
  { tab, search, ...page }: PageOfVendor & FoundInvoices & { tab: InvoiceTab },
) {
  const words = searchWords(search)
  if (words.length === 0) return tab === 'all' ? allInvoices(tx, page) : ofTab(tx, { ...page, state: tab })
  return tab === 'all'
    ? foundInvoices(tx, { ...page, words })
    : foundOfTab(tx, { ...page, words, state: tab })
}

/** A page of what was sent to a building: what waits for its decision first, then the newest. */
const receivedPage = <V extends InvoicesOfBuilding & PageRange>(
  select: (own: OwnInvoices, values: V) => OwnInvoices,
) =>
  statement((db, values: V) => {
    const waits = (table: 'i' | 'invoices') => sql`${sql.ref(`${table}.status`)} in ('sent', 'disputed')`
    return shown(db)
      .where(
        'i.id',
        'in',
        select(sentTo(db, values), values)
          .orderBy(waits('invoices'), 'desc')
          .orderBy('date', 'desc')
          .orderBy('id')
          .limit(values.limit)
          .offset(values.offset),
      )
      .orderBy(waits('i'), 'desc')
      .orderBy('i.date', 'desc')
      .orderBy('i.id')
  })
const sentTo = (db: QueryCreator<DB>, { building_id }: InvoicesOfBuilding) =>
  db.selectFrom('invoices').where('building_id', '=', building_id).where('status', '<>', 'draft').select('id')

const allReceived = receivedPage((own) => own)
const foundReceived = receivedPage<InvoicesOfBuilding & PageRange & SearchedInvoices>(found('building'))

/** One page of what was sent to a building, of those that a search finds. */
export function receivedInvoices(
  tx: Tx,
  { search, ...page }: FoundInvoices & PageRange & InvoicesOfBuilding,
) {
  const words = searchWords(search)
  return words.length === 0 ? allReceived(tx, page) : foundReceived(tx, { ...page, words })
}

type Counted = { count: number; total: number }

/** One count and sum a state: of what was decided, what is owed; of others, what is left. */
const countedBy = <V extends OfVendor>(select: (own: OwnInvoices, values: V) => OwnInvoices) =>
  statement((db, values: V) =>
    db
      .selectFrom(
        sql<{ state: InvoiceState }>`unnest(${sql.val(INVOICE_STATES)}::text[])`.as<'each'>(
          sql`each (state)`,
        ),
      )
      .innerJoinLateral(
        select(
          db
            .selectFrom('invoices')
            .where('vendor_id', '=', values.vendor_id)
            .where(stateOf('invoices'), '=', sql<InvoiceState>`each.state`)
            .select('id'),
          values,
        )
          .clearSelect()
          .select((eb) => [
            eb.fn.countAll<number>().as('count'),
            sql<number>`coalesce(sum(coalesce(approved, total - credited)), 0)::bigint`.as('total'),
          ])
          .as('own'),
        (join) => join.onTrue(),
      )
      .select(['each.state', 'own.count', 'own.total']),
  )
const countAll = countedBy((own) => own)
const countFound = countedBy<OfVendor & SearchedInvoices>(found('vendor'))

/** How many of a vendor's invoices each tab has, with their sums in cents, of those that a search finds. */
export async function countInvoices(
  tx: Tx,
  { search, ...of }: OfVendor & FoundInvoices,
): Promise<Record<InvoiceTab, Counted>> {
  const words = searchWords(search)
  const rows = await (words.length === 0 ? countAll(tx, of) : countFound(tx, { ...of, words }))
  const tab = (...states: readonly InvoiceState[]) =>
    rows
      .filter((row) => states.includes(row.state))
      .reduce((sum, each) => ({ count: sum.count + each.count, total: sum.total + each.total }), {
        count: 0,
        total: 0,
      })
  return {
    draft: tab('draft'),
    sent: tab('sent'),
    disputed: tab('disputed'),
    approved: tab('approved'),
    paid: tab('paid'),
    refused: tab('refused'),
    credited: tab('credited'),
    all: tab(...INVOICE_STATES),
  }
}

const countSent = <V extends InvoicesOfBuilding>(select: (own: OwnInvoices, values: V) => OwnInvoices) =>
  statement((db, values: V) =>
    select(sentTo(db, values), values)
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('count')),
  )
const countAllReceived = countSent((own) => own)
const countFoundReceived = countSent<InvoicesOfBuilding & SearchedInvoices>(found('building'))

/** How many invoices were sent to a building, of those that a search finds. */
export async function countReceived(
  tx: Tx,
  { search, ...of }: FoundInvoices & InvoicesOfBuilding,
): Promise<number> {
  const words = searchWords(search)
  const [row] = await (words.length === 0
    ? countAllReceived(tx, of)
    : countFoundReceived(tx, { ...of, words }))
  return row?.count ?? 0
}
