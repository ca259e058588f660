import { formatLongDate, formatShortDate } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import { visitCount } from '../../../domain/visits/visit-time.ts'
import type { MailContent, MailEvent, Templates } from '../../mail/template.ts'

type RenewalMail = MailEvent<'renewal_offered' | 'renewal_agreed' | 'renewal_refused' | 'renewal_withdrawn'>

/** Where the recipient finds the agreement. */
const where = ({ to_vendor }: Pick<RenewalMail, 'to_vendor'>): MailContent['action'] =>
  to_vendor
    ? { label: 'See your quotes', path: '/vendor/quotes' }
    : { label: 'See your services', path: '/home/services' }

/** The side that wrote, as the other one reads it. */
const writer = ({ data, address, to_vendor }: RenewalMail) =>
  to_vendor ? `The HOA representative of ${address}` : data.company_name

const terms = ({ data: { until_date, price } }: RenewalMail) =>
  `until ${formatLongDate(until_date)}, for ${formatMoney(price)} a visit`

export const agreementMails = {
  agreement_ends: ({ data: { service, company_name, ends_on, days } }) => ({
    subject: `${service} by ${company_name} ends on ${formatShortDate(ends_on)}`,
    paragraphs: [
      `Your agreement with ${company_name} about ${service} ends on ${formatLongDate(ends_on)}, in ${days === 1 ? '1 day' : `${days} days`}. Nothing renews it by itself.`,
      'Renew it at its price, negotiate another one, or ask vendors again.',
    ],
    action: { label: 'See your services', path: '/home/services' },
  }),

  renewal_offered: (event) => ({
    subject: `${event.data.service} at ${event.address}: an offer to renew`,
    paragraphs: [
      `${writer(event)} offers to go on with ${event.data.service} at ${event.address} ${terms(event)}.`,
      ...(event.data.note ? [`They write: ${event.data.note}`] : []),
      'Nothing is agreed before you answer.',
    ],
    action: where(event),
  }),

  renewal_agreed: (event) => ({
    subject: `${event.data.service} at ${event.address} is renewed`,
    paragraphs: [
      `${writer(event)} agrees: ${event.data.service} at ${event.address} goes on ${terms(event)}. ${visitCount(event.data.visits)} ${event.data.visits === 1 ? 'is' : 'are'} booked.`,
    ],
    action: where(event),
  }),

  renewal_refused: (event) => ({
    subject: `${event.data.service} at ${event.address}: your offer was refused`,
    paragraphs: [
      `${writer(event)} does not want to go on with ${event.data.service} at ${event.address} ${terms(event)}.`,
      'You can make another offer.',
    ],
    action: where(event),
  }),

  renewal_withdrawn: (event) => ({
    subject: `${event.data.service} at ${event.address}: an offer was taken back`,
    paragraphs: [
      `${writer(event)} took back the offer to go on with ${event.data.service} at ${event.address}.`,
    ],
    action: where(event),
  }),
} satisfies Templates
