import { formatMoney } from '../../../domain/money.ts'
import type { Templates } from '../../mail/template.ts'

const action = { label: 'See the quotes', path: '/home/services' }

export const awardMails = {
  award_waiting: ({ address, data: { service, company_name, annual_cost } }) => ({
    subject: `Your approval is asked for: ${service} at ${address}`,
    subjectOfMany: (count) => `${count} quotes wait for a second approval`,
    paragraphs: [
      `A neighbor chose the quote of ${company_name} for ${service} at ${address}: ${formatMoney(annual_cost)} in the first year.`,
      'By your building’s rule for spending two officers decide about it. Approve it, or refuse it with a reason. If you have an interest in the vendor, say so: then others decide.',
    ],
    action: { label: 'Approve or refuse', path: '/home/services' },
  }),
  award_approved: ({ address, data: { service, company_name } }) => ({
    subject: `Approved: ${company_name} for ${service}`,
    paragraphs: [
      `Another officer approved the quote of ${company_name} for ${service} at ${address} that you chose. It is accepted, and the visits are booked.`,
    ],
    action: { label: 'See your services', path: '/home/services' },
  }),
  award_refused: ({ address, data: { service, company_name, reason } }) => ({
    subject: `Not approved: ${company_name} for ${service}`,
    paragraphs: [
      `Another officer did not approve the quote of ${company_name} for ${service} at ${address} that you chose. They write:`,
      reason,
      'The quotes are open again.',
    ],
    action,
  }),
  award_withdrawn: ({ address, data: { service, company_name } }) => ({
    subject: `No approval is needed any more: ${service} at ${address}`,
    paragraphs: [
      `The quote of ${company_name} for ${service} at ${address} is no longer chosen: who chose it took that back. You need do nothing.`,
    ],
    action,
  }),
  award_lapsed: ({ address, data: { service, company_name, reason } }) => ({
    subject: `The choice for ${service} at ${address} ended`,
    paragraphs: [
      `The quote of ${company_name} for ${service} at ${address} had been chosen, and is not any more:`,
      reason,
      'Nothing was accepted. Please look at the quotes again.',
    ],
    action,
  }),
  award_voted: ({ address, data: { service, company_name, accepted, said } }) => ({
    subject: accepted
      ? `The owners accepted ${company_name} for ${service}`
      : `The owners did not accept ${company_name} for ${service}`,
    paragraphs: [
      `The vote on the quote of ${company_name} for ${service} at ${address} is over. ${said}.`,
      accepted
        ? 'The quote is accepted, and the visits are booked.'
        : 'Nothing was accepted, and the quotes are open again.',
    ],
    action,
  }),
} satisfies Templates
