import { z } from 'zod'
import { DomainError } from '../errors.ts'
import { email, LIMITS, text } from '../text.ts'

/** The roles that the add-tenant form offers, with the words it says them by. Section 5. */
export const TENANT_ROLES = [
  { role: 'member', label: 'Tenant' },
  { role: 'captain', label: 'HOA Representative' },
] as const

/** The add-tenant form: all required. Section 5. */
export const AddTenant = z.strictObject({
  full_name: text('Full Name', 2 * LIMITS.name + 1),
  email,
  unit_number: text('Unit Number', LIMITS.unit),
  role: z.enum(['member', 'captain'], {
    error: ({ input }) => (input ? 'Role must be one of those offered' : 'Role is required'),
  }),
})

/**
 * A full name as the first name, up to the first space, and the rest as the last name. Throws DomainError
 * 'invalid_input' for a name without a space, or with a part above 100 characters. Section 5.
 */
export function splitName(fullName: string): { first_name: string; last_name: string } {
  const [first_name = '', ...rest] = fullName.trim().split(/\s/)
  const last_name = rest.join(' ').trim()
  const refuse = (message: string): never => {
    throw new DomainError('invalid_input', message, 'full_name')
  }
  if (last_name === '') refuse('Full Name must have a first and a last name')
  for (const part of [first_name, last_name])
    if (part.length > LIMITS.name)
      refuse(`Each part of the Full Name can have at most ${LIMITS.name} characters`)
  return { first_name, last_name }
}
