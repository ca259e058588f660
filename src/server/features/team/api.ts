import { DomainError } from '../../../domain/errors.ts'
import { splitName } from '../../../domain/members/tenant.ts'
import {
  ChangeRole,
  ColleagueId,
  canManagePeople,
  changeRole,
  InviteColleague,
  removeColleague,
} from '../../../domain/team/colleague.ts'
import { record } from '../../db/record.ts'
import { openTo, router } from '../../rpc/procedure.ts'
import {
  addColleague,
  endColleague,
  lockColleague,
  lockCompany,
  managedPeople,
  peopleOf,
  renewInvitation,
  saveRole,
} from './db.ts'

/** The people of a vendor. Product 1.8 */
export const teamRouter = router({
  list: openTo('vendor').query(async ({ ctx: { tx, viewer } }) => {
    if (canManagePeople(viewer)) return managedPeople(tx, viewer.vendor_id)
    return (await peopleOf(tx, viewer.vendor_id)).map((person) => ({ ...person, invited_until: null }))
  }),

  /** The person gets a mail with a link to choose a password, and works for the company once they have. */
  invite: openTo({ vendor: 'manage_people' })
    .input(InviteColleague)
    .mutation(async ({ ctx: { tx, viewer, limits }, input }) => {
      const { email, vendor_role } = input
      await limits.countInvitation(viewer.id, email)
      const company_name = await lockCompany(tx, viewer.vendor_id)
      const subject = await addColleague(tx, { ...splitName(input.full_name), email, vendor_role })
      const { id: actor, vendor_id } = viewer
      const data = { company_name, vendor_role }
      await record(tx, { kind: 'colleague_invited', actor, vendor_id, subject, data })
    }),

  /** 'Send again': a new link. The one before stops working. */
  inviteAgain: openTo({ vendor: 'manage_people' })
    .input(ColleagueId)
    .mutation(async ({ ctx: { tx, viewer, limits }, input }) => {
      const { colleague } = await lockColleague(tx, viewer.vendor_id, input.id)
      if (colleague.status !== 'pending')
        throw new DomainError('conflict', 'this person has joined your company already')
      await limits.countInvitation(viewer.id, colleague.email)
      const company_name = await lockCompany(tx, viewer.vendor_id)
      await renewInvitation(tx, input.id)
      const { id: actor, vendor_id } = viewer
      const data = { company_name, vendor_role: colleague.vendor_role }
      await record(tx, { kind: 'colleague_invited', actor, vendor_id, subject: input.id, data })
    }),

  changeRole: openTo({ vendor: 'manage_people' })
    .input(ChangeRole)
    .mutation(async ({ ctx: { tx, viewer }, input }) => {
      const { colleague, people } = await lockColleague(tx, viewer.vendor_id, input.id)
      const { vendor_role } = changeRole(people, colleague, input.vendor_role)
      await saveRole(tx, input.id, vendor_role)
      const { id: actor, vendor_id } = viewer
      const data = { vendor_role }
      await record(tx, { kind: 'colleague_role_changed', actor, vendor_id, subject: input.id, data })
    }),

  remove: openTo({ vendor: 'manage_people' })
    .input(ColleagueId)
    .mutation(async ({ ctx: { tx, viewer }, input }) => {
      const { colleague, people } = await lockColleague(tx, viewer.vendor_id, input.id)
      removeColleague(viewer, people, colleague)
      const company_name = await lockCompany(tx, viewer.vendor_id)
      const { id: actor, vendor_id } = viewer
      const name = `${colleague.first_name} ${colleague.last_name}`
      const data = { name, company_name, was: colleague.status }
      await record(tx, { kind: 'colleague_removed', actor, vendor_id, subject: input.id, data })
      await endColleague(tx, input.id)
    }),
})
