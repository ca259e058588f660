import { sql } from 'kysely'
import type { CalendarDate } from '../../../domain/calendar.ts'
import type { InvoicedVisit } from '../../../domain/invoices/invoice.ts'
import type { Tx } from '../../db/pool.ts'

/** What was agreed for a visit, in cents. */
const agreedPrice = sql<number>`agreed_visit_price(a.service_quote_id, a.nominal_date)`
/** No line names it. */
const isFree = sql<boolean>`not exists (select from invoice_lines l where l.appointment_id = a.id and l.credit_note_id is null)`
const isStartFree = sql<boolean>`not exists (
  select from invoice_lines l where l.service_quote_id = q.id and l.refused_reason is null and l.credit_note_id is null)`

type DueDays = { from: CalendarDate; until: CalendarDate }
type OfCompany = { vendor_id: string }

/** A vendor's finished visits of these days, the last day with them, that are on no invoice. */
const dueVisits = (tx: Tx, { vendor_id, from, until }: OfCompany & DueDays) =>
  tx
    .selectFrom('appointments as a')
    .where('a.vendor_id', '=', vendor_id)
    .where('a.status', '=', 'completed')
    .where('a.scheduled_date', '>=', from)
    .where('a.scheduled_date', '<=', until)
    .where(isFree)

/** The accepted quotes of a vendor whose one-time price is due and on no invoice: after their first finished visit. Product 2.4 */
const freeStarts = (tx: Tx, { vendor_id, until }: OfCompany & Pick<DueDays, 'until'>) =>
  tx
    .selectFrom('service_quotes as q')
    .where('q.vendor_id', '=', vendor_id)
    .where('q.status', '=', 'accepted')
    .where('q.once_price', '>', 0)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('appointments as a')
          .whereRef('a.service_quote_id', '=', 'q.id')
          .where('a.status', '=', 'completed')
          .where('a.scheduled_date', '<=', until),
      ),
    )
    .where(isStartFree)

/** The buildings at which a vendor has something to invoice: how many visits, how many one-time prices, and all in cents; by address. Product 3.1 */
export const dueBuildings = (tx: Tx, days: OfCompany & DueDays) =>
  tx
    .selectFrom(
      dueVisits(tx, days)
        .select(['a.building_id', agreedPrice.as('amount'), sql<boolean>`true`.as('is_visit')])
        .unionAll(
          freeStarts(tx, days).select([
            'q.building_id',
            'q.once_price as amount',
            sql<boolean>`false`.as('is_visit'),
          ]),
        )
        .as('line'),
    )
    .innerJoin('buildings as b', 'b.id', 'line.building_id')
    .groupBy('b.id')
    .orderBy('b.address')
    .orderBy('b.id')
    .select(['b.id as building_id', 'b.name', 'b.address', 'b.city'])
    .select((eb) => [
      sql<number>`count(*) filter (where line.is_visit)`.as('visits'),
      sql<number>`count(*) filter (where not line.is_visit)`.as('starts'),
      eb.fn.sum<number>('line.amount').as('amount'),
    ])
    .execute()

/** All that a vendor can invoice of these days: by the address of the building, one-time prices first, then visits, the oldest first. Product 3.1 */
export const allDue = (tx: Tx, days: OfCompany & DueDays) =>
  tx
    .selectFrom(
      dueVisits(tx, days)
        .select([
          'a.building_id',
          'a.id',
          sql<'start' | 'visit'>`'visit'`.as('kind'),
          agreedPrice.as('amount'),
        ])
        .select([sql<string>`''`.as('service'), 'a.scheduled_date as day', 'a.scheduled_time as time'])
        .unionAll(
          freeStarts(tx, days)
            .innerJoin('service_types as t', 't.id', 'q.service_type_id')
            .select([
              'q.building_id',
              'q.id',
              sql<'start' | 'visit'>`'start'`.as('kind'),
              'q.once_price as amount',
            ])
            .select(['t.name as service', sql<string>`null`.as('day'), sql<string>`null`.as('time')]),
        )
        .as('line'),
    )
    .innerJoin('buildings as b', 'b.id', 'line.building_id')
    .orderBy('b.address')
    .orderBy('b.id')
    .orderBy('line.kind')
    .orderBy('line.service')
    .orderBy('line.day')
    .orderBy('line.time')
    .orderBy('line.id')
    .select(['line.building_id', 'line.id', 'line.kind', 'line.amount'])
    .execute()

/** The buildings with an accepted quote of a vendor, by address. */
export const customers = (tx: Tx, { vendor_id }: OfCompany) =>
  tx
    .selectFrom('buildings as b')
    .where((eb) =>
      eb(
        'b.id',
        'in',
        eb
          .selectFrom('service_quotes as q')
          .where('q.vendor_id', '=', vendor_id)
          .where('q.status', '=', 'accepted')
          .select('q.building_id'),
      ),
    )
    .orderBy('b.address')
    .orderBy('b.id')
    .select(['b.id as building_id', 'b.name', 'b.address', 'b.city'])
    .execute()

type AtBuilding = { building_id: string }

/** These visits at one building, the oldest first. Product 3.1 */
export const dueVisitsOf = (tx: Tx, { building_id, ...days }: OfCompany & DueDays & AtBuilding) =>
  dueVisits(tx, days)
    .where('a.building_id', '=', building_id)
    .innerJoin('service_quotes as q', 'q.id', 'a.service_quote_id')
    .innerJoin('service_types as t', 't.id', 'q.service_type_id')
    .orderBy('a.scheduled_date')
    .orderBy('a.scheduled_time')
    .orderBy('a.id')
    .select(['a.id', 'a.scheduled_date', 't.name as service', agreedPrice.as('amount')])
    .execute()

/** Its one-time prices at one building, by service. Product 2.4 */
export const dueStarts = (tx: Tx, { building_id, ...of }: OfCompany & AtBuilding & Pick<DueDays, 'until'>) =>
  freeStarts(tx, of)
    .where('q.building_id', '=', building_id)
    .innerJoin('service_types as t', 't.id', 'q.service_type_id')
    .orderBy('t.name')
    .orderBy('q.id')
    .select(['q.id', 't.name as service', 'q.once_price as amount'])
    .execute()

type ChosenVisits = OfCompany & AtBuilding & { ids: readonly string[]; invoice_id: string }

/** These visits of a vendor at a building, by id, as an invoice reads them; `invoice_number` is another invoice's. */
export async function visitsToInvoice(tx: Tx, { vendor_id, building_id, ids, invoice_id }: ChosenVisits) {
  const rows: (InvoicedVisit & { id: string })[] = await tx
    .selectFrom('appointments as a')
    .where('a.id', 'in', ids.length > 0 ? ids : [null])
    .where('a.vendor_id', '=', vendor_id)
    .where('a.building_id', '=', building_id)
    .select(['a.id', 'a.scheduled_date', 'a.status', agreedPrice.as('agreed_price')])
    .select((eb) =>
      eb
        .selectFrom('invoice_lines as l')
        .innerJoin('invoices as i', 'i.id', 'l.invoice_id')
        .whereRef('l.appointment_id', '=', 'a.id')
        .where('l.invoice_id', '<>', invoice_id)
        .where('l.credit_note_id', 'is', null)
        .select('i.number')
        .as('invoice_number'),
    )
    .execute()
  return new Map(rows.map((visit) => [visit.id, visit]))
}
