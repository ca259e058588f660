import { DomainError } from '../errors.ts'
import type { Role } from '../viewer.ts'

type Candidate = {
  role: Role
  /** Whether somebody has opened a link that was mailed to their address. */
  email_verified: boolean
  /** Of a vendor: a building relies on it. */
  has_accepted_quotes: boolean
  /** Of a vendor: others work for the company. */
  has_colleagues: boolean
  /** Of a captain: other people live in or wait for the building. */
  has_neighbors: boolean
}

/**
 * What a person gives up to become an admin, and whether they already are one. Throws DomainError 'not_allowed' while
 * their address is not confirmed, or buildings or neighbors rely on them; its message follows their name. [6.admin]
 */
export function appointAdmin(person: Candidate): {
  already: boolean
  endsBusiness: boolean
  leavesBuilding: boolean
} {
  const { role, email_verified, has_accepted_quotes, has_colleagues, has_neighbors } = person
  if (!email_verified) {
    throw new DomainError('not_allowed', 'has not confirmed that e-mail address by the link in the mail yet')
  }
  const endsBusiness = role === 'contractor'
  const leavesBuilding = role === 'captain'
  if (endsBusiness && has_accepted_quotes) {
    throw new DomainError('not_allowed', 'is a vendor with accepted quotes, whom buildings rely on')
  }
  if (endsBusiness && has_colleagues) {
    throw new DomainError('not_allowed', 'works for a vendor with other people, who rely on each other')
  }
  if (leavesBuilding && has_neighbors) {
    throw new DomainError('not_allowed', 'is the captain of a building with other residents, who need one')
  }
  return { already: role === 'admin', endsBusiness, leavesBuilding }
}
