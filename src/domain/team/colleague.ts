import { z } from 'zod'
import { DomainError } from '../errors.ts'
import { AddTenant } from '../members/tenant.ts'
import { email, id } from '../text.ts'
import { may, type Viewer } from '../viewer.ts'

/** What the people of a vendor are. Product 1.8 */
export const VENDOR_ROLES = ['owner', 'office', 'crew'] as const
export type VendorRole = (typeof VENDOR_ROLES)[number]

/** `removed` once their account was ended: their name stays with what they did. */
type Colleague = { id: string; vendor_role: VendorRole | null; status: 'pending' | 'active' | 'removed' }

const vendorRole = z.enum(VENDOR_ROLES, {
  error: ({ input }) => (input ? 'Role must be one of those offered' : 'Role is required'),
})

export const InviteColleague = z.strictObject({
  full_name: AddTenant.shape.full_name,
  email,
  vendor_role: vendorRole,
})
export type InviteColleague = z.infer<typeof InviteColleague>

export const ColleagueId = z.strictObject({ id })
export const ChangeRole = z.strictObject({ id, vendor_role: vendorRole })

/** Whether the viewer decides who works for the company. */
export const canManagePeople = (viewer: Viewer | null): boolean => may(viewer, 'manage_people')

/** Whether the colleague is the only owner who can sign in: a company keeps one. Product 1.8 */
export function isLastOwner(people: readonly Colleague[], colleague: Colleague): boolean {
  const owners = people.filter(({ vendor_role, status }) => vendor_role === 'owner' && status === 'active')
  return owners.length === 1 && owners[0]?.id === colleague.id
}

/**
 * Another role for a colleague, from their next call on. Throws DomainError 'not_allowed' for the last owner, 'conflict' when it
 * is their role already.
 */
export function changeRole(people: readonly Colleague[], colleague: Colleague, vendor_role: VendorRole) {
  if (colleague.vendor_role === vendor_role) throw new DomainError('conflict', 'that is their role already')
  if (isLastOwner(people, colleague)) throw new DomainError('not_allowed', LAST_OWNER)
  return { vendor_role }
}

const LAST_OWNER = 'a company keeps an owner. Make somebody else an owner first'

/**
 * Removing a colleague ends their account, or their invitation. Throws DomainError 'not_allowed' for the last owner and for
 * oneself: one closes one's own account.
 */
export function removeColleague(viewer: Viewer, people: readonly Colleague[], colleague: Colleague): void {
  if (isLastOwner(people, colleague)) throw new DomainError('not_allowed', LAST_OWNER)
  if (viewer.id === colleague.id)
    throw new DomainError('not_allowed', 'you leave by closing your account, in your settings')
}

/** Whether a visit can be given to this person: an invited one can't see it yet. Product 1.8 */
export function isAssignable({ status }: Pick<Colleague, 'status'>): boolean {
  return status === 'active'
}
