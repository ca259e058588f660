import type { EventKind } from '../../domain/events/event.ts'

/** Whom a mail is for, as they stand to the event's building and vendor when it is sent. */
export type Reader = { is_active: boolean; is_captain: boolean; is_vendor: boolean; lives_there: boolean }

type Rule = (reader: Reader) => boolean

const captain: Rule = ({ is_active, is_captain }) => is_active && is_captain
const vendor: Rule = ({ is_active, is_vendor }) => is_active && is_vendor
const neighbor: Rule = ({ is_active, lives_there }) => is_active && lives_there

/** A kind without a rule is told to the person as such, whatever became of them: accepted, removed, invited, links. */
const rules: Partial<Record<EventKind, Rule>> = {
  member_joined: captain,
  quote_requested: vendor,
  quote_submitted: neighbor,
  quote_accepted: vendor,
  quote_declined: vendor,
  appointment_moved: (reader) => vendor(reader) || neighbor(reader),
  appointment_cancelled: (reader) => vendor(reader) || neighbor(reader),
}

/** A mail may wait for days; what it tells of a building or its people is only for those who have a part in it still. */
export function mayStillRead(kind: EventKind, reader: Reader): boolean {
  return rules[kind]?.(reader) ?? true
}
