import { agreementEnd } from '../../../domain/agreements/agreement.ts'
import type { CalendarDate } from '../../../domain/calendar.ts'
import type { Tx } from '../../db/pool.ts'
import { stopsOf } from '../visits/stop.db.ts'

type FollowedQuote = { quote: string; ends_on: CalendarDate | null }

/**
 * What was accepted for a building's service, and its last day, null for an endless one; the quote is locked, so that nobody renews it
 * meanwhile. Null for another building's service, and for one that nobody was given.
 */
export async function lockFollowed(
  tx: Tx,
  buildingId: string,
  serviceId: string,
): Promise<FollowedQuote | null> {
  const accepted = await tx
    .selectFrom('building_services as s')
    .innerJoin('service_quotes as q', (join) =>
      join
        .onRef('q.building_service_id', '=', 's.id')
        .onRef('q.round', '=', 's.round')
        .on('q.status', '=', 'accepted'),
    )
    .where('s.id', '=', serviceId)
    .where('s.building_id', '=', buildingId)
    .where('s.status', '=', 'Accepted')
    .select(['q.id', 'q.renewed_until'])
    .forNoKeyUpdate('q')
    .executeTakeFirst()
  if (!accepted) return null
  const [days, stops] = await Promise.all([
    tx
      .selectFrom('building_services as s')
      .where('s.id', '=', serviceId)
      .select(['s.service_type', 's.required_every_weeks', 's.preferred_end_date', 's.until_ended'])
      .executeTakeFirstOrThrow(),
    stopsOf(tx, accepted.id),
  ])
  return {
    quote: accepted.id,
    ends_on: agreementEnd({ ...days, renewed_until: accepted.renewed_until, stops }),
  }
}

/** The same for the service that this one follows; null where it follows none. */
export async function lockFollowedBy(
  tx: Tx,
  buildingId: string,
  serviceId: string,
): Promise<FollowedQuote | null> {
  const service = await tx
    .selectFrom('building_services')
    .where('id', '=', serviceId)
    .where('building_id', '=', buildingId)
    .select('follows')
    .executeTakeFirst()
  return service?.follows ? lockFollowed(tx, buildingId, service.follows) : null
}
