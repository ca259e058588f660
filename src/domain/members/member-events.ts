import { z } from 'zod'
import { kind, noPayload } from '../event-kind.ts'
import { POWERS } from '../viewer.ts'
import { HOLDER_LABELS, officeNames } from './messages.ts'
import { HOLDERS, OFFICES } from './office.ts'
import { TIES } from './unit.ts'

/** The events of a building's people, their offices and their captain. Product 4.1, 4.2 */
export const MEMBER_EVENTS = {
  captain_appointed: kind({
    payload: noPayload,
    concerns: ['building'],
    refreshes: ['accounts.session', 'members'],
    sentence: ({ subject }) => `${subject} became the HOA representative.`,
  }),
  captaincy_handed_over: kind({
    payload: noPayload,
    concerns: ['building', 'subject'],
    refreshes: ['accounts.session', 'members'],
    changesAccess: true,
    sentence: ({ actor, subject }) => `${actor} made ${subject} the HOA representative.`,
  }),
  captaincy_offered: kind({
    payload: noPayload,
    concerns: ['building', 'subject'],
    refreshes: ['accounts.session', 'members.offer'],
    sentence: ({ actor, subject }) => `${actor} asked ${subject} to become the HOA representative.`,
  }),
  captaincy_withdrawn: kind({
    payload: noPayload,
    concerns: ['building', 'subject'],
    refreshes: ['accounts.session', 'members.offer'],
    sentence: ({ actor, subject }) => `${actor} no longer asks ${subject} to become the HOA representative.`,
  }),
  captaincy_declined: kind({
    payload: noPayload,
    concerns: ['building', 'subject'],
    refreshes: ['accounts.session', 'members.offer'],
    sentence: ({ actor }) => `${actor} declined to become the HOA representative.`,
  }),
  captaincy_accepted: kind({
    payload: noPayload,
    concerns: ['building', 'subject'],
    refreshes: ['accounts.session', 'members'],
    changesAccess: true,
    sentence: ({ actor, subject }) => `${actor} took over from ${subject} as the HOA representative.`,
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
  member_joined_by_link: kind({
    payload: noPayload,
    concerns: ['building', 'subject'],
    refreshes: ['accounts.session', 'members', 'buildings'],
    sentence: ({ subject }) => `${subject} joined the building by an invitation link.`,
  }),
  invitation_sent: kind({
    payload: noPayload,
    concerns: ['building'],
    refreshes: ['members', 'buildings'],
    sentence: ({ actor, subject }) => `${actor} invited ${subject} to the building.`,
  }),
  invitation_accepted: kind({
    payload: noPayload,
    concerns: ['building', 'subject'],
    refreshes: ['accounts.session', 'members', 'buildings'],
    changesAccess: true,
    sentence: ({ subject }) => `${subject} accepted the invitation to the building.`,
  }),
  link_created: kind({
    payload: z.object({ max_uses: z.int(), days: z.int(), unit_number: z.string().nullable() }),
    concerns: ['building'],
    refreshes: ['members.links'],
    sentence: ({ actor, data: { max_uses, unit_number } }) =>
      `${actor} made an invitation link for ${max_uses === 1 ? '1 person' : `${max_uses} people`}${unit_number === null ? '' : ` of unit ${unit_number}`}.`,
  }),
  link_revoked: kind({
    payload: noPayload,
    concerns: ['building'],
    refreshes: ['members.links'],
    sentence: ({ actor }) => `${actor} revoked an invitation link.`,
  }),
  units_changed: kind({
    payload: z.object({ added: z.int(), changed: z.int(), removed: z.int() }),
    concerns: ['building'],
    refreshes: ['members'],
    sentence: ({ actor, data: { added, changed, removed } }) =>
      `${actor} added ${added}, changed ${changed} and removed ${removed} of the building’s units.`,
  }),
  ties_changed: kind({
    payload: z.object({ holds: z.array(z.object({ unit: z.string(), tie: z.enum(TIES) })) }),
    concerns: ['building', 'subject'],
    refreshes: ['accounts.session', 'members'],
    changesAccess: true,
    sentence: ({ actor, subject, data: { holds } }) =>
      holds.length === 0
        ? `${actor} said that ${subject} holds no unit.`
        : `${actor} said that ${subject} is ${holds.map(({ unit, tie }) => `${tie} of unit ${unit}`).join(' and ')}.`,
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
    refreshes: ['accounts.session', 'members', 'buildings', 'votes'],
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
  offices_changed: kind({
    payload: z.object({ given: z.array(z.enum(OFFICES)), taken: z.array(z.enum(OFFICES)) }),
    concerns: ['building', 'subject'],
    refreshes: ['accounts.session', 'members'],
    changesAccess: true,
    sentence: ({ actor, subject, data: { given, taken } }) =>
      given.length > 0
        ? `${actor} made ${subject} ${officeNames(given)} of the building.`
        : `${actor} ended that ${subject} is ${officeNames(taken)} of the building.`,
  }),
  powers_changed: kind({
    payload: z.object({ holder: z.enum(HOLDERS), powers: z.array(z.enum(POWERS)) }),
    concerns: ['building'],
    refreshes: ['accounts.session', 'members'],
    sentence: ({ actor, data }) => `${actor} changed the powers: ${HOLDER_LABELS[data.holder]}.`,
  }),
}
