import type { Power, Role } from '../viewer.ts'
import type { Holder, Office } from './office.ts'

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
  invitedAgain: (email: string) => `Invitation sent to ${email}`,
  inviteFailed: (reason: string) => `Failed to change the invitation: ${reason}`,
  confirmWithdraw: 'Their link stops working, and nothing of them is kept. You can invite them again.',
  invitationWithdrawn: 'Invitation withdrawn',
  imported: (count: number) =>
    count === 0
      ? 'Everybody was invited already'
      : `${count === 1 ? '1 person was' : `${count} people were`} invited`,
  fileFailed: (reason: string) => `Failed to read the file: ${reason}`,
  linkCopied: 'Link copied',
  linkNotCopied: 'Your browser does not let us copy. Please select the link and copy it',
  linkRevoked: 'Link revoked',
  linkFailed: (reason: string) => `Failed to change the link: ${reason}`,
  confirmRevoke: 'Nobody can join by this link any more. Who joined by it stays.',
  unitsSaved: ({ added, changed }: { added: number; changed: number }) =>
    added + changed === 0 ? 'Nothing was changed' : `Units saved: ${added} added, ${changed} changed`,
  unitRemoved: (number: string) => `Unit ${number} removed`,
  unitsFailed: (reason: string) => `Failed to change the units: ${reason}`,
  tiesSaved: (name: string) => `The units of ${name} were saved`,
  tiesFailed: (reason: string) => `Failed to change the units of this person: ${reason}`,
  officesSaved: (name: string) => `The offices of ${name} were saved`,
  officesFailed: (reason: string) => `Failed to save the offices: ${reason}`,
  powersSaved: 'The powers were saved',
  powersFailed: (reason: string) => `Failed to save the powers: ${reason}`,
  handedOver: (name: string) => `${name} is the HOA representative now. They will get an email.`,
  captaincyOffered: (name: string) => `${name} was asked. They will get an email.`,
  captaincyFailed: (reason: string) => `Failed to hand over: ${reason}`,
  captaincyWithdrawn: 'You stay the HOA representative',
  captaincyAccepted: 'You are the HOA representative now',
  captaincyDeclined: 'You declined. The HOA representative will get an email.',
  confirmOffer:
    'They are asked to become the HOA representative of your building in your place. Nothing changes until they accept. Then you stay as a tenant.',
  confirmHandOver: 'They become the HOA representative of your building in your place. You stay as a tenant.',
} as const

/** The label of a resident's role. [1.captain] [1.tenant] [2.building.7] */
export function residentLabel(role: Role): 'HOA Representative' | 'Tenant' {
  return role === 'captain' ? 'HOA Representative' : 'Tenant'
}

/** The names of offices, and of everybody who was accepted. Product 4.2 */
export const HOLDER_LABELS: Record<Holder, string> = {
  treasurer: 'Treasurer',
  secretary: 'Secretary',
  board_member: 'Board Member',
  resident: 'Every resident',
}

/** Offices in a sentence: 'treasurer and secretary'. */
export const officeNames = (offices: readonly Office[]) =>
  offices.map((office) => HOLDER_LABELS[office].toLowerCase()).join(' and ')

/** What each power lets somebody do, as the table of powers says it. Product 4.2 */
export const POWER_LABELS: Record<Power, string> = {
  request_services: 'Request services and answer vendors’ questions',
  accept_quotes: 'Accept quotes',
  manage_visits: 'Move, cancel and dispute visits, write to vendors',
  approve_invoices: 'Approve and pay invoices and fees',
  manage_budget: 'Set the budget',
  manage_members: 'Accept, invite and remove members',
  manage_documents: 'Add and change documents',
  manage_announcements: 'Write announcements',
  manage_votes: 'Prepare and close votes',
  manage_building: 'Change the building’s facts and settings',
  manage_offices: 'Give offices and change this table',
  hand_over: 'Hand over to a new HOA representative',
}
