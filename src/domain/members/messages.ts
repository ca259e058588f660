import type { Role } from '../viewer.ts'

/** Messages of Building Members. [8.confirm.2] */
export const MEMBER_MESSAGES = {
  accepted: 'User accepted successfully', // [8.success.4]
  removed: 'User removed from building', // [8.success.5]
  acceptFailed: (reason: string) => `Failed to accept user: ${reason}`, // [8.building.4]
  removeFailed: (reason: string) => `Failed to remove user: ${reason}`, // [8.building.5]
  loadFailed: (reason: string) => `Failed to load building data: ${reason}`, // [8.building.2]
  confirmAccept: 'Accept this user and grant them access to member features?', // [8.confirm.1]
  confirmRemove:
    'Remove this user from the building? They will be moved back to pending status and lose access to member features.',
  declined: 'Request declined',
  declineFailed: (reason: string) => `Failed to decline user: ${reason}`,
  unblockFailed: (reason: string) => `Failed to unblock the address: ${reason}`,
  added: 'Tenant added successfully', // [8.success.15]
  addFailed: (reason: string) => `Failed to add tenant: ${reason}`, // [8.building.9]
  handedOver: (name: string) => `${name} is the HOA representative now. They will get an email.`,
  confirmHandOver: 'They become the HOA representative of your building in your place. You stay as a tenant.',
} as const

/** The label of a resident's role. [1.captain] [1.tenant] [2.building.7] */
export function residentLabel(role: Role): 'HOA Representative' | 'Tenant' {
  return role === 'captain' ? 'HOA Representative' : 'Tenant'
}
