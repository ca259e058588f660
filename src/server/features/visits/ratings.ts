import { RateVisit, RemoveRating, requireRatable } from '../../../domain/visits/rating.ts'
import { record } from '../../db/record.ts'
import { openTo } from '../../rpc/procedure.ts'
import { findVisit } from './db.ts'
import { deleteRating, saveRating } from './ratings.db.ts'
import { visitEvent } from './visit-event.ts'

/** What an event of a rating says. The vendor doesn't see it, because it names a resident. */
function ratingEvent(...of: Parameters<typeof visitEvent>) {
  const { vendor_id: _, ...event } = visitEvent(...of)
  return event
}

/** The procedures of ratings. Product 1.5 */
export const ratings = {
  /** Rates a completed visit; a second time changes one's rating. */
  rate: openTo('resident')
    .input(RateVisit)
    .mutation(async ({ ctx: { tx, viewer, now }, input: { id, ...rating } }) => {
      const visit = await findVisit(tx, id)
      requireRatable(viewer, visit)
      await saveRating(tx, visit, { ...rating, person: viewer.id, rated_at: now() })
      const { data, ...event } = ratingEvent(viewer, visit)
      await record(tx, { ...event, kind: 'visit_rated', data: { ...data, ...rating } })
    }),

  /** Removes one's own rating. Once it is gone, nothing happens. */
  removeRating: openTo('resident')
    .input(RemoveRating)
    .mutation(async ({ ctx: { tx, viewer }, input }) => {
      const visit = await findVisit(tx, input.id)
      if (!(await deleteRating(tx, visit.id, viewer.id))) return
      await record(tx, { ...ratingEvent(viewer, visit), kind: 'visit_rating_removed' })
    }),
}
