import type { Role } from '../viewer.ts'

/** The exact sentences of Building Members. Section 8. */
export const MEMBER_MESSAGES = {
  accepted: 'User accepted successfully',
  removed: 'User removed from building',
  acceptFailed: (reason: string) => `Failed to accept user: ${reason}`,
  removeFailed: (reason: string) => `Failed to remove user: ${reason}`,
  loadFailed: (reason: string) => `Failed to load building data: ${reason}`,
  confirmAccept: 'Accept this user and grant them access to member features?',
  confirmRemove:
    'Remove this user from the building? They will be moved back to pending status and lose access to member features.',
  added: 'Tenant added successfully',
  addFailed: (reason: string) => `Failed to add tenant: ${reason}`,
  confirmHandOver: 'They become the HOA representative of your building in your place. You stay as a tenant.',
} as const

/** How a resident's role is shown. Section 1. */
export function residentLabel(role: Role): 'HOA Representative' | 'Tenant' {
  return role === 'captain' ? 'HOA Representative' : 'Tenant'
}
