import type { ZodType } from 'zod'
import { DomainError } from '../../domain/errors.ts'
import type { Query } from './attachment.ts'

/** What an upload's address says, checked. Throws 'invalid_input' and names the first wrong field. */
export function readQuery<Checked>(schema: ZodType<Checked>, query: Query): Checked {
  const parsed = schema.safeParse(query)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new DomainError('invalid_input', issue?.message, issue?.path.join('.'))
}
