import { formatLongDate } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import type { Templates } from '../../mail/template.ts'

const action = { label: 'See the payments', path: '/home/payments' }

/** What is to be paid of what a payment was for. The payer alone is asked to pay. */
const openNow = (cents: number, to_vendor: boolean) =>
  cents === 0
    ? 'Nothing of it is open.'
    : to_vendor
      ? `${formatMoney(cents)} is open now.`
      : `${formatMoney(cents)} is open now. The building pays it: nothing of it is charged automatically.`

export const paymentMails = {
  payment_received: ({ address, data: { amount, description, method, date, reference } }) => {
    const facts = [
      date ? `Day: ${formatLongDate(date)}.` : '',
      method ? `Method: ${method}.` : '',
      reference ? `Reference: ${reference}.` : '',
    ].filter(Boolean)
    return {
      subject: `Receipt: ${formatMoney(amount)}${description ? ` for ${description}` : ''}`,
      paragraphs: [
        `${formatMoney(amount)} was paid for ${address}${description ? `: ${description}` : ''}.`,
        ...(facts.length > 0 ? [facts.join(' ')] : []),
        'Please keep this mail as your receipt.',
      ],
      action,
    }
  },
  payment_failed: ({ address, data: { amount, description, reason } }) => ({
    subject: `Payment failed: ${description}`,
    paragraphs: [
      `The payment of ${formatMoney(amount)} for ${address} failed: ${description}. Nothing was paid.`,
      ...(reason === null ? [] : [`The reason: ${reason}`]),
      'It stays open until it is paid.',
    ],
    action,
  }),
  payment_unclear: ({ address, data: { amount, description } }) => ({
    subject: `Please check: ${formatMoney(amount)} for ${description}`,
    paragraphs: [
      `A payment of ${formatMoney(amount)} for ${address} was under way, and the portal can no longer ask Stripe what became of it: ${description}.`,
      'It may have been paid. Before it is paid again, please look in the Stripe account that would have received it, or at the bank of the payer.',
    ],
    action: { label: 'See the portal', path: '/' },
  }),
  payment_returned: ({ address, data: { amount, description } }) => ({
    subject: `Sent back: ${formatMoney(amount)} for ${description}`,
    paragraphs: [
      `${formatMoney(amount)} was paid for ${address}: ${description}. When it came, that much was no longer owed.`,
      'The money goes back to where it came from. That takes some days. Please look at what is still open.',
    ],
    action,
  }),
  payment_refunded: ({ address, data: { amount, description, reason, by_hand } }) => ({
    subject: `Refund: ${formatMoney(amount)} for ${description}`,
    paragraphs: [
      `${formatMoney(amount)} that was paid for ${address} goes back: ${description}.`,
      `The reason: ${reason}`,
      by_hand
        ? 'It is transferred back, outside the portal.'
        : 'It goes to where it came from. That takes some days.',
    ],
    action,
  }),
  refund_failed: ({ address, data: { amount, description, failure } }) => ({
    subject: `Refund failed: ${formatMoney(amount)} for ${description}`,
    paragraphs: [
      `The refund of ${formatMoney(amount)} for ${address} did not arrive: ${description}. Nothing went back.`,
      `The reason: ${failure}`,
      'It is still to be given back, in another way.',
    ],
    action: { label: 'See the portal', path: '/' },
  }),
  payment_taken_back: ({ address, to_vendor, data }) => ({
    subject: `Taken back: ${formatMoney(data.amount)} for ${data.description}`,
    paragraphs: [
      `A payment of ${formatMoney(data.amount)} for ${address} was recorded by mistake, and was taken back: ${data.description}. It was recorded as of ${formatLongDate(data.date)}, ${data.method}.`,
      `The reason: ${data.reason}`,
      `No money moved. ${openNow(data.open, to_vendor)}`,
    ],
    action: { label: 'See the portal', path: '/' },
  }),
  chargeback_opened: ({ address, data: { amount, description } }) => ({
    subject: `Chargeback open: ${formatMoney(amount)} for ${description}`,
    paragraphs: [
      `The payer of ${formatMoney(amount)} for ${address} asked their bank to return it: ${description}.`,
      'The bank holds the money until it decides. That can take some weeks. Nothing is to be paid for it until then.',
      'Who got the payment can answer the bank in their Stripe account. If it is a mistake, its payer can withdraw it at the bank.',
    ],
    action: { label: 'See the portal', path: '/' },
  }),
  chargeback_won: ({ address, data: { amount, description } }) => ({
    subject: `The payment stays: ${formatMoney(amount)} for ${description}`,
    paragraphs: [
      `The bank decided about the chargeback of ${formatMoney(amount)} for ${address}: ${description}. The payment stays.`,
    ],
    action: { label: 'See the portal', path: '/' },
  }),
  chargeback_lost: ({ address, to_vendor, data: { amount, description, open } }) => ({
    subject: `Charged back: ${formatMoney(amount)} for ${description}`,
    paragraphs: [
      `The bank returned ${formatMoney(amount)} to the payer, for ${address}: ${description}.`,
      openNow(open, to_vendor),
    ],
    action: { label: 'See the portal', path: '/' },
  }),
  automatic_charge_failed: ({ address, data: { amount, description, method, reason, next_on } }) => ({
    subject: `Automatic payment failed: ${description}`,
    paragraphs: [
      `${method} could not be charged ${formatMoney(amount)} for ${address}: ${description}.`,
      ...(reason === null ? [] : [`The reason: ${reason}`]),
      `We try again on ${formatLongDate(next_on)}. You can also pay now, or replace the method.`,
    ],
    action,
  }),
  automatic_payments_stopped: ({ address, data: { amount, description, method, reason, failures } }) => ({
    subject: `Automatic payments have stopped for ${address}`,
    paragraphs: [
      `${method} could not be charged ${formatMoney(amount)} for ${address}: ${description}. That was attempt ${failures}, and we try no more.`,
      ...(reason === null ? [] : [`The reason: ${reason}`]),
      'The fee stays open. Please pay it another way, or replace the method.',
    ],
    action,
  }),
  payment_method_gone: ({ address, data: { method } }) => ({
    subject: `Automatic payments are off for ${address}`,
    paragraphs: [
      `${method} can no longer be charged: it was taken away at Stripe or by its bank. Fees of ${address} are not paid automatically any more.`,
      'Please choose another method, or pay each fee yourself.',
    ],
    action,
  }),
  card_expires: ({ address, data: { method, expires_on } }) => ({
    subject: `${method} expires soon`,
    paragraphs: [
      `Fees of ${address} are paid automatically with ${method}, which expires on ${formatLongDate(expires_on)}.`,
      'Please replace it before then.',
    ],
    action,
  }),
} satisfies Templates
