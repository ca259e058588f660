import { z } from 'zod'
import { kind, noPayload } from '../event-kind.ts'
import { POWERS } from '../viewer.ts'
import { HOLDER_LABELS, officeNames } from './messages.ts'
import { HOLDERS, OFFICES } from './office.ts'

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
