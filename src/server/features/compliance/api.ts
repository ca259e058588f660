import { z } from 'zod'
import { today } from '../../../domain/calendar.ts'
import { COMPLIANCE_STATUSES, RefuseDocument, SetRequirement } from '../../../domain/compliance/document.ts'
import { id, wholeNumber } from '../../../domain/text.ts'
import { record } from '../../db/record.ts'
import { openTo, router } from '../../rpc/procedure.ts'
import { countByStatus, decideDocument, documentsIn, documentsOf, lockDocument } from './db.ts'
import { tellOfRisks } from './expiry.db.ts'
import { addRequirement, removeRequirement, requirementsOfTypes, serviceTypeName } from './requirements.db.ts'

/** Documents on a page of an admin's list. */
const QUEUE_PAGE = 20

const DocumentId = z.strictObject({ id })
const QueuePage = z.strictObject({
  status: z.enum(COMPLIANCE_STATUSES),
  page: wholeNumber('Page', 1, 100_000),
})

/** What vendors show of themselves, and its verification. Owners add documents through the upload route. Product 2.6 */
export const complianceRouter = router({
  /** The company's documents, by kind. */
  list: openTo('vendor').query(({ ctx: { tx, viewer } }) => documentsOf(tx, viewer.vendor_id)),

  /** A page of all vendors' documents of one status, with how many have each. */
  queue: openTo('admin')
    .input(QueuePage)
    .query(async ({ ctx: { tx }, input: { status, page } }) => {
      const range = { limit: QUEUE_PAGE, offset: (page - 1) * QUEUE_PAGE }
      const [counts, documents] = await Promise.all([
        countByStatus(tx),
        documentsIn(tx, { status, ...range }),
      ])
      return { counts, page_size: QUEUE_PAGE, documents }
    }),

  /** A refused one, too, if that was a mistake. Nothing changes in one that is verified already. */
  verify: openTo('admin')
    .input(DocumentId)
    .mutation(async ({ ctx: { tx, viewer, now }, input }) => {
      const { vendor_id, kind, status } = await lockDocument(tx, input.id)
      if (status === 'verified') return
      const decided = { decided_by: viewer.id, decided_at: now() }
      await decideDocument(tx, input.id, { status: 'verified', refused_reason: null, ...decided })
      const event = { actor: viewer.id, vendor_id, subject: input.id, data: { kind } }
      await record(tx, { kind: 'compliance_verified', ...event })
    }),

  /** With a reason for its vendor; a verified one, too: then it holds no longer. */
  refuse: openTo('admin')
    .input(RefuseDocument)
    .mutation(async ({ ctx: { tx, viewer, now, config }, input: { id: documentId, reason } }) => {
      const { vendor_id, kind, status, refused_reason } = await lockDocument(tx, documentId)
      if (refused_reason === reason) return
      const decided = { decided_by: viewer.id, decided_at: now() }
      await decideDocument(tx, documentId, { status: 'refused', refused_reason: reason, ...decided })
      const event = { actor: viewer.id, vendor_id, subject: documentId, data: { kind, reason } }
      await record(tx, { kind: 'compliance_refused', ...event })
      if (status !== 'verified') return
      const day = today(now(), config.timeZone)
      await tellOfRisks(tx, viewer.id, { vendor_id, kind, expires_on: null, today: day })
    }),

  /** What each service type requires, and how many of its vendors hold that today. */
  requirements: openTo('admin').query(({ ctx: { tx, now, config } }) =>
    requirementsOfTypes(tx, today(now(), config.timeZone)),
  ),

  /** Whether a service type requires a document. It counts from now on, also for visits that are booked. */
  setRequirement: openTo('admin')
    .input(SetRequirement)
    .mutation(async ({ ctx: { tx, viewer }, input: { required, ...requirement } }) => {
      const service = await serviceTypeName(tx, requirement.service_type_id)
      const isChanged = await (required ? addRequirement : removeRequirement)(tx, requirement)
      if (!isChanged) return
      const data = { service, kind: requirement.kind, required }
      const event = { actor: viewer.id, subject: requirement.service_type_id, data }
      await record(tx, { kind: 'requirements_changed', ...event })
    }),
})
