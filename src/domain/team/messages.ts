import type { VendorRole } from './colleague.ts'

/** What each role is called, and what it may do. Product 1.8 */
export const ROLE_LABELS: Record<VendorRole, string> = { owner: 'Owner', office: 'Office', crew: 'Crew' }

export const ROLE_EFFECTS: Record<VendorRole, string> = {
  owner: 'Sees and changes everything, the company and its people included.',
  office: 'Quotes and schedules; sees the company, and can’t change it.',
  crew: 'Sees Today and the visits that they are assigned to, without prices.',
}

/** Why a person was not invited: their address has an account in the company, or elsewhere. */
export const INVITATION_REFUSALS = {
  'in the company': 'somebody of your company has this e-mail address already',
  elsewhere:
    'this e-mail address has an account already, at a building or another company. Please enter another one, or ask them to close that account first',
} as const

/** Messages of Team. */
export const TEAM_MESSAGES = {
  loadFailed: (reason: string) => `Your team could not be loaded. ${reason}`,
  invited: (email: string) => `Invitation sent to ${email}`,
  inviteFailed: (reason: string) => `The invitation was not sent: ${reason}`,
  changed: (name: string, role: string) => `${name} is ${role} now`,
  changeFailed: (reason: string) => `The role was not changed: ${reason}`,
  removed: (name: string) => `${name} was removed`,
  removeFailed: (reason: string) => `They were not removed: ${reason}`,
  confirmRemove:
    'They are signed out at once and can’t sign in any more. Visits that they were assigned to go back to the company. What they did stays, with their name.',
  confirmWithdraw: 'The link in their invitation stops working. You can invite them again.',
} as const
