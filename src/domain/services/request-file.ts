import { z } from 'zod'
import { DomainError } from '../errors.ts'
import { id } from '../text.ts'
import { checkChangeable, type ServiceStatus } from './status.ts'

export const MAX_REQUEST_FILES = 10

/** What an upload's address says: the service, the file's own id, which the browser chose, and its name. */
export const NewRequestFile = z.strictObject({ service: id, id, name: z.string().default('') })

/** Throws DomainError 'conflict' unless the request is open, or has ten files already. Product 2.1 */
export function requireFileAllowed(service: { status: ServiceStatus }, files: number): void {
  checkChangeable(service)
  if (files >= MAX_REQUEST_FILES)
    throw new DomainError('conflict', `a request has at most ${MAX_REQUEST_FILES} photos and files`)
}
