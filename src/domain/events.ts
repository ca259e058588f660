import type { EventKind, Payload } from './event-contents.ts'

export type { EventKind, Payload }

/** Who hears of an event: everyone in its building, its vendor, the person it is about. Admins hear of all. */
export type Stream = 'building' | 'vendor' | 'subject'

/** A part of the API whose answers an event may change: a router, or one procedure. */
export type Refreshed =
  | 'accounts.session'
  | 'profiles.get'
  | 'billing'
  | 'buildings'
  | 'documents'
  | 'members'
  | 'quotes'
  | 'services'
  | 'vendors'
  | 'visits'

type Entry = {
  concerns: readonly Stream[]
  refreshes: readonly Refreshed[]
  /** Changes what its subject may see, so their live stream ends and reopens under the new rules. */
  changesAccess?: true
}

/**
 * Whom each kind of event concerns and what it refreshes. Live updates and the screens read this; none of them keeps a
 * list of its own. A kind begins in event-contents.ts, and does not compile without its entry here.
 */
export const EVENTS = {
  vendor_signed_up: { concerns: ['vendor'], refreshes: ['vendors'] },
  building_added: { concerns: ['building'], refreshes: [] },
  captain_appointed: { concerns: ['building'], refreshes: ['accounts.session', 'members'] },
  member_joined: { concerns: ['building'], refreshes: ['members', 'buildings'] },
  member_invited: { concerns: ['building'], refreshes: ['members'] },
  member_accepted: {
    concerns: ['building', 'subject'],
    refreshes: ['accounts.session', 'members', 'buildings'],
    changesAccess: true,
  },
  member_removed: {
    concerns: ['building', 'subject'],
    refreshes: ['accounts.session', 'members', 'buildings'],
    changesAccess: true,
  },
  service_requested: { concerns: ['building'], refreshes: ['services', 'billing'] },
  quote_requested: { concerns: ['building', 'vendor'], refreshes: ['services', 'quotes', 'vendors'] },
  quote_submitted: { concerns: ['building', 'vendor'], refreshes: ['services', 'quotes', 'vendors'] },
  quote_updated: { concerns: ['building', 'vendor'], refreshes: ['services', 'quotes', 'vendors'] },
  quote_accepted: {
    concerns: ['building', 'vendor'],
    refreshes: ['services', 'quotes', 'visits', 'vendors', 'billing'],
  },
  quote_declined: { concerns: ['building', 'vendor'], refreshes: ['services', 'quotes', 'vendors'] },
  quote_withdrawn: { concerns: ['building', 'vendor'], refreshes: ['services'] },
  visit_completed: {
    concerns: ['building', 'vendor'],
    refreshes: ['services', 'quotes', 'visits', 'vendors', 'billing'],
  },
  visit_moved: { concerns: ['building', 'vendor'], refreshes: ['services', 'visits', 'vendors', 'billing'] },
  visit_cancelled: {
    concerns: ['building', 'vendor'],
    refreshes: ['services', 'quotes', 'visits', 'vendors', 'billing'],
  },
  vendor_services_changed: { concerns: ['vendor'], refreshes: ['services', 'quotes', 'vendors'] },
  fee_charged: { concerns: ['building'], refreshes: ['billing'] },
  payment_received: { concerns: ['building'], refreshes: ['billing'] },
  profile_updated: {
    concerns: ['building', 'vendor'],
    refreshes: ['accounts.session', 'profiles.get', 'members', 'documents', 'quotes', 'visits', 'vendors'],
  },
  password_changed: { concerns: [], refreshes: [] },
  password_reset_requested: { concerns: [], refreshes: [] },
  password_reset: { concerns: [], refreshes: [] },
  email_change_requested: { concerns: [], refreshes: [] },
  email_changed: {
    concerns: ['building', 'vendor'],
    refreshes: ['accounts.session', 'profiles.get', 'members', 'vendors'],
  },
  document_uploaded: { concerns: ['building'], refreshes: ['documents'] },
  document_renamed: { concerns: ['building'], refreshes: ['documents'] },
  contact_message_sent: { concerns: [], refreshes: [] },
  admin_appointed: { concerns: ['subject'], refreshes: ['accounts.session'], changesAccess: true },
} as const satisfies Record<EventKind, Entry>

export const EVENT_KINDS = Object.keys(EVENTS) as EventKind[]

/** The entry of a kind; undefined for one that only a newer version of the portal knows. */
export function entryOf(kind: string): Entry | undefined {
  return Object.hasOwn(EVENTS, kind) ? EVENTS[kind as EventKind] : undefined
}
