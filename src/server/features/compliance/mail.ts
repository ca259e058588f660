import { formatShortDate } from '../../../domain/calendar.ts'
import { COMPLIANCE_NOUNS, COMPLIANCE_WORDS } from '../../../domain/compliance/kind.ts'
import { PRODUCT } from '../../../domain/product.ts'
import { visitCount } from '../../../domain/visits/visit-time.ts'
import type { Templates } from '../../mail/template.ts'

const action = { label: 'See your documents', path: '/vendor/profile' }

export const complianceMails = {
  compliance_verified: ({ data: { kind } }) => ({
    subject: `Your ${COMPLIANCE_WORDS[kind]} is verified`,
    paragraphs: [
      `${PRODUCT} has verified your ${COMPLIANCE_WORDS[kind]}. Where a service requires one, buildings see that you hold it.`,
    ],
    action,
  }),

  compliance_refused: ({ data: { kind, reason, was_verified } }) => ({
    subject: `Your ${COMPLIANCE_WORDS[kind]} was refused`,
    paragraphs: [
      was_verified
        ? `Your ${COMPLIANCE_WORDS[kind]} was verified on ${PRODUCT}, and no longer is. Buildings whose visits it leaves at risk are told.`
        : `${PRODUCT} could not verify your ${COMPLIANCE_WORDS[kind]}.`,
      `The reason: ${reason}`,
      'Please add a new one.',
    ],
    action,
  }),

  compliance_expiring: ({ data: { kind, expires_on, visits } }) => ({
    subject: `Your ${COMPLIANCE_WORDS[kind]} expires on ${formatShortDate(expires_on)}`,
    paragraphs: [
      `Your ${COMPLIANCE_WORDS[kind]} on ${PRODUCT} expires on ${formatShortDate(expires_on)}.`,
      visits === 0
        ? 'Please add the next one in time. Without it no quote for a service that requires it can be accepted.'
        : `${visitCount(visits)} after that day ${visits === 1 ? 'is' : 'are'} at risk: without the next one, verified, ${visits === 1 ? 'it' : 'they'} can’t be checked in.`,
    ],
    action,
  }),

  document_required: ({ data: { kind, service } }) => ({
    subject: `${service} requires ${COMPLIANCE_NOUNS[kind]} now`,
    paragraphs: [
      `${PRODUCT} requires ${COMPLIANCE_NOUNS[kind]} for ${service} from now on. You lack a verified one, today or for visits that are booked.`,
      'Without one that is valid on the day, no building can accept your quote for that service, and its visit can’t be checked in.',
    ],
    action: { label: 'Add your document', path: '/vendor/profile' },
  }),

  visits_at_risk: ({ data: { kind, company_name, expires_on, visits, first_date, service } }) => ({
    subject: `${visitCount(visits)} of ${company_name} ${visits === 1 ? 'is' : 'are'} at risk`,
    paragraphs: [
      service !== null
        ? `${PRODUCT} requires ${COMPLIANCE_NOUNS[kind]} for ${service} from now on, and ${company_name} has none for all of its visits.`
        : expires_on === null
          ? `${company_name} no longer has a verified ${COMPLIANCE_WORDS[kind]} for all of its visits.`
          : `The ${COMPLIANCE_WORDS[kind]} of ${company_name} expires on ${formatShortDate(expires_on)}.`,
      `${visitCount(visits)} from ${formatShortDate(first_date)} on can’t begin unless it adds another one. It has been told.`,
    ],
    action: { label: 'See the visits', path: '/home/services' },
  }),
} satisfies Templates
