import { formatLongDate } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import type { Templates } from '../../mail/template.ts'

const action = { label: 'See the payments', path: '/home/payments' }

export const paymentMails = {
  payment_received: ({ address, data: { amount, description, method, date, reference } }) => ({
    subject: `Receipt: ${formatMoney(amount)}${description ? ` for ${description}` : ''}`,
    paragraphs: [
      `${formatMoney(amount)} was paid for ${address}${description ? `: ${description}` : ''}.`,
      [
        date ? `Day: ${formatLongDate(date)}` : null,
        method ? `Method: ${method}` : null,
        reference ? `Reference: ${reference}` : null,
      ]
        .filter((each) => each !== null)
        .join('. ')
        .concat('.'),
      'Please keep this mail as your receipt.',
    ],
    action,
  }),
  payment_failed: ({ address, data: { amount, description, reason } }) => ({
    subject: `Payment failed: ${description}`,
    paragraphs: [
      `The payment of ${formatMoney(amount)} for ${address} failed: ${description}. Nothing was paid.`,
      ...(reason === null ? [] : [`The reason: ${reason}`]),
      'It stays open until it is paid.',
    ],
    action,
  }),
  payment_returned: ({ address, data: { amount, description } }) => ({
    subject: `Sent back: ${formatMoney(amount)} for ${description}`,
    paragraphs: [
      `${formatMoney(amount)} was paid for ${address} when nothing was owed any more: ${description}. It was paid in another way before.`,
      'The money goes back to where it came from. That takes some days.',
    ],
    action,
  }),
} satisfies Templates
