import { DomainError } from '../errors.ts'
import { may, type Role, type Viewer } from '../viewer.ts'
import { isNeighbor } from './member.ts'

type Successor = { role: Role; status: 'pending' | 'active' }

/** Whether the viewer can hand their captaincy over to this person of their building: to an active neighbor. Product 4.1 [6.captain.3] */
export function canHandOverTo(viewer: Viewer | null, member: Successor): boolean {
  return may(viewer, 'hand_over') && isNeighbor(member)
}

/** Why a captaincy was not handed over: the new captain can't sign in yet, or one of the two changed their mind, or is gone. */
export const HANDOVER_REFUSALS = {
  'no password': 'this person has not chosen a password yet, so your building would have nobody in charge',
  'no captain': 'you are no longer the HOA representative of this building',
  'no offer': 'the HOA representative no longer hands over to you',
} as const

/**
 * 'Hand Over' asks an active neighbor, who must accept. Throws DomainError 'handover_refused' for the captain, for one who is not active, and for
 * one who can't sign in; 'conflict' while somebody else is asked. Product 4.1 [6.captain.3]
 */
export function offerCaptaincy(
  member: Successor & { can_sign_in: boolean },
  open: { to_person: string } | null,
  to: string,
): { asks: boolean } {
  if (!isNeighbor(member))
    throw new DomainError('handover_refused', 'only a neighbor who was accepted can take over')
  checkHandOver(member)
  if (open && open.to_person !== to)
    throw new DomainError('conflict', 'you have asked somebody else already. Withdraw that first')
  return { asks: open === null }
}

/** A captain hands over only to someone who can sign in. Throws DomainError 'handover_refused'. */
export function checkHandOver(successor: { can_sign_in: boolean }): void {
  if (!successor.can_sign_in) throw new DomainError('handover_refused', HANDOVER_REFUSALS['no password'])
}
