import { agreementEnd } from '../../../domain/agreements/agreement.ts'
import type { CalendarDate } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Tx } from '../../db/pool.ts'
import { renewedUntil } from '../visits/price.db.ts'
import { stopsOf } from '../visits/stop.db.ts'

/**
 * The last day of what was accepted for a building's service, null for an endless one; the quote is locked, so that nobody renews it
 * meanwhile. Throws DomainError 'not_found' for another building's, and for one that nobody was given.
 */
export async function lockFollowedEnd(
  tx: Tx,
  buildingId: string,
  serviceId: string,
): Promise<CalendarDate | null> {
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
    .select('q.id')
    .forNoKeyUpdate('q')
    .executeTakeFirst()
  if (!accepted) throw new DomainError('not_found')
  const [days, stops] = await Promise.all([
    tx
      .selectFrom('building_services as s')
      .where('s.id', '=', serviceId)
      .select(['s.service_type', 's.required_every_weeks', 's.preferred_end_date', 's.until_ended'])
      .select((eb) => renewedUntil(eb.val(accepted.id)).as('renewed_until'))
      .executeTakeFirstOrThrow(),
    stopsOf(tx, accepted.id),
  ])
  return agreementEnd({ ...days, stops })
}
