import { z } from 'zod'
import { formatShortDate, formatTime } from './calendar.ts'
import { DOCUMENT_EVENTS } from './documents/document-events.ts'
import { type Entry, kind, noPayload, type Stream } from './event-kind.ts'
import { formatMoney } from './money.ts'
import { SIGN_IN_EVENTS } from './sign-in-events.ts'

const price = z.object({ per_visit_price: z.int() })
const visit = z.object({
  service: z.string(),
  company_name: z.string(),
  scheduled_date: z.string(),
  scheduled_time: z.string(),
})
const changedVisit = visit.extend({ changed_by: z.enum(['vendor', 'captain']), change_reason: z.string() })

const stoppedService = z.object({
  service: z.string(),
  company_name: z.string(),
  from_date: z.string(),
  reason: z.string(),
  stopped_by: z.enum(['vendor', 'captain']),
  /** How many visits were cancelled. */
  visits: z.int(),
})

const day = (date: string) => formatShortDate(date, date)
const when = (date: string, time: string) => `${formatShortDate(date, date)} at ${formatTime(time)}`

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
    refreshes: ['buildings', 'accounts.session'],
    sentence: ({ actor }) => `${actor} corrected what is known of the building.`,
  }),
  captain_appointed: kind({
    payload: noPayload,
    concerns: ['building'],
    refreshes: ['accounts.session', 'members'],
    sentence: ({ subject }) => `${subject} became the HOA representative.`,
  }),
  member_joined: kind({
    payload: noPayload,
    concerns: ['building'],
    refreshes: ['accounts.session', 'members', 'buildings'],
    sentence: ({ subject }) => `${subject} asked to join the building.`,
  }),
  member_invited: kind({
    payload: noPayload,
    concerns: ['building'],
    refreshes: ['accounts.session', 'members'],
    sentence: ({ actor, subject }) => `${actor} added ${subject} to the building.`,
  }),
  member_accepted: kind({
    payload: noPayload,
    concerns: ['building', 'subject'],
    refreshes: ['accounts.session', 'members', 'buildings'],
    changesAccess: true,
    sentence: ({ actor, subject }) => `${actor} accepted ${subject}.`,
  }),
  member_removed: kind({
    payload: z.object({ was: z.enum(['pending', 'active']) }),
    concerns: ['building', 'subject'],
    refreshes: ['accounts.session', 'members', 'buildings'],
    changesAccess: true,
    sentence: ({ actor, subject }) => `${actor} removed ${subject}.`,
  }),
  member_declined: kind({
    payload: z.object({ name: z.string(), reason: z.string().nullable() }),
    concerns: ['building', 'subject'],
    refreshes: ['accounts.session', 'members', 'buildings'],
    changesAccess: true,
    sentence: ({ actor, data }) => `${actor} declined ${data.name}.`,
  }),
  email_unblocked: kind({
    payload: z.object({ email: z.string() }),
    concerns: ['building'],
    refreshes: ['members'],
    sentence: ({ actor, data }) => `${actor} unblocked ${data.email}.`,
  }),

  service_requested: kind({
    payload: noPayload,
    concerns: ['building'],
    refreshes: ['services', 'billing'],
    sentence: ({ actor, subject }) => `${actor} asked for quotes for ${subject}.`,
  }),
  service_changed: kind({
    payload: noPayload,
    concerns: ['building'],
    refreshes: ['services', 'quotes'],
    sentence: ({ actor, subject }) => `${actor} changed the request for ${subject}.`,
  }),
  service_withdrawn: kind({
    payload: noPayload,
    concerns: ['building'],
    refreshes: ['services', 'billing'],
    sentence: ({ actor, subject }) => `${actor} withdrew the request for ${subject}.`,
  }),
  quote_requested: kind({
    payload: noPayload,
    concerns: ['building', 'vendor'],
    refreshes: ['services', 'quotes', 'vendors'],
    sentence: ({ subject }) => `${subject} was asked for a quote.`,
  }),
  quote_submitted: kind({
    payload: price,
    concerns: ['building', 'vendor'],
    refreshes: ['services', 'quotes', 'vendors'],
    sentence: ({ subject, data }) => `${subject} offered ${formatMoney(data.per_visit_price)} per visit.`,
  }),
  quote_updated: kind({
    payload: price,
    concerns: ['building', 'vendor'],
    refreshes: ['services', 'quotes', 'vendors'],
    sentence: ({ subject, data }) =>
      `${subject} changed its price to ${formatMoney(data.per_visit_price)} per visit.`,
  }),
  quote_accepted: kind({
    payload: noPayload,
    concerns: ['building', 'vendor'],
    refreshes: ['services', 'quotes', 'visits', 'vendors', 'billing'],
    sentence: ({ actor, subject }) => `${actor} accepted the quote of ${subject}.`,
  }),
  quote_declined: kind({
    payload: noPayload,
    concerns: ['building', 'vendor'],
    refreshes: ['services', 'quotes', 'vendors'],
    sentence: ({ subject }) => `The quote of ${subject} was not chosen.`,
  }),
  request_changed: kind({
    payload: noPayload,
    concerns: ['building', 'vendor'],
    refreshes: ['services', 'quotes', 'vendors'],
    sentence: ({ subject }) => `${subject} was told that the request changed.`,
  }),
  request_withdrawn: kind({
    payload: noPayload,
    concerns: ['building', 'vendor'],
    refreshes: ['services', 'quotes', 'vendors'],
    sentence: ({ subject }) => `${subject} was told that the request was withdrawn.`,
  }),
  quote_withdrawn: kind({
    payload: noPayload,
    concerns: ['building', 'vendor'],
    refreshes: ['services', 'quotes'],
    sentence: ({ actor, subject }) => `${actor} no longer offers ${subject}.`,
  }),
  visits_booked: kind({
    payload: z.object({ service: z.string(), company_name: z.string(), visits: z.int() }),
    concerns: ['building', 'vendor'],
    refreshes: ['services', 'quotes', 'visits', 'vendors', 'billing'],
    sentence: ({ data }) =>
      data.visits === 1
        ? `One more ${data.service} visit by ${data.company_name} was booked.`
        : `The next ${data.visits} ${data.service} visits by ${data.company_name} were booked.`,
  }),
  service_ended: kind({
    payload: stoppedService,
    concerns: ['building', 'vendor'],
    refreshes: ['services', 'quotes', 'visits', 'vendors', 'billing'],
    sentence: ({ actor, data }) => `${actor} ended ${data.service} from ${day(data.from_date)} on.`,
  }),
  service_paused: kind({
    payload: stoppedService.extend({ until_date: z.string() }),
    concerns: ['building', 'vendor'],
    refreshes: ['services', 'quotes', 'visits', 'vendors', 'billing'],
    sentence: ({ actor, data }) =>
      `${actor} paused ${data.service} from ${day(data.from_date)} until ${day(data.until_date)}.`,
  }),
  visit_completed: kind({
    payload: visit,
    concerns: ['building', 'vendor'],
    refreshes: ['services', 'quotes', 'visits', 'vendors', 'billing'],
    sentence: ({ data }) => `${data.company_name} completed a ${data.service} visit.`,
  }),
  visit_reopened: kind({
    payload: visit,
    concerns: ['building', 'vendor'],
    refreshes: ['services', 'quotes', 'visits', 'vendors', 'billing'],
    sentence: ({ data }) => `${data.company_name} took back that a ${data.service} visit was completed.`,
  }),
  visit_moved: kind({
    payload: changedVisit.extend({ earlier_date: z.string(), earlier_time: z.string() }),
    concerns: ['building', 'vendor'],
    refreshes: ['services', 'quotes', 'visits', 'vendors', 'billing'],
    sentence: ({ actor, data }) =>
      `${actor} moved a ${data.service} visit to ${when(data.scheduled_date, data.scheduled_time)}.`,
  }),
  visit_cancelled: kind({
    payload: changedVisit,
    concerns: ['building', 'vendor'],
    refreshes: ['services', 'quotes', 'visits', 'vendors', 'billing'],
    sentence: ({ actor, data }) =>
      `${actor} cancelled the ${data.service} visit on ${when(data.scheduled_date, data.scheduled_time)}.`,
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
    refreshes: ['billing'],
    sentence: ({ data }) => `A fee of ${formatMoney(data.amount)} is due.`,
  }),
  payment_received: kind({
    payload: z.object({ amount: z.int() }),
    concerns: ['building'],
    refreshes: ['billing'],
    sentence: ({ data }) => `A payment of ${formatMoney(data.amount)} was received.`,
  }),
  profile_updated: kind({
    payload: noPayload,
    concerns: ['building', 'vendor'],
    refreshes: ['accounts.session', 'profiles.get', 'members', 'documents', 'quotes', 'visits', 'vendors'],
    sentence: ({ subject }) => `${subject} updated their profile.`,
  }),
  password_changed: kind({
    payload: noPayload,
    concerns: [],
    refreshes: ['profiles.get', 'vendors.get'],
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
    concerns: [],
    refreshes: [],
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
    refreshes: ['accounts.session', 'profiles.get', 'members', 'vendors'],
    confirmsAddress: true,
    sentence: ({ subject }) => `${subject} changed their e-mail address.`,
  }),
  account_closed: kind({
    payload: noPayload,
    concerns: ['building', 'vendor', 'subject'],
    refreshes: ['accounts.session', 'members', 'buildings', 'documents', 'quotes', 'vendors'],
    changesAccess: true,
    sentence: () => 'Somebody closed their account.',
  }),
  ...DOCUMENT_EVENTS,
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
      'concerns' | 'refreshes' | 'changesAccess' | 'confirmsAddress'
    >
  | undefined {
  return Object.hasOwn(EVENTS, kind) ? EVENTS[kind as EventKind] : undefined
}
