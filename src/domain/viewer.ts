/**
 * Who is acting. Read from the database at each request, never from the client; anonymous is null.
 * `unassigned` is an active resident without a building (section 8: 'No building found for your account'),
 * an audience of its own so that a resident's `building_id` is never null.
 */
export type ResidentViewer = { kind: 'resident'; id: string; building_id: string; captain: boolean }
export type VendorViewer = { kind: 'vendor'; id: string }
export type AdminViewer = { kind: 'admin'; id: string }
export type PendingViewer = { kind: 'pending'; id: string }
export type UnassignedViewer = { kind: 'unassigned'; id: string }
export type Viewer = ResidentViewer | VendorViewer | AdminViewer | PendingViewer | UnassignedViewer

/** The audiences that a procedure can be opened to, and the viewer that each of them is. */
export type Audiences = {
  anonymous: null
  resident: ResidentViewer
  captain: ResidentViewer & { captain: true }
  vendor: VendorViewer
  admin: AdminViewer
  pending: PendingViewer
  unassigned: UnassignedViewer
}
export type Audience = keyof Audiences

/** True when the viewer belongs to the audience: a captain is also a resident. */
export function isIn<A extends Audience>(viewer: Viewer | null, audience: A): viewer is Audiences[A] {
  if (viewer === null) return audience === 'anonymous'
  if (audience === 'captain') return viewer.kind === 'resident' && viewer.captain
  return viewer.kind === audience
}

export type Role = 'homeowner' | 'captain' | 'member' | 'contractor' | 'admin'
