import { sql } from 'kysely'
import type { Thumb } from '../../../domain/visits/rating.ts'
import type { Tx } from '../../db/pool.ts'
import type { findVisit } from './db.ts'

/** The ratings of a visit, the first one first; for the vendor without who gave them. Product 1.5 */
export const ratingsOf = (tx: Tx, visitId: string) =>
  tx
    .selectFrom('visit_ratings as r')
    .leftJoin('profiles as p', (join) =>
      join.onRef('p.id', '=', 'r.person').on(sql<boolean>`viewer_vendor() is null`),
    )
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
