import { z } from 'zod'
import { addDays, today } from '../../../domain/calendar.ts'
import { withLacked } from '../../../domain/compliance/requirement.ts'
import {
  CLAIM_DAYS,
  ClaimVisit,
  ConfirmClaim,
  RefuseClaim,
  requireClaimable,
  requireOpenClaim,
} from '../../../domain/visits/missed.ts'
import { record } from '../../db/record.ts'
import { openTo } from '../../rpc/procedure.ts'
import { withPhotos } from './attendance.db.ts'
import { requireVendorCompliance } from './attendance.ts'
import { visitsOfViewer } from './calendar.ts'
import { addClaim, lockClaim, missed, saveAnswer } from './claims.db.ts'
import { PAGE_SIZE, pageNumber, rowsOf } from './page.ts'
import { visitEvent } from './visit-event.ts'

/** The procedures of missed visits. Product 1.5 */
export const claims = {
  /** The missed visits of the last 30 days that are not answered, and open claims: a building's, or a vendor's own. */
  missed: openTo('resident', 'vendor')
    .input(z.strictObject({ page: pageNumber }))
    .query(async ({ ctx: { tx, viewer, now, config }, input }) => {
      const { of, id } = visitsOfViewer(viewer)
      const since = { id, from: addDays(today(now(), config.timeZone), -CLAIM_DAYS) }
      const [[count], visits] = await Promise.all([
        missed[of].count(tx, since),
        missed[of].page(tx, { ...since, ...rowsOf(input.page) }),
      ])
      return {
        total: count?.total ?? 0,
        page_size: PAGE_SIZE,
        visits: (await withPhotos(tx, visits)).map(withLacked),
      }
    }),

  claim: openTo('vendor')
    .input(ClaimVisit)
    .mutation(async ({ ctx: { tx, viewer, now, config }, input }) => {
      const visit = await lockClaim(tx, input.id)
      const day = today(now(), config.timeZone)
      requireClaimable(viewer, visit, day)
      // Who could not check in has nothing to claim.
      if (visit.checked_in_at === null) await requireVendorCompliance(tx, visit, day)
      await addClaim(tx, visit, { words: input.words, person: viewer.id, claimed_at: now() })
      const { data, ...event } = visitEvent(viewer, visit)
      await record(tx, { ...event, kind: 'claim_made', data: { ...data, words: input.words } })
    }),

  confirmClaim: openTo({ resident: 'manage_visits' })
    .input(ConfirmClaim)
    .mutation(async ({ ctx: { tx, viewer, now }, input }) => {
      const visit = await lockClaim(tx, input.id)
      requireOpenClaim(viewer, visit)
      const answer = { answer: 'confirmed', refusal: null, person: viewer.id, answered_at: now() } as const
      await saveAnswer(tx, visit.id, answer)
      await record(tx, { ...visitEvent(viewer, visit), kind: 'claim_confirmed' })
    }),

  refuseClaim: openTo({ resident: 'manage_visits' })
    .input(RefuseClaim)
    .mutation(async ({ ctx: { tx, viewer, now }, input }) => {
      const visit = await lockClaim(tx, input.id)
      requireOpenClaim(viewer, visit)
      const { reason } = input
      const answer = { answer: 'refused', refusal: reason, person: viewer.id, answered_at: now() } as const
      await saveAnswer(tx, visit.id, answer)
      const { data, ...event } = visitEvent(viewer, visit)
      await record(tx, { ...event, kind: 'claim_refused', data: { ...data, reason } })
    }),
}
