import { sql } from 'kysely'
import type { OpenRenewal, RenewalTerms } from '../../../domain/agreements/renewal.ts'
import type { CalendarDate } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Side } from '../../../domain/visits/change.ts'
import type { Tx } from '../../db/pool.ts'
import { renewedPrice } from '../visits/price.db.ts'
import { stopsOf } from '../visits/stop.db.ts'

const acceptedOffer = (tx: Tx, quoteId: string) =>
  tx
    .selectFrom('service_quotes as q')
    .innerJoin('request_rounds as r', (join) =>
      join.onRef('r.building_service_id', '=', 'q.building_service_id').onRef('r.round', '=', 'q.round'),
    )
    // Of the present round: a service that was requested again has nothing left to renew.
    .innerJoin('building_services as s', (join) =>
      join
        .onRef('s.id', '=', 'q.building_service_id')
        .onRef('s.round', '=', 'q.round')
        .on('s.status', '=', 'Accepted'),
    )
    .innerJoin('service_types as t', 't.id', 'q.service_type_id')
    .innerJoin('vendor_profiles as v', 'v.id', 'q.vendor_id')
    .where('q.id', '=', quoteId)
    .where('q.status', '=', 'accepted')
    .select([
      'q.id',
      'q.building_service_id',
      'q.building_id',
      'q.vendor_id',
      't.name as service',
      'v.company_name',
    ])
    .select(['r.service_type', 'r.required_every_weeks', 'r.preferred_end_date', 'r.until_ended'])

/** The offers of an agreement, the last one first. */
const offersOf = (tx: Tx, quoteId: string) =>
  tx
    .selectFrom('renewals')
    .where('service_quote_id', '=', quoteId)
    .orderBy('offered_at', 'desc')
    .orderBy('id')
    .select(['id', 'offered_by', 'from_date', 'until_date', 'price', 'note', 'answer'])
    .execute()

/**
 * An accepted quote with its pauses and its end, its price (cents) for its last visits, all offers to renew it, and whether on this day
 * vendors are asked for what follows.
 */
export async function readAgreement(tx: Tx, quoteId: string, day: CalendarDate) {
  const agreement = await acceptedOffer(tx, quoteId)
    .select('q.renewed_until')
    .select(renewedPrice(sql`'infinity'::date`, 'q').as('price'))
    .select(sql<boolean>`asked_again(q.id, ${day})`.as('asked_again'))
    .executeTakeFirst()
  if (!agreement) throw new DomainError('not_found')
  const [stops, renewals] = await Promise.all([stopsOf(tx, quoteId), offersOf(tx, quoteId)])
  return { ...agreement, stops, renewals }
}

/** The same under a lock of the quote: nothing is booked, stopped or renewed meanwhile. */
export async function lockAgreement(tx: Tx, quoteId: string, day: CalendarDate) {
  await acceptedOffer(tx, quoteId).forNoKeyUpdate('q').execute()
  const agreement = await readAgreement(tx, quoteId, day)
  const open: OpenRenewal | null = agreement.renewals.find(({ answer }) => answer === null) ?? null
  return { ...agreement, open }
}

/** The agreement of an offer that the viewer sees. */
export async function quoteOfRenewal(tx: Tx, id: string): Promise<string> {
  const offer = await tx
    .selectFrom('renewals')
    .where('id', '=', id)
    .select('service_quote_id')
    .executeTakeFirst()
  if (!offer) throw new DomainError('not_found')
  return offer.service_quote_id
}

export type LockedAgreement = Awaited<ReturnType<typeof lockAgreement>>
type NewRenewal = RenewalTerms & {
  from_date: CalendarDate
  note: string | null
  offered_by: Side
  person: string
  offered_at: Date
}

export async function addRenewal(
  tx: Tx,
  { id, building_service_id, building_id, vendor_id }: LockedAgreement,
  renewal: NewRenewal,
): Promise<void> {
  await tx
    .insertInto('renewals')
    .values({ service_quote_id: id, building_service_id, building_id, vendor_id, ...renewal })
    .execute()
}

type RenewalAnswer = {
  answer: 'agreed' | 'refused' | 'withdrawn' | 'replaced'
  answered_by: string
  answered_at: Date
}

/** Ends the open offer. Throws DomainError 'conflict' if it was ended meanwhile. */
export async function closeRenewal(tx: Tx, id: string, answer: RenewalAnswer): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('renewals')
    .set(answer)
    .where('id', '=', id)
    .where('answer', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new DomainError('conflict', 'this offer was answered meanwhile')
}

/** How many visits a renewal booked. */
export async function countRenewed(
  tx: Tx,
  quoteId: string,
  { from_date, until_date }: { from_date: CalendarDate; until_date: CalendarDate },
): Promise<number> {
  const { count } = await tx
    .selectFrom('appointments')
    .where('service_quote_id', '=', quoteId)
    .where('nominal_date', '>=', from_date)
    .where('nominal_date', '<=', until_date)
    .where('status', '<>', 'cancelled')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
