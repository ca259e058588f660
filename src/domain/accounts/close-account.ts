import { DomainError } from '../errors.ts'
import type { Role } from '../viewer.ts'

type Leaving = {
  role: Role
  /** Their building's captain: not who waits to become it. */
  is_captain: boolean
  /** Of a resident: other people live in the building. */
  has_neighbors: boolean
  /** Of a resident: how many wait to be let in. */
  waiting: number
  /** Of a vendor: others work for the company, or are invited to. */
  has_colleagues: boolean
  /** Of a vendor: nobody else owns the company. */
  is_only_owner: boolean
  /** Of a building that nobody else lives in: requests without a decision. */
  open_requests: number
  /** Of a company, or of a building, that nobody is left for. */
  visits_to_come: number
}

const counted = (count: number, one: string, more: string) => (count === 1 ? `1 ${one}` : `${count} ${more}`)

/**
 * What ends with a person's account: the company's offers, or the captaincy of a building that nobody else lives in. Throws
 * DomainError 'not_allowed' while others rely on the person, with what to do first.
 */
export function closeAccount(person: Leaving): { endsBusiness: boolean; leavesBuilding: boolean } {
  const { role, is_captain, has_neighbors, waiting, has_colleagues, is_only_owner } = person
  const { open_requests, visits_to_come } = person
  if (role === 'admin')
    throw new DomainError('not_allowed', 'An administrator’s account is closed by support.')
  const endsBusiness = role === 'contractor' && !has_colleagues
  const leavesBuilding = is_captain
  if (has_colleagues && is_only_owner)
    throw new DomainError(
      'not_allowed',
      'You are the only owner of your company, and others work for it. First make one of them an owner under Team, or remove them there.',
    )
  if (leavesBuilding && has_neighbors)
    throw new DomainError(
      'not_allowed',
      'You are the HOA representative of your building, and your neighbors need one. Hand over first: under Building Members, choose ‘Hand Over’ beside a neighbor, who must accept.',
    )
  if (leavesBuilding && waiting > 0)
    throw new DomainError(
      'not_allowed',
      `${counted(waiting, 'person waits', 'people wait')} for your approval, and nobody would be left to give it. Accept or decline ${waiting === 1 ? 'them' : 'all of them'} under Building Members first.`,
    )
  if ((endsBusiness || leavesBuilding) && visits_to_come > 0)
    throw new DomainError(
      'not_allowed',
      `There ${visits_to_come === 1 ? 'is' : 'are'} still ${counted(visits_to_come, 'visit', 'visits')} to come. Cancel ${visits_to_come === 1 ? 'it' : 'them'} first, so that the other side reads why.`,
    )
  if (leavesBuilding && open_requests > 0)
    throw new DomainError(
      'not_allowed',
      `${counted(open_requests, 'request', 'requests')} of your building ${open_requests === 1 ? 'is' : 'are'} still open, and nobody would be left to decide. Withdraw ${open_requests === 1 ? 'it' : 'them'} first.`,
    )
  return { endsBusiness, leavesBuilding }
}
