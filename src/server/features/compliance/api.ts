import { z } from 'zod'
import { today } from '../../../domain/calendar.ts'
import {
  ChosenRequirement,
  COMPLIANCE_STATUSES,
  RefuseDocument,
  requireShownStatus,
  SetRequirement,
  VerifyDocument,
} from '../../../domain/compliance/document.ts'
import { endsSoon } from '../../../domain/compliance/requirement.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { optionalLongText, wholeNumber } from '../../../domain/text.ts'
import { lockOffers } from '../../db/offer-lock.ts'
import { record } from '../../db/record.ts'
import { openTo, router } from '../../rpc/procedure.ts'
import { countByStatus, decideDocument, documentsIn, documentsOf, lockDocument } from './db.ts'
import {
  addRequirement,
  effectOf,
  removeRequirement,
  requirementsOfTypes,
  requirementsOfVendor,
  serviceTypeName,
} from './requirements.db.ts'
import { tellOfRisks } from './risks.db.ts'

/** Documents on a page of an admin's list. */
const QUEUE_PAGE = 20

const QueuePage = z.strictObject({
  status: z.enum(COMPLIANCE_STATUSES),
  page: wholeNumber('Page', 1, 100_000),
  search: optionalLongText('Search', LIMITS.search),
})

/** What vendors show of themselves, and its verification. Owners add documents through the upload route. Product 2.6 */
export const complianceRouter = router({
  /** The company's documents, by kind. */
  list: openTo('vendor').query(({ ctx: { tx, viewer } }) => documentsOf(tx, viewer.vendor_id)),

  /** What the company's services require, and whether it holds that today. */
  required: openTo('vendor').query(({ ctx: { tx, viewer, now, config } }) =>
    requirementsOfVendor(tx, { vendor_id: viewer.vendor_id, day: today(now(), config.timeZone) }),
  ),

  /** A page of all vendors' documents of one status, with how many have each; with `search`, of the vendors so named. */
  queue: openTo('admin')
    .input(QueuePage)
    .query(async ({ ctx: { tx }, input: { status, page, search } }) => {
      const range = { limit: QUEUE_PAGE, offset: (page - 1) * QUEUE_PAGE }
      const [counts, documents] = await Promise.all([
        countByStatus(tx, { search }),
        documentsIn(tx, { status, search, ...range }),
      ])
      return { counts, page_size: QUEUE_PAGE, documents }
    }),

  /** A refused one, too, if that was a mistake. Nothing changes in one that is verified already. */
  verify: openTo('admin')
    .input(VerifyDocument)
    .mutation(async ({ ctx: { tx, viewer, now }, input }) => {
      const { vendor_id, kind, status } = await lockDocument(tx, input.id)
      if (status === 'verified') return
      requireShownStatus({ status }, input.shown)
      const decided = { decided_by: viewer.id, decided_at: now() }
      await decideDocument(tx, input.id, { status: 'verified', refused_reason: null, ...decided })
      const event = { actor: viewer.id, vendor_id, subject: input.id, data: { kind } }
      await record(tx, { kind: 'compliance_verified', ...event })
    }),

  /** With a reason for its vendor; a verified one, too: then it holds no longer. */
  refuse: openTo('admin')
    .input(RefuseDocument)
    .mutation(async ({ ctx: { tx, viewer, now, config }, input: { id: documentId, shown, reason } }) => {
      // Before the row: no acceptance books visits that nobody is told of.
      await lockOffers(tx, 'vendor')
      const { vendor_id, kind, status, refused_reason, ...days } = await lockDocument(tx, documentId)
      if (refused_reason === reason) return
      requireShownStatus({ status }, shown)
      const was_verified = status === 'verified'
      const decided = { decided_by: viewer.id, decided_at: now() }
      await decideDocument(tx, documentId, { status: 'refused', refused_reason: reason, ...decided })
      const event = { actor: viewer.id, vendor_id, subject: documentId, data: { kind, reason, was_verified } }
      await record(tx, { kind: 'compliance_refused', ...event })
      if (!was_verified) return
      const day = today(now(), config.timeZone)
      const from = days.valid_from > day ? days.valid_from : day
      // Of those after the end of one that ends soon they were told before.
      const until = days.expires_on && endsSoon(days.expires_on, day) ? days.expires_on : null
      const lapse = { vendor_id, kind, from, until, today: day }
      await tellOfRisks(tx, viewer.id, { ...lapse, expires_on: null, service: null })
    }),

  /** What each service type requires, and how many of its vendors hold that today. */
  requirements: openTo('admin').query(({ ctx: { tx, now, config } }) =>
    requirementsOfTypes(tx, today(now(), config.timeZone)),
  ),

  /** What it would mean to require a document: how many of how many vendors it concerns, and how many booked visits it would put at risk. */
  effect: openTo('admin')
    .input(ChosenRequirement)
    .query(async ({ ctx: { tx, now, config }, input }) => {
      const { lacking, ...effect } = await effectOf(tx, input, today(now(), config.timeZone))
      return { ...effect, vendors: lacking.length }
    }),

  /**
   * Whether a service type requires a document. It counts from today on, also for visits that are booked: vendors that lack it
   * and the buildings of visits at risk are told.
   */
  setRequirement: openTo('admin')
    .input(SetRequirement)
    .mutation(async ({ ctx: { tx, viewer, now, config }, input: { required, ...requirement } }) => {
      const { service_type_id, kind } = requirement
      const day = today(now(), config.timeZone)
      await lockOffers(tx, 'vendor')
      const service = await serviceTypeName(tx, service_type_id)
      const isChanged = required
        ? await addRequirement(tx, requirement, day)
        : await removeRequirement(tx, requirement)
      if (!isChanged) return
      const actor = viewer.id
      const data = { service, kind, required }
      await record(tx, { kind: 'requirements_changed', actor, subject: service_type_id, data })
      if (!required) return
      const { lacking } = await effectOf(tx, requirement, day)
      const told = {
        kind: 'document_required',
        actor,
        subject: service_type_id,
        data: { service, kind },
      } as const
      await record(tx, ...lacking.map((vendor_id) => ({ ...told, vendor_id })))
      const lapse = { kind, from: day, today: day, newly_required: { service_type_id } }
      await tellOfRisks(tx, actor, { ...lapse, expires_on: null, service })
    }),
})
