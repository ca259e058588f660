import { DomainError } from '../errors.ts'
import type { Role } from '../viewer.ts'

type Candidate = {
  role: Role
  /** Of a vendor: a building relies on it. */
  has_accepted_quotes: boolean
  /** Of a captain: other people live in or wait for the building. */
  has_neighbors: boolean
}

/**
 * Makes a person an admin, who belongs to no building and does no jobs: what they give up for it, or that they are one
 * already. Throws DomainError 'not_allowed', with a message that follows their name, while others rely on them: a vendor
 * keeps its accepted jobs, and a captain stays with neighbors. [6.admin]
 */
export function appointAdmin(person: Candidate): {
  already: boolean
  endsBusiness: boolean
  leavesBuilding: boolean
} {
  const { role, has_accepted_quotes, has_neighbors } = person
  const endsBusiness = role === 'contractor'
  const leavesBuilding = role === 'captain'
  if (endsBusiness && has_accepted_quotes) {
    throw new DomainError('not_allowed', 'is a vendor with accepted quotes, whom buildings rely on')
  }
  if (leavesBuilding && has_neighbors) {
    throw new DomainError('not_allowed', 'is the captain of a building with other residents, who need one')
  }
  return { already: role === 'admin', endsBusiness, leavesBuilding }
}
