import { z } from 'zod'
import { DomainError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { id, optionalLongText } from '../text.ts'
import { may, type Power, type Role, type Viewer } from '../viewer.ts'
import type { Office } from './office.ts'

type Member = { role: Role; status: 'pending' | 'active' }
type MemberInOffice = Member & { offices?: readonly Office[] | null }

/**
 * Whether the viewer can accept this person of their building: while the person waits, with the power to manage members,
 * and to hand over if the person was added as HOA representative. [6.captain.3]
 */
export function canAcceptMember(viewer: Viewer | null, { role, status }: Member): boolean {
  const powers: Power[] = role === 'captain' ? ['manage_members', 'hand_over'] : ['manage_members']
  return status === 'pending' && powers.every((power) => may(viewer, power))
}

/** Whether the viewer can decline this person of their building: while the person waits, with the power to manage members. */
export function canDeclineMember(viewer: Viewer | null, { status }: Pick<Member, 'status'>): boolean {
  return status === 'pending' && may(viewer, 'manage_members')
}

/**
 * Whether the viewer can remove this person of their building: with the power to, anyone active but a captain, and with that to give offices
 * somebody who holds one. A pending person is declined instead.
 * [2.building.22] [6.captain.3] Product 4.2
 */
export function canRemoveMember(viewer: Viewer | null, member: MemberInOffice): boolean {
  return powersToRemove(member).every((power) => may(viewer, power)) && isNeighbor(member)
}

/** What it takes to remove a person: who removes an officer ends an office. Product 4.2 */
export function powersToRemove({ offices }: MemberInOffice): Power[] {
  return offices && offices.length > 0 ? ['manage_members', 'manage_offices'] : ['manage_members']
}

/**
 * Accepting a pending resident makes them active. One who was added as HOA representative takes over from the captain,
 * who must confirm that. Throws DomainError 'member_not_pending', 'handover_refused' (decision 15).
 * [5.tenant.10] [V2.3.1] [2.building.4]
 */
export function acceptMember({ role, status }: Member, handOver = false) {
  if (status !== 'pending') throw new DomainError('member_not_pending')
  if (role === 'captain' && !handOver) throw new DomainError('handover_refused')
  return { status: 'active', handsOver: role === 'captain' } as const
}

/**
 * Declining a pending resident deletes their account; they may sign up again unless they are blocked. Throws DomainError
 * 'member_not_pending'.
 */
export function declineMember({ status }: Pick<Member, 'status'>): void {
  if (status !== 'pending') throw new DomainError('member_not_pending')
}

/** A declined person gets the reason by mail if they have confirmed their address. With `block`, their e-mail address can't ask this building again. */
export const DeclineMember = z.strictObject({
  id,
  reason: optionalLongText('Reason', LIMITS.reason),
  block: z.boolean({ error: 'Block must be yes or no' }).default(false),
})

export type DeclineMember = z.infer<typeof DeclineMember>

/**
 * Removing a resident makes them pending again. A building keeps its captain: throws DomainError 'not_allowed' for one.
 * [4.profile.6] [2.building.5]
 */
export function removeMember(member: Member) {
  if (isCaptain(member)) throw new DomainError('not_allowed', 'a building keeps its HOA representative')
  return { status: 'pending' } as const
}

/** Accepted, and not the captain. */
export const isNeighbor = (member: Member) => member.status === 'active' && !isCaptain(member)

/** A person with the role is not the captain until accepted (decision 15). */
function isCaptain({ role, status }: Member): boolean {
  return role === 'captain' && status === 'active'
}
