import type { Thumb } from '../../../domain/visits/rating.ts'
import type { Tx } from '../../db/pool.ts'
import type { findVisit } from './db.ts'

/** The ratings of a visit, the first one first; without a name where the viewer doesn't see the person. */
export const ratingsOf = (tx: Tx, visitId: string) =>
  tx
    .selectFrom('visit_ratings as r')
    .leftJoin('profiles as p', 'p.id', 'r.person')
    .where('r.appointment_id', '=', visitId)
    .orderBy('r.rated_at')
    .orderBy('r.id')
    .select(['r.id', 'p.id as person', 'p.full_name', 'r.thumb', 'r.comment', 'r.rated_at'])
    .execute()

type Rating = { thumb: Thumb; comment: string | null; person: string; rated_at: Date }

/** Saves a person's rating of a visit, in place of their earlier one. */
export async function saveRating(
  tx: Tx,
  { id: appointment_id, building_id, vendor_id }: Awaited<ReturnType<typeof findVisit>>,
  { person, ...rating }: Rating,
): Promise<void> {
  await tx
    .insertInto('visit_ratings')
    .values({ appointment_id, building_id, vendor_id, person, ...rating })
    .onConflict((conflict) => conflict.columns(['appointment_id', 'person']).doUpdateSet(rating))
    .execute()
}

/** False if there is none. */
export async function deleteRating(tx: Tx, visitId: string, person: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('visit_ratings')
    .where('appointment_id', '=', visitId)
    .where('person', '=', person)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
