import { formatShortDate } from '../../../domain/calendar.ts'
import { COMPLIANCE_NOUNS } from '../../../domain/compliance/kind.ts'
import { PRODUCT } from '../../../domain/product.ts'
import { visitCount } from '../../../domain/visits/visit-time.ts'
import type { Templates } from '../../mail/template.ts'

const action = { label: 'See your documents', path: '/vendor/profile' }

/** 'an insurance certificate' → 'insurance certificate'. */
const bare = (noun: string) => noun.slice(noun.indexOf(' ') + 1)

export const complianceMails = {
  compliance_verified: ({ data: { kind } }) => ({
    subject: `Your ${bare(COMPLIANCE_NOUNS[kind])} is verified`,
    paragraphs: [
      `${PRODUCT} has verified your ${bare(COMPLIANCE_NOUNS[kind])}. Buildings that ask you for a quote see that it is, and until when.`,
    ],
    action,
  }),

  compliance_refused: ({ data: { kind, reason } }) => ({
    subject: `Your ${bare(COMPLIANCE_NOUNS[kind])} was not accepted`,
    paragraphs: [
      `${PRODUCT} could not verify your ${bare(COMPLIANCE_NOUNS[kind])}.`,
      `The reason: ${reason}`,
      'Please add a new one. Until it is verified, you have none that counts.',
    ],
    action,
  }),

  compliance_expiring: ({ data: { kind, expires_on, visits } }) => ({
    subject: `Your ${bare(COMPLIANCE_NOUNS[kind])} expires on ${formatShortDate(expires_on)}`,
    paragraphs: [
      `Your ${bare(COMPLIANCE_NOUNS[kind])} on ${PRODUCT} expires on ${formatShortDate(expires_on)}.`,
      visits === 0
        ? 'Please add the next one in time. Services that require it can’t be accepted without it.'
        : `${visitCount(visits)} after that day ${visits === 1 ? 'is' : 'are'} at risk: without the next one, verified, ${visits === 1 ? 'it' : 'they'} can’t be checked in.`,
    ],
    action,
  }),

  visits_at_risk: ({ data: { kind, company_name, expires_on, visits, first_date } }) => ({
    subject: `${visitCount(visits)} of ${company_name} ${visits === 1 ? 'is' : 'are'} at risk`,
    paragraphs: [
      expires_on === null
        ? `${company_name} has no verified ${bare(COMPLIANCE_NOUNS[kind])} any more.`
        : `The ${bare(COMPLIANCE_NOUNS[kind])} of ${company_name} expires on ${formatShortDate(expires_on)}.`,
      `${visitCount(visits)} from ${formatShortDate(first_date)} on can’t begin unless it adds the next one. It has been told.`,
    ],
    action: { label: 'See the visits', path: '/home/services' },
  }),
} satisfies Templates
