import { DomainError } from '../errors.ts'
import type { Role } from '../viewer.ts'

type Member = { role: Role; status: 'pending' | 'active' }

/**
 * What accepting a pending resident does: they become active, and whoever was added as HOA representative becomes it in
 * the captain's place, if the captain said so. Throws DomainError 'member_not_pending', 'handover_refused'. Section 4,
 * and docs/decisions/0015.
 */
export function acceptMember({ role, status }: Member, handOver = false) {
  if (status !== 'pending') throw new DomainError('member_not_pending')
  if (role === 'captain' && !handOver) throw new DomainError('handover_refused')
  return { status: 'active', handsOver: role === 'captain' } as const
}

/**
 * The status of a resident whom the captain removes: back to pending. The captain stays, since a building keeps its last one.
 * Throws DomainError 'not_allowed' for a captain. Section 4, and decisions, 'Buildings and members'.
 */
export function removeMember({ role, status }: Member): 'pending' {
  if (role === 'captain' && status === 'active')
    throw new DomainError('not_allowed', 'a building keeps its HOA representative')
  return 'pending'
}
