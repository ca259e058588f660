import { sql } from 'kysely'
import { z } from 'zod'
import { DomainError } from '../../domain/errors.ts'
import { acceptMember, removeMember } from '../../domain/members/member.ts'
import { AddTenant, splitName } from '../../domain/members/tenant.ts'
import { id } from '../../domain/text.ts'
import { openTo, router } from '../api.ts'
import type { Tx } from '../database/pool.ts'
import { record } from '../events/events.db.ts'
import { addTenant, handOver } from './tenants.db.ts'

const Member = z.strictObject({ id })
const AcceptMember = z.strictObject({
  id,
  hand_over: z.boolean({ error: 'Hand over must be yes or no' }).default(false),
})

export const membersRouter = router({
  /** The building's people, longest there first (section 7). */
  list: openTo('resident').query(({ ctx }) =>
    ctx.tx
      .selectFrom('profiles')
      .where('building_id', '=', ctx.viewer.building_id)
      .select(['id', 'first_name', 'last_name', 'email', 'unit_number', 'status', 'role', 'created_at'])
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  ),

  accept: openTo('captain')
    .input(AcceptMember)
    .mutation(async ({ ctx: { tx, viewer }, input }) => {
      const member = await lockMember(tx, input.id, viewer.building_id)
      const { status, handsOver } = acceptMember(member, input.hand_over)
      const event = { actor: viewer.id, building_id: viewer.building_id, subject: input.id }
      await record(tx, { ...event, kind: 'member_accepted' })
      if (!handsOver) return setStatus(tx, input.id, status)
      await record(tx, { ...event, kind: 'captain_appointed' })
      await handOver(tx, input.id)
    }),

  /** The add-tenant form (section 5): the person waits, and gets a mail with a link to choose a password. */
  add: openTo('captain')
    .input(AddTenant)
    .mutation(async ({ ctx: { tx, viewer, limits, address }, input }) => {
      const { email, unit_number, role } = input
      await limits.countLink(email, address)
      const subject = await addTenant(tx, { ...splitName(input.full_name), email, unit_number, role })
      const { id: actor, building_id } = viewer
      await record(tx, { kind: 'member_invited', actor, building_id, subject })
    }),

  remove: openTo('captain')
    .input(Member)
    .mutation(async ({ ctx: { tx, viewer }, input }) => {
      const member = await lockMember(tx, input.id, viewer.building_id)
      await setStatus(tx, input.id, removeMember(member))
      const { id: actor, building_id } = viewer
      const data = { was: member.status }
      await record(tx, { kind: 'member_removed', actor, building_id, subject: input.id, data })
    }),
})

async function lockMember(tx: Tx, memberId: string, buildingId: string) {
  const member = await tx
    .selectFrom('profiles')
    .where('id', '=', memberId)
    .where('building_id', '=', buildingId)
    .select(['role', 'status'])
    .forUpdate()
    .executeTakeFirst()
  if (!member) throw new DomainError('not_found')
  return member
}

async function setStatus(tx: Tx, memberId: string, status: 'active' | 'pending'): Promise<void> {
  await tx
    .updateTable('profiles')
    .set({ status, updated_at: sql`now()` })
    .where('id', '=', memberId)
    .execute()
}
