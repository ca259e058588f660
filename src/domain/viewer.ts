import { DomainError } from './errors.ts'

/**
 * What a resident may do for the building. The captain has all; offices have what the building's table says
 * (members/office.ts). Only the captain gives offices and hands over. Product 4.2
 */
export const POWERS = [
  'request_services',
  'accept_quotes',
  'manage_visits',
  'approve_invoices',
  'manage_budget',
  'manage_members',
  'manage_documents',
  'manage_announcements',
  'manage_votes',
  'manage_building',
  'manage_offices',
  'hand_over',
] as const
export type Power = (typeof POWERS)[number]

/** What an owner of a vendor may do beyond its office: change the company and what it offers, and who works for it. Product 1.8 */
export const VENDOR_POWERS = ['manage_company', 'manage_people'] as const
export type VendorPower = (typeof VENDOR_POWERS)[number]

/**
 * Who makes a request, read from the database each time, never from the client; null is anonymous. `unassigned` is an
 * active resident without a building, so that a resident's `building_id` is never null.
 */
export type ResidentViewer = {
  kind: 'resident'
  id: string
  building_id: string
  powers: readonly Power[]
}
/** An owner of a vendor company, or a person of its office: `id` is the person, `vendor_id` the company. */
export type VendorViewer = { kind: 'vendor'; id: string; vendor_id: string; powers: readonly VendorPower[] }
/**
 * A member of a vendor's crew, who goes to the visits that they are assigned to. A kind of its own, so that whatever is open to
 * vendors stays closed to them. Product 1.8
 */
export type CrewViewer = { kind: 'crew'; id: string; vendor_id: string }
type AdminViewer = { kind: 'admin'; id: string }
/** An admin who has to add a second factor before anything else. */
type UnsecuredViewer = { kind: 'unsecured'; id: string }
type PendingViewer = { kind: 'pending'; id: string }
export type UnassignedViewer = { kind: 'unassigned'; id: string }
export type Viewer =
  | ResidentViewer
  | VendorViewer
  | CrewViewer
  | AdminViewer
  | UnsecuredViewer
  | PendingViewer
  | UnassignedViewer

type Audiences = {
  anonymous: null
  resident: ResidentViewer
  vendor: VendorViewer
  crew: CrewViewer
  admin: AdminViewer
  unsecured: UnsecuredViewer
  pending: PendingViewer
  unassigned: UnassignedViewer
}

/** Who may call a procedure: viewers of one kind, or the residents or people of vendors with a power. */
export type Audience = keyof Audiences | { resident: Power } | { vendor: VendorPower }

/** The viewers of an audience. */
export type ViewerIn<A extends Audience> = A extends keyof Audiences
  ? Audiences[A]
  : A extends { vendor: VendorPower }
    ? VendorViewer
    : ResidentViewer

export function isIn<A extends Audience>(viewer: Viewer | null, audience: A): viewer is ViewerIn<A> {
  if (typeof audience !== 'object') return (viewer?.kind ?? 'anonymous') === audience
  return may(viewer, 'vendor' in audience ? audience.vendor : audience.resident)
}

/** A viewer with a power that others of the same kind lack. */
export function powersOf(viewer: Viewer | null): readonly (Power | VendorPower)[] {
  return viewer?.kind === 'resident' || viewer?.kind === 'vendor' ? viewer.powers : []
}

/** Whether the viewer has the power. Screens ask it, too: the session carries its viewer. */
export function may(viewer: Viewer | null, power: Power | VendorPower): boolean {
  return powersOf(viewer).includes(power)
}

/** Throws DomainError 'not_allowed' without the power. */
export function requirePower(viewer: Viewer, power: Power | VendorPower): void {
  if (!may(viewer, power)) throw new DomainError('not_allowed')
}

export type Role = 'homeowner' | 'captain' | 'member' | 'contractor' | 'admin'
