import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { email, text } from '../text.ts'

/** The roles that the add-tenant form offers, with their labels. [5.tenant.7] */
export const TENANT_ROLES = [
  { role: 'member', label: 'Tenant' },
  { role: 'captain', label: 'HOA Representative' },
] as const

/** A full name as the first name, up to the first space, and the rest as the last name. */
export function splitName(fullName: string): { first_name: string; last_name: string } {
  const [first_name = '', ...rest] = fullName.trim().split(/\s/)
  return { first_name, last_name: rest.join(' ').trim() }
}

/** What is wrong with a full name: no last name, or a part above 100 characters. [5.tenant.5] [5.tenant.6] */
function nameError(fullName: string): string | null {
  const { first_name, last_name } = splitName(fullName)
  if (last_name === '') return 'Full Name must have a first and a last name'
  if (Math.max(first_name.length, last_name.length) <= LIMITS.name) return null
  return `Each part of the Full Name can have at most ${LIMITS.name} characters`
}

/** The add-tenant form: all required, and a name of two parts. [2.building.24] */
export const AddTenant = z.strictObject({
  full_name: text('Full Name', 2 * LIMITS.name + 1).superRefine((name, context) => {
    const message = nameError(name)
    if (message !== null) context.addIssue(message)
  }),
  email,
  unit_number: text('Unit Number', LIMITS.unit),
  role: z.enum(['member', 'captain'], {
    error: ({ input }) => (input ? 'Role must be one of those offered' : 'Role is required'),
  }),
})

export type AddTenant = z.infer<typeof AddTenant>

/** Why a person was not added: their address has an account in the captain's building, or elsewhere. */
export const TENANT_REFUSALS = {
  'in the building': 'somebody of your building has this e-mail address already',
  elsewhere:
    'this e-mail address has an account already. Please enter another one, or ask them to close that account first',
} as const
