import { z } from 'zod'
import { formatShortDate } from '../calendar.ts'
import { kind } from '../event-kind.ts'
import { visitCount } from '../visits/visit-time.ts'
import { COMPLIANCE_KINDS, COMPLIANCE_LABELS, COMPLIANCE_NOUNS } from './kind.ts'

const document = z.object({ kind: z.enum(COMPLIANCE_KINDS) })

/** The events of a vendor's compliance documents. Product 2.6 */
export const COMPLIANCE_EVENTS = {
  compliance_added: kind({
    payload: document,
    concerns: ['vendor'],
    refreshes: ['compliance'],
    sentence: ({ actor, data }) => `${actor} added ${COMPLIANCE_NOUNS[data.kind]}.`,
  }),
  compliance_removed: kind({
    payload: document,
    concerns: ['vendor'],
    refreshes: ['compliance'],
    sentence: ({ actor, data }) => `${actor} removed ${COMPLIANCE_NOUNS[data.kind]}.`,
  }),
  compliance_verified: kind({
    payload: document,
    concerns: ['vendor', 'crew'],
    refreshes: ['compliance', 'visits', 'quotes'],
    sentence: ({ actor, data }) => `${actor} verified ${COMPLIANCE_NOUNS[data.kind]}.`,
  }),
  compliance_refused: kind({
    payload: document.extend({ reason: z.string(), was_verified: z.boolean().default(false) }),
    concerns: ['vendor', 'crew'],
    refreshes: ['compliance', 'visits', 'quotes'],
    sentence: ({ actor, data }) => `${actor} refused ${COMPLIANCE_NOUNS[data.kind]}.`,
  }),
  compliance_expiring: kind({
    payload: document.extend({ expires_on: z.string(), visits: z.int() }),
    concerns: ['vendor'],
    refreshes: ['compliance', 'visits'],
    sentence: ({ data }) =>
      `${COMPLIANCE_LABELS[data.kind]}: expires on ${formatShortDate(data.expires_on)}.`,
  }),
  visits_at_risk: kind({
    payload: document.extend({
      company_name: z.string(),
      expires_on: z.string().nullable(),
      visits: z.int(),
      first_date: z.string(),
      /** That requires it from now on; null where a document ends or was refused. */
      service: z.string().nullable().default(null),
    }),
    concerns: ['building'],
    refreshes: ['visits'],
    sentence: ({ data }) =>
      `${data.company_name} lacks ${COMPLIANCE_NOUNS[data.kind]}: ${visitCount(data.visits)} ${data.visits === 1 ? 'is' : 'are'} at risk.`,
  }),
  document_required: kind({
    payload: document.extend({ service: z.string() }),
    concerns: ['vendor'],
    refreshes: ['compliance', 'quotes'],
    sentence: ({ actor, data }) =>
      `${actor} required ${COMPLIANCE_NOUNS[data.kind]} for ${data.service}, and you have none.`,
  }),
  // Of the whole city: admins hear of it, and everybody else sees it with the next look.
  requirements_changed: kind({
    payload: document.extend({ service: z.string(), required: z.boolean() }),
    concerns: [],
    refreshes: ['compliance'],
    sentence: ({ actor, data }) =>
      data.required
        ? `${actor} required ${COMPLIANCE_NOUNS[data.kind]} for ${data.service}.`
        : `${actor} no longer requires ${COMPLIANCE_NOUNS[data.kind]} for ${data.service}.`,
  }),
}
