import { type Expression, sql } from 'kysely'
import type { OpenRenewal, RenewalTerms } from '../../../domain/agreements/renewal.ts'
import type { CalendarDate } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Side } from '../../../domain/visits/change.ts'
import type { Tx } from '../../db/pool.ts'
import { renewedPrice } from '../visits/price.db.ts'
import { stopsOf } from '../visits/stop.db.ts'

/** Until when a quote was renewed; null before its first renewal. */
export const renewedUntil = (quote: Expression<string | null>) => sql<CalendarDate | null>`(select max(until_date) from renewals r
  where r.service_quote_id = ${quote} and r.answer = 'agreed')`

const agreements = (tx: Tx, quoteId: string) =>
  tx
    .selectFrom('service_quotes as q')
    .innerJoin('request_rounds as r', (join) =>
      join.onRef('r.building_service_id', '=', 'q.building_service_id').onRef('r.round', '=', 'q.round'),
    )
    .innerJoin('service_types as t', 't.id', 'q.service_type_id')
    .innerJoin('vendor_profiles as v', 'v.id', 'q.vendor_id')
    .where('q.id', '=', quoteId)
    .where('q.status', '=', 'accepted')
    .select(['q.id', 'q.building_service_id', 'q.building_id', 'q.vendor_id', 't.name as service', 'v.company_name'])
    .select(['r.service_type', 'r.required_every_weeks', 'r.preferred_end_date', 'r.until_ended'])
    // Its building asks vendors again, or has chosen one for the time after.
    .select(
      sql<boolean>`exists (select from service_quotes later where later.building_service_id = q.building_service_id
        and later.round > q.round and later.status <> 'declined')`.as('asked_again'),
    )

/** The offers of an agreement, the last one first. */
const offersOf = (tx: Tx, quoteId: string) =>
  tx
    .selectFrom('renewals')
    .where('service_quote_id', '=', quoteId)
    .orderBy('offered_at', 'desc')
    .orderBy('id')
    .select(['id', 'offered_by', 'from_date', 'until_date', 'price', 'note', 'answer'])
    .execute()

/** An accepted quote with its pauses and its end, its price (cents) for a visit of this day, and all offers to renew it. */
export async function readAgreement(tx: Tx, quoteId: string, day: CalendarDate) {
  const agreement = await agreements(tx, quoteId)
    .select((eb) => renewedUntil(eb.ref('q.id')).as('renewed_until'))
    .select(renewedPrice(sql`${day}::date`, 'q').as('price'))
    .executeTakeFirst()
  if (!agreement) throw new DomainError('not_found')
  const [stops, renewals] = await Promise.all([stopsOf(tx, quoteId), offersOf(tx, quoteId)])
  return { ...agreement, stops, renewals }
}

/** The same under a lock of the quote: nothing is booked, stopped or renewed meanwhile. */
export async function lockAgreement(tx: Tx, quoteId: string, day: CalendarDate) {
  await agreements(tx, quoteId).forNoKeyUpdate('q').execute()
  const agreement = await readAgreement(tx, quoteId, day)
  const open: OpenRenewal | null = agreement.renewals.find(({ answer }) => answer === null) ?? null
  return { ...agreement, open }
}

/** The agreement of an offer that the viewer sees. */
export async function quoteOfRenewal(tx: Tx, id: string): Promise<string> {
  const offer = await tx.selectFrom('renewals').where('id', '=', id).select('service_quote_id').executeTakeFirst()
  if (!offer) throw new DomainError('not_found')
  return offer.service_quote_id
}

type LockedAgreement = Awaited<ReturnType<typeof lockAgreement>>
type NewRenewal = RenewalTerms & { from_date: CalendarDate; note: string | null; offered_by: Side; person: string; offered_at: Date }

export async function addRenewal(
  tx: Tx,
  { id, building_id, vendor_id }: Pick<LockedAgreement, 'id' | 'building_id' | 'vendor_id'>,
  renewal: NewRenewal,
): Promise<void> {
  await tx
    .insertInto('renewals')
    .values({ service_quote_id: id, building_id, vendor_id, ...renewal })
    .execute()
}

type RenewalAnswer = { answer: 'agreed' | 'refused' | 'withdrawn' | 'replaced'; answered_by: string; answered_at: Date }

/** Ends the open offer. */
export async function closeRenewal(tx: Tx, id: string, answer: RenewalAnswer): Promise<void> {
  await tx.updateTable('renewals').set(answer).where('id', '=', id).where('answer', 'is', null).execute()
}
