import { z } from 'zod'
import {
  AnswerDispute,
  DisputeVisit,
  EndDispute,
  requireDisputable,
  requireOpenDispute,
} from '../../../domain/visits/dispute.ts'
import { record } from '../../db/record.ts'
import { openTo } from '../../rpc/procedure.ts'
import { withPhotos } from './attendance.db.ts'
import { visitsOfViewer } from './calendar.ts'
import { addDispute, disputes, endDispute, lockDispute, saveDisputeAnswer } from './disputes.db.ts'
import { PAGE_SIZE, pageNumber, rowsOf } from './page.ts'
import { visitEvent } from './visit-event.ts'

/** The procedures of visits that were not as agreed. Product 1.5 */
export const disputeProcedures = {
  /** The disputed visits that are not settled: a building's, or a vendor's own. */
  disputed: openTo('resident', 'vendor')
    .input(z.strictObject({ page: pageNumber }))
    .query(async ({ ctx: { tx, viewer }, input }) => {
      const { of, id } = visitsOfViewer(viewer)
      const [[count], visits] = await Promise.all([
        disputes[of].count(tx, { id }),
        disputes[of].page(tx, { id, ...rowsOf(input.page) }),
      ])
      return { total: count?.total ?? 0, page_size: PAGE_SIZE, visits: await withPhotos(tx, visits) }
    }),

  dispute: openTo({ resident: 'manage_visits' })
    .input(DisputeVisit)
    .mutation(async ({ ctx: { tx, viewer, now }, input: { id, words } }) => {
      const visit = await lockDispute(tx, id)
      requireDisputable(viewer, visit, now())
      await addDispute(tx, visit, { words, person: viewer.id, at: now() })
      const { data, ...event } = visitEvent(viewer, visit)
      await record(tx, { ...event, kind: 'visit_disputed', data: { ...data, words } })
    }),

  answerDispute: openTo('vendor')
    .input(AnswerDispute)
    .mutation(async ({ ctx: { tx, viewer, now }, input: { id, words } }) => {
      const visit = await lockDispute(tx, id)
      requireOpenDispute(viewer, visit, 'vendor')
      await saveDisputeAnswer(tx, id, { words, person: viewer.id, at: now() })
      const { data, ...event } = visitEvent(viewer, visit)
      await record(tx, { ...event, kind: 'dispute_answered', data: { ...data, words } })
    }),

  /** The building is content: the visit counts. */
  settleDispute: openTo({ resident: 'manage_visits' })
    .input(EndDispute)
    .mutation(async ({ ctx: { tx, viewer, now }, input: { id } }) => {
      const visit = await lockDispute(tx, id)
      requireOpenDispute(viewer, visit, 'captain')
      await endDispute(tx, id, { outcome: 'settled', person: viewer.id, at: now() })
      await record(tx, { ...visitEvent(viewer, visit), kind: 'dispute_settled' })
    }),

  /** The vendor charges nothing for the visit. */
  waiveVisit: openTo('vendor')
    .input(EndDispute)
    .mutation(async ({ ctx: { tx, viewer, now }, input: { id } }) => {
      const visit = await lockDispute(tx, id)
      requireOpenDispute(viewer, visit, 'vendor')
      await endDispute(tx, id, { outcome: 'waived', person: viewer.id, at: now() })
      await record(tx, { ...visitEvent(viewer, visit), kind: 'visit_waived' })
    }),
}
