import { z } from 'zod'
import {
  ApproveAward,
  AwardId,
  RefuseAward,
  refuseAward,
  withdrawAward,
} from '../../../domain/awards/award.ts'
import { SetSpendingPolicy, setSpendingPolicy } from '../../../domain/awards/policy.ts'
import { id } from '../../../domain/text.ts'
import { record } from '../../db/record.ts'
import { openTo, router } from '../../rpc/procedure.ts'
import { approveAward } from './accept-award.ts'
import { addInterest, deciderOf, endAward, lockAward, quotedVendor, waitingAwards } from './award.db.ts'
import { addPolicy, policyVersions, presentPolicy } from './policy.db.ts'
import { awardRecords } from './record.db.ts'

/** A building's rule for spending, and what was chosen by it; quotes.accept chooses. Product 4.3 */
export const awardsRouter = router({
  /** The versions of the building's rule, the present one first. */
  policy: openTo('resident').query(async ({ ctx: { tx, viewer } }) => {
    const versions = await policyVersions(tx, viewer.building_id)
    return { present: versions[0] ?? null, versions }
  }),

  /** Sets the rule, as a version of its own. One that is sent again is there once. */
  setPolicy: openTo({ resident: 'manage_building' })
    .input(SetSpendingPolicy)
    .mutation(async ({ ctx: { tx, viewer, now }, input }) => {
      const { id: set_by, building_id } = viewer
      const policy = setSpendingPolicy(input, await presentPolicy(tx, building_id))
      if (!policy) return
      await addPolicy(tx, { ...policy, building_id, set_by, set_at: now() })
      const { version: _, ...data } = policy
      await record(tx, { kind: 'spending_policy_set', actor: set_by, building_id, data })
    }),

  /** The chosen quotes of the building that wait. */
  waiting: openTo('resident').query(({ ctx: { tx, viewer } }) => waitingAwards(tx, viewer.building_id)),

  /** The record of a service: what was accepted, by whom, and how it stood. Other vendors by name only where the building says so. */
  record: openTo('resident')
    .input(z.strictObject({ building_service_id: id }))
    .query(({ ctx: { tx, viewer }, input }) =>
      awardRecords(tx, { building_id: viewer.building_id, service: input.building_service_id }),
    ),

  /** The second approval: the quote is accepted, or `lapsed` says why the choice ended instead. */
  approve: openTo({ resident: 'accept_quotes' })
    .input(ApproveAward)
    .mutation(({ ctx: { tx, viewer, now, config }, input }) =>
      approveAward(tx, { ...input, person: viewer.id }, { at: now(), timeZone: config.timeZone }),
    ),

  refuse: openTo({ resident: 'accept_quotes' })
    .input(RefuseAward)
    .mutation(async ({ ctx: { tx, viewer, now }, input: { id, reason } }) => {
      const award = await lockAward(tx, id)
      const ended = refuseAward(award, reason, await deciderOf(tx, award, viewer.id))
      await endAward(tx, id, { ...ended, ended_by: viewer.id, ended_at: now() })
      const { building_id, service, company_name } = award
      const data = { service, company_name, reason }
      await record(tx, { kind: 'award_refused', actor: viewer.id, building_id, subject: id, data })
    }),

  /** Who chose the quote takes that back, until it is approved. */
  withdraw: openTo({ resident: 'accept_quotes' })
    .input(AwardId)
    .mutation(async ({ ctx: { tx, viewer, now }, input: { id } }) => {
      const award = await lockAward(tx, id)
      const ended = withdrawAward(award, viewer.id)
      await endAward(tx, id, { ...ended, ended_by: viewer.id, ended_at: now() })
      const { building_id, service, company_name } = award
      const data = { service, company_name }
      await record(tx, { kind: 'award_withdrawn', actor: viewer.id, building_id, subject: id, data })
    }),

  /** Somebody has an interest in the vendor of this quote: from then on they decide about it in no way. It is not taken back. */
  declareInterest: openTo({ resident: 'accept_quotes' })
    .input(AwardId)
    .mutation(async ({ ctx: { tx, viewer, now }, input }) => {
      const { company_name, ...quote } = await quotedVendor(tx, input.id)
      if (!(await addInterest(tx, { ...quote, person: viewer.id, at: now() }))) return
      const event = { actor: viewer.id, building_id: quote.building_id, subject: quote.service_quote_id }
      await record(tx, { kind: 'interest_declared', ...event, data: { company_name } })
    }),
})
