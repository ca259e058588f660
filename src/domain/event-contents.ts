import { z } from 'zod'
import { formatShortDate, formatTime } from './calendar.ts'
import { formatMoney } from './money.ts'

/** What a feed knows of an event: the names of its actor and its subject, and its payload. */
type Told<Data> = { actor: string; subject: string; data: Data }

/** The schema of an event's `data`, parsed when it is written and when it is read; and its sentence in a feed. */
const event = <Data>(payload: z.ZodType<Data>, sentence: (told: Told<Data>) => string) => ({
  payload,
  sentence,
})

const nothing = z.object({})
const price = z.object({ per_visit_price: z.int() })
const visit = z.object({
  service: z.string(),
  company_name: z.string(),
  scheduled_date: z.string(),
  scheduled_time: z.string(),
})
const changedVisit = visit.extend({ changed_by: z.enum(['vendor', 'captain']), change_reason: z.string() })

const when = (date: string, time: string) => `${formatShortDate(date, date)} at ${formatTime(time)}`

/**
 * Every kind of event, by noun and past tense of the rule's verb: what it says. Whom it concerns and what it refreshes:
 * events.ts, which browsers load at every start, without zod. Who is mailed: database/repeatable/recipients.sql.
 */
export const CONTENTS = {
  vendor_signed_up: event(nothing, ({ subject }) => `${subject} signed up as a vendor.`),
  building_added: event(nothing, ({ subject }) => `${subject} was added.`),
  captain_appointed: event(nothing, ({ subject }) => `${subject} became the HOA representative.`),
  member_joined: event(nothing, ({ subject }) => `${subject} asked to join the building.`),
  member_invited: event(nothing, ({ actor, subject }) => `${actor} added ${subject} to the building.`),
  member_accepted: event(nothing, ({ actor, subject }) => `${actor} accepted ${subject}.`),
  member_removed: event(
    z.object({ was: z.enum(['pending', 'active']) }),
    ({ actor, subject }) => `${actor} removed ${subject}.`,
  ),
  service_requested: event(nothing, ({ actor, subject }) => `${actor} asked for quotes for ${subject}.`),
  quote_requested: event(nothing, ({ subject }) => `${subject} was asked for a quote.`),
  quote_submitted: event(
    price,
    ({ subject, data }) => `${subject} offered ${formatMoney(data.per_visit_price)} per visit.`,
  ),
  quote_updated: event(
    price,
    ({ subject, data }) => `${subject} changed its price to ${formatMoney(data.per_visit_price)} per visit.`,
  ),
  quote_accepted: event(nothing, ({ actor, subject }) => `${actor} accepted the quote of ${subject}.`),
  quote_declined: event(nothing, ({ subject }) => `The quote of ${subject} was not chosen.`),
  quote_withdrawn: event(nothing, ({ actor, subject }) => `${actor} no longer offers ${subject}.`),
  visit_completed: event(visit, ({ data }) => `${data.company_name} completed a ${data.service} visit.`),
  visit_moved: event(
    changedVisit.extend({ earlier_date: z.string(), earlier_time: z.string() }),
    ({ actor, data }) =>
      `${actor} moved a ${data.service} visit to ${when(data.scheduled_date, data.scheduled_time)}.`,
  ),
  visit_cancelled: event(
    changedVisit,
    ({ actor, data }) =>
      `${actor} cancelled the ${data.service} visit on ${when(data.scheduled_date, data.scheduled_time)}.`,
  ),
  vendor_services_changed: event(nothing, ({ subject }) => `${subject} changed the services it offers.`),
  fee_charged: event(
    z.object({ month: z.string(), amount: z.int(), due_date: z.string() }),
    ({ data }) => `A fee of ${formatMoney(data.amount)} is due.`,
  ),
  payment_received: event(
    z.object({ amount: z.int() }),
    ({ data }) => `A payment of ${formatMoney(data.amount)} was received.`,
  ),
  profile_updated: event(nothing, ({ subject }) => `${subject} updated their profile.`),
  password_changed: event(nothing, ({ subject }) => `${subject} changed their password.`),
  password_reset_requested: event(nothing, ({ subject }) => `A new password was requested for ${subject}.`),
  password_reset: event(nothing, ({ subject }) => `${subject} chose a new password.`),
  email_change_requested: event(nothing, ({ subject }) => `${subject} asked to change their e-mail address.`),
  email_changed: event(nothing, ({ subject }) => `${subject} changed their e-mail address.`),
  document_uploaded: event(
    z.object({ file_name: z.string() }),
    ({ actor, data }) => `${actor} added ${data.file_name}.`,
  ),
  document_renamed: event(
    z.object({ file_name: z.string(), earlier_name: z.string() }),
    ({ actor, data }) => `${actor} renamed ${data.earlier_name} to ${data.file_name}.`,
  ),
  contact_message_sent: event(nothing, () => 'A message was sent through the contact form.'),
  admin_appointed: event(nothing, ({ subject }) => `${subject} became an administrator.`),
}

export type EventKind = keyof typeof CONTENTS
export type Payload<K extends EventKind> = z.infer<(typeof CONTENTS)[K]['payload']>
