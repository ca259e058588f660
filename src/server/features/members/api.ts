import { z } from 'zod'
import { acceptMember, checkHandOver, removeMember } from '../../../domain/members/member.ts'
import { AddTenant, splitName } from '../../../domain/members/tenant.ts'
import { id } from '../../../domain/text.ts'
import { requirePower } from '../../../domain/viewer.ts'
import { record } from '../../db/record.ts'
import { openTo, router } from '../../rpc/procedure.ts'
import { addTenant, handOver, lockMember, setStatus } from './db.ts'

const MemberId = z.strictObject({ id })
const AcceptMember = z.strictObject({
  id,
  hand_over: z.boolean({ error: 'Hand over must be yes or no' }).default(false),
})

export const membersRouter = router({
  /** The building's people, oldest first. [6.tenant.2] [7.members.1] [V15.3.1] */
  list: openTo('resident').query(({ ctx }) =>
    ctx.tx
      .selectFrom('profiles')
      .where('building_id', '=', ctx.viewer.building_id)
      .select(['id', 'first_name', 'last_name', 'email', 'unit_number', 'status', 'role', 'created_at'])
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  ),

  // [4.profile.4] [6.captain.2]
  accept: openTo({ resident: 'manage_members' })
    .input(AcceptMember)
    .mutation(async ({ ctx: { tx, viewer }, input }) => {
      const member = await lockMember(tx, input.id, viewer.building_id)
      const { status, handsOver } = acceptMember(member, input.hand_over)
      if (handsOver) {
        requirePower(viewer, 'hand_over')
        checkHandOver(member)
      }
      await (handsOver ? handOver(tx, input.id) : setStatus(tx, input.id, status))
      const event = { actor: viewer.id, building_id: viewer.building_id, subject: input.id }
      await record(tx, { ...event, kind: 'member_accepted' })
      if (handsOver) await record(tx, { ...event, kind: 'captain_appointed' })
    }),

  /**
   * The add-tenant form. The person is pending and gets a mail with a link to choose a password.
   * [5.tenant.8] [5.tenant.9] [6.captain.4] [7.members.3]
   */
  add: openTo({ resident: 'manage_members' })
    .input(AddTenant)
    .mutation(async ({ ctx: { tx, viewer, limits, address }, input }) => {
      const { email, unit_number, role } = input
      if (role === 'captain') requirePower(viewer, 'hand_over')
      await limits.countLink(email, address)
      const subject = await addTenant(tx, { ...splitName(input.full_name), email, unit_number, role })
      const { id: actor, building_id } = viewer
      await record(tx, { kind: 'member_invited', actor, building_id, subject })
    }),

  // [4.profile.5]
  remove: openTo({ resident: 'manage_members' })
    .input(MemberId)
    .mutation(async ({ ctx: { tx, viewer }, input }) => {
      const member = await lockMember(tx, input.id, viewer.building_id)
      const { status } = removeMember(member)
      await setStatus(tx, input.id, status)
      const { id: actor, building_id } = viewer
      const data = { was: member.status }
      await record(tx, { kind: 'member_removed', actor, building_id, subject: input.id, data })
    }),
})
