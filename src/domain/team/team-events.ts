import { z } from 'zod'
import { kind, noPayload } from '../event-kind.ts'
import { VENDOR_ROLES } from './colleague.ts'
import { ROLE_LABELS } from './messages.ts'

const role = z.enum(VENDOR_ROLES)

/** The events of a vendor's people. Product 1.8 */
export const TEAM_EVENTS = {
  colleague_invited: kind({
    payload: z.object({ company_name: z.string(), vendor_role: role }),
    concerns: ['vendor'],
    refreshes: ['team'],
    sentence: ({ actor, subject, data }) => `${actor} invited ${subject} to ${data.company_name}.`,
  }),
  colleague_joined: kind({
    payload: noPayload,
    concerns: ['vendor', 'subject'],
    refreshes: ['team', 'accounts.session'],
    changesAccess: true,
    sentence: ({ subject }) => `${subject} joined the company.`,
  }),
  colleague_role_changed: kind({
    payload: z.object({ vendor_role: role }),
    concerns: ['vendor', 'subject'],
    refreshes: ['team', 'accounts.session'],
    changesAccess: true,
    sentence: ({ actor, subject, data }) =>
      `${actor} changed what ${subject} is in the company: ${ROLE_LABELS[data.vendor_role]}.`,
  }),
  colleague_removed: kind({
    // The name, since an invited person's account is gone.
    payload: z.object({
      name: z.string(),
      company_name: z.string(),
      was: z.enum(['pending', 'active', 'removed']),
    }),
    concerns: ['vendor', 'subject'],
    refreshes: ['team', 'accounts.session', 'visits'],
    changesAccess: true,
    sentence: ({ actor, data }) => `${actor} removed ${data.name} from the company.`,
  }),
}
