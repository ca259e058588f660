import { z } from 'zod'
import { ACCESS_EVENTS } from './access/access-events.ts'
import { AGREEMENT_EVENTS } from './agreements/agreement-events.ts'
import { ANNOUNCEMENT_EVENTS } from './announcements/announcement-events.ts'
import { BUDGET_EVENTS } from './budget/budget-events.ts'
import { COMPLIANCE_EVENTS } from './compliance/compliance-events.ts'
import { DOCUMENT_EVENTS } from './documents/document-events.ts'
import { type Entry, kind, noPayload, type Stream } from './event-kind.ts'
import { FEED_EVENTS } from './feeds/feed-events.ts'
import { INVOICE_EVENTS } from './invoices/invoice-events.ts'
import { MEMBER_EVENTS } from './members/member-events.ts'
import { MESSAGE_EVENTS } from './messages/message-events.ts'
import { formatMoney } from './money.ts'
import { PAYMENT_EVENTS } from './payments/payment-events.ts'
import { QUOTE_EVENTS } from './quotes/quote-events.ts'
import { SIGN_IN_EVENTS } from './sign-in-events.ts'
import { TEAM_EVENTS } from './team/team-events.ts'
import { VISIT_EVENTS } from './visits/visit-events.ts'
import { VOTE_EVENTS } from './votes/vote-events.ts'

/**
 * Every kind of event, by noun and past tense of the rule's verb. Mail, live updates and the screens read this; none of
 * them keeps a list of its own. Who is mailed: database/repeatable/recipients.sql.
 */
export const EVENTS = {
  vendor_signed_up: kind({
    payload: noPayload,
    concerns: ['vendor'],
    refreshes: ['vendors'],
    sentence: ({ subject }) => `${subject} signed up as a vendor.`,
  }),
  building_added: kind({
    payload: noPayload,
    concerns: ['building'],
    refreshes: [],
    sentence: ({ subject }) => `${subject} was added.`,
  }),
  building_updated: kind({
    payload: noPayload,
    concerns: ['building'],
    // The days on which nobody comes decide what an acceptance would book.
    refreshes: ['buildings', 'accounts.session', 'quotes'],
    sentence: ({ actor }) => `${actor} corrected what is known of the building.`,
  }),
  ...ACCESS_EVENTS,
  ...AGREEMENT_EVENTS,
  ...MEMBER_EVENTS,
  ...BUDGET_EVENTS,
  ...INVOICE_EVENTS,
  ...MESSAGE_EVENTS,
  ...QUOTE_EVENTS,
  ...VISIT_EVENTS,
  ...TEAM_EVENTS,
  ...VOTE_EVENTS,
  ...ANNOUNCEMENT_EVENTS,
  ...COMPLIANCE_EVENTS,
  vendor_profile_changed: kind({
    payload: noPayload,
    concerns: ['vendor'],
    refreshes: ['vendors'],
    sentence: ({ actor }) => `${actor} changed the company’s profile.`,
  }),
  vendor_services_changed: kind({
    payload: noPayload,
    concerns: ['vendor'],
    refreshes: ['services', 'quotes', 'vendors'],
    sentence: ({ subject }) => `${subject} changed the services it offers.`,
  }),
  fee_charged: kind({
    payload: z.object({ month: z.string(), amount: z.int(), due_date: z.string() }),
    concerns: ['building'],
    refreshes: ['billing', 'budget'],
    sentence: ({ data }) => `A fee of ${formatMoney(data.amount)} is due.`,
  }),
  ...PAYMENT_EVENTS,
  profile_updated: kind({
    payload: noPayload,
    concerns: ['building', 'vendor'],
    refreshes: [
      'accounts.session',
      'profiles.get',
      'members',
      'documents',
      'quotes',
      'visits',
      'vendors',
      'team',
    ],
    sentence: ({ subject }) => `${subject} updated their profile.`,
  }),
  // Other sessions have ended.
  password_changed: kind({
    payload: noPayload,
    concerns: ['subject'],
    refreshes: ['profiles.get', 'vendors.get', 'accounts.session', 'sessions'],
    changesAccess: true,
    replacesSession: true,
    sentence: ({ subject }) => `${subject} changed their password.`,
  }),
  ...SIGN_IN_EVENTS,
  password_reset_requested: kind({
    payload: noPayload,
    concerns: [],
    refreshes: [],
    sentence: ({ subject }) => `A new password was requested for ${subject}.`,
  }),
  password_reset: kind({
    payload: noPayload,
    concerns: ['subject'],
    refreshes: ['accounts.session', 'sessions'],
    changesAccess: true,
    confirmsAddress: true,
    sentence: ({ subject }) => `${subject} chose a new password.`,
  }),
  email_confirmation_requested: kind({
    payload: noPayload,
    concerns: [],
    refreshes: [],
    sentence: ({ subject }) => `${subject} was asked to confirm their e-mail address.`,
  }),
  email_confirmed: kind({
    payload: noPayload,
    concerns: ['subject'],
    refreshes: ['accounts.session'],
    confirmsAddress: true,
    sentence: ({ subject }) => `${subject} confirmed their e-mail address.`,
  }),
  email_change_requested: kind({
    payload: noPayload,
    concerns: [],
    refreshes: [],
    sentence: ({ subject }) => `${subject} asked to change their e-mail address.`,
  }),
  email_changed: kind({
    payload: noPayload,
    concerns: ['building', 'vendor'],
    refreshes: ['accounts.session', 'profiles.get', 'members', 'vendors', 'team'],
    confirmsAddress: true,
    sentence: ({ subject }) => `${subject} changed their e-mail address.`,
  }),
  account_closed: kind({
    payload: noPayload,
    concerns: ['building', 'vendor', 'subject'],
    // The visits that they were assigned to, and ratings with their name.
    refreshes: [
      'accounts.session',
      'members',
      'buildings',
      'documents',
      'quotes',
      'vendors',
      'team',
      'visits',
    ],
    changesAccess: true,
    sentence: () => 'Somebody closed their account.',
  }),
  ...DOCUMENT_EVENTS,
  ...FEED_EVENTS,
  contact_message_sent: kind({
    payload: noPayload,
    concerns: [],
    refreshes: [],
    sentence: () => 'A message was sent through the contact form.',
  }),
  admin_appointed: kind({
    payload: noPayload,
    concerns: ['subject'],
    refreshes: ['accounts.session'],
    changesAccess: true,
    sentence: ({ subject }) => `${subject} became an administrator.`,
  }),
}

export type EventKind = keyof typeof EVENTS
type Refreshed = (typeof EVENTS)[EventKind]['refreshes'][number]
export type Payload<K extends EventKind> = z.infer<(typeof EVENTS)[K]['payload']>

/** The entry of a kind; undefined for one that only a newer version of the portal knows. */
export function entryOf(
  kind: string,
):
  | Pick<
      Entry<readonly Stream[], unknown, Refreshed>,
      'concerns' | 'refreshes' | 'changesAccess' | 'replacesSession' | 'confirmsAddress'
    >
  | undefined {
  return Object.hasOwn(EVENTS, kind) ? EVENTS[kind as EventKind] : undefined
}
