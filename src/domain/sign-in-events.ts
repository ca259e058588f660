import { z } from 'zod'
import { kind, noPayload } from './event-kind.ts'

/** Their sessions may have ended, and an admin may see more or less than before. */
const changing = {
  concerns: ['subject'],
  refreshes: ['factors', 'sessions', 'accounts.session'],
  changesAccess: true,
} as const

/** What people change about their own factors and sessions. */
export const SIGN_IN_EVENTS = {
  passkey_added: kind({
    payload: z.object({ name: z.string() }),
    ...changing,
    sentence: ({ subject, data }) => `${subject} added the passkey ${data.name}.`,
  }),
  passkey_removed: kind({
    payload: z.object({ name: z.string() }),
    ...changing,
    sentence: ({ subject, data }) => `${subject} removed the passkey ${data.name}.`,
  }),
  second_factor_enabled: kind({
    payload: noPayload,
    ...changing,
    sentence: ({ subject }) => `${subject} turned an authenticator app on.`,
  }),
  second_factor_disabled: kind({
    payload: noPayload,
    ...changing,
    sentence: ({ subject }) => `${subject} turned the authenticator app off.`,
  }),
  recovery_codes_made: kind({
    // Whether there were codes before. Earlier versions did not say.
    payload: z.object({ replaced: z.boolean().default(false) }),
    concerns: ['subject'],
    refreshes: ['factors'],
    sentence: ({ subject }) => `${subject} made new recovery codes.`,
  }),
  recovery_code_used: kind({
    payload: z.object({ left: z.int() }),
    concerns: ['subject'],
    refreshes: ['factors'],
    sentence: ({ subject }) => `${subject} signed in with a recovery code.`,
  }),
  factors_reset: kind({
    payload: noPayload,
    ...changing,
    sentence: ({ subject }) => `The second factor of ${subject} was removed by the operator.`,
  }),
  session_ended: kind({
    payload: z.object({ sessions: z.int() }),
    ...changing,
    sentence: ({ subject, data }) =>
      data.sessions === 1
        ? `${subject} signed another device out.`
        : `${subject} signed ${data.sessions} other devices out.`,
  }),
  signed_out: kind({
    payload: noPayload,
    ...changing,
    sentence: ({ subject }) => `${subject} signed out.`,
  }),
  account_signed_out: kind({
    payload: z.object({ sessions: z.int() }),
    ...changing,
    sentence: ({ subject }) => `The operator signed ${subject} out everywhere.`,
  }),
}
