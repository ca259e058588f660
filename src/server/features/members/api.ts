import { z } from 'zod'
import { DomainError } from '../../../domain/errors.ts'
import { isOneProof, missingProof, proofFields } from '../../../domain/factors/factor.ts'
import { checkHandOver } from '../../../domain/members/captaincy.ts'
import {
  acceptMember,
  DeclineMember,
  declineMember,
  powersToRemove,
  removeMember,
} from '../../../domain/members/member.ts'
import { AddTenant, splitName } from '../../../domain/members/tenant.ts'
import { SearchedList } from '../../../domain/searched-list.ts'
import { email, id } from '../../../domain/text.ts'
import { requirePower } from '../../../domain/viewer.ts'
import { asViewer } from '../../db/as-viewer.ts'
import { record } from '../../db/record.ts'
import { openBareTo, openTo, router } from '../../rpc/procedure.ts'
import { proveFirst } from '../factors/proof.ts'
import { captaincy } from './captaincy.ts'
import { addTenant, deleteDeclined, handOver, lockMember, membersPage, setStatus } from './db.ts'
import { invitations } from './invitations.ts'
import { links } from './links.ts'
import { offices } from './offices.ts'
import { queueOfMembers } from './queue.ts'
import { units } from './units.ts'

const MAX_BLOCKED_SHOWN = 500

const MemberId = z.strictObject({ id })
const AcceptMember = z
  .strictObject({
    id,
    hand_over: z.boolean({ error: 'Hand over must be yes or no' }).default(false),
    ...proofFields,
  })
  .refine((input) => !input.hand_over || isOneProof(input), missingProof())

export const membersRouter = router({
  /** The building's people, those who wait first, then oldest first. [6.tenant.2] [7.members.1] [V15.3.1] */
  list: openTo('resident')
    .input(SearchedList)
    .query(({ ctx: { tx, viewer }, input: { page, search } }) =>
      membersPage(tx, viewer.building_id, page, search),
    ),

  /** With the password if it hands over. [4.profile.4] [6.captain.2] [V7.5.1] */
  accept: openBareTo({ resident: 'manage_members' })
    .input(AcceptMember)
    .mutation(async ({ ctx, input }) => {
      const { viewer } = ctx
      if (input.hand_over) await proveFirst(ctx, input)
      await asViewer(ctx.db, viewer, async (tx) => {
        const member = await lockMember(tx, input.id, viewer.building_id)
        const { status, handsOver } = acceptMember(member, input.hand_over)
        if (handsOver) {
          requirePower(viewer, 'hand_over')
          checkHandOver(member)
        }
        await (handsOver ? handOver(tx, input.id) : setStatus(tx, input.id, status))
        const event = { actor: viewer.id, building_id: viewer.building_id, subject: input.id }
        await record(tx, { ...event, kind: 'member_accepted' })
        if (handsOver) await record(tx, { ...event, kind: 'captaincy_handed_over' })
      })
    }),

  /**
   * The add-tenant form. The person is pending and gets a mail with a link to choose a password.
   * [5.tenant.8] [5.tenant.9] [6.captain.4] [7.members.3]
   */
  add: openTo({ resident: 'manage_members' })
    .input(AddTenant)
    .mutation(async ({ ctx: { tx, viewer, limits }, input }) => {
      const { email, unit_number, role } = input
      if (role === 'captain') requirePower(viewer, 'hand_over')
      await limits.countInvitation(viewer.id, email)
      const subject = await addTenant(tx, { ...splitName(input.full_name), email, unit_number, role })
      const { id: actor, building_id } = viewer
      await record(tx, { kind: 'member_invited', actor, building_id, subject })
    }),

  /** Declines a pending person: their account is deleted. They are mailed if they have confirmed their address. */
  decline: openTo({ resident: 'manage_members' })
    .input(DeclineMember)
    .mutation(async ({ ctx: { tx, viewer }, input }) => {
      const member = await lockMember(tx, input.id, viewer.building_id)
      declineMember(member)
      const { id: actor, building_id } = viewer
      const data = { name: member.full_name, reason: input.reason }
      // Before the deletion, which takes the address for the mail along.
      await record(tx, { kind: 'member_declined', actor, building_id, subject: input.id, data })
      await deleteDeclined(tx, input.id, input.block)
    }),

  /** The e-mail addresses that can't ask to join, newest first. */
  blocked: openTo({ resident: 'manage_members' }).query(({ ctx: { tx, viewer } }) =>
    tx
      .selectFrom('blocked_emails')
      .where('building_id', '=', viewer.building_id)
      .select(['email', 'created_at'])
      .orderBy('created_at', 'desc')
      .orderBy('email')
      .limit(MAX_BLOCKED_SHOWN)
      .execute(),
  ),

  unblock: openTo({ resident: 'manage_members' })
    .input(z.strictObject({ email }))
    .mutation(async ({ ctx: { tx, viewer }, input }) => {
      const { id: actor, building_id } = viewer
      const { numDeletedRows } = await tx
        .deleteFrom('blocked_emails')
        .where('building_id', '=', building_id)
        .where('email', '=', input.email)
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw new DomainError('not_found')
      await record(tx, { kind: 'email_unblocked', actor, building_id, data: { email: input.email } })
    }),

  // [4.profile.5]
  remove: openTo({ resident: 'manage_members' })
    .input(MemberId)
    .mutation(async ({ ctx: { tx, viewer }, input }) => {
      const member = await lockMember(tx, input.id, viewer.building_id)
      for (const power of powersToRemove(member)) requirePower(viewer, power)
      const { status } = removeMember(member)
      await setStatus(tx, input.id, status)
      const { id: actor, building_id } = viewer
      const data = { was: member.status }
      await record(tx, { kind: 'member_removed', actor, building_id, subject: input.id, data })
    }),

  ...captaincy,
  ...invitations,
  ...links,
  ...offices,
  ...queueOfMembers,
  ...units,
})
