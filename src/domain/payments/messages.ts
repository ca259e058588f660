import { formatMoney } from '../money.ts'

/** Messages about payments. Product 3.3 */
export const PAYMENT_MESSAGES = {
  off: 'Online payment isn’t set up on this portal',
  onItsWay: 'a payment of this is on its way. It shows here as soon as Stripe confirms it',
  pageOpen: 'somebody may still be paying this on Stripe’s page. Please try again in two hours',
  paid: 'this is paid already',
  vendorOff: 'this vendor takes no payments through Stripe',
  noMethod: 'no method is kept. Please choose one first',
  notCharged: 'no method is kept, or another payment of this fee is under way',
  refused: (words: string) => `Stripe refused it: ${words}`,
  noAnswer: 'Stripe does not answer. Nothing was charged. Please try again in a minute.',
  payFailed: (reason: string) => `The payment could not be started: ${reason}`,
  /** The specification's notice, which said that nothing was charged. [2.billing.4] [7.payment.1] */
  byTransfer: 'Online payment isn’t set up on this portal, so nothing is charged here. Pay by transfer:',
  noDetails: 'Nobody has said yet where to transfer the money to.',
  recordedLater: 'The fee stays open until the transfer has arrived and is recorded. You get a receipt then.',
  feeOnItsWay: 'Your payment of this fee is on its way. It shows here as soon as your bank confirms it.',
  captainPays: 'Your HOA representative pays the fee.',
  detailsSaved: 'Transfer details saved.',
  detailsFailed: (reason: string) => `The transfer details could not be saved. ${reason}`,
  transferRecorded: (reference: string, cents: number) =>
    `Transfer of ${formatMoney(cents)} for ${reference} recorded.`,
  transferFailed: (reason: string) => `The transfer could not be recorded: ${reason}`,
  refunded: (name: string, cents: number) => `Refund of ${formatMoney(cents)} for ${name} recorded.`,
  refundOfInvoice: {
    stripe:
      'It goes back through Stripe, from your account there to where it came from. That takes some days.',
    transfer: 'Transfer it back first: this records that you did.',
  },
  creditFirst: 'It pays what is owed. To give some of it back, write a credit note first.',
  takeBack: (cents: number, of: 'fee' | 'invoice') =>
    `${formatMoney(cents)} was recorded by mistake. It stays in the history, struck out. No money moves.${of === 'fee' ? ' An automatic payment does not pay what is open then: somebody pays it, or you have it charged.' : ''}`,
  takenBack: (cents: number) => `Payment of ${formatMoney(cents)} taken back.`,
  takeBackFailed: (reason: string) => `The payment could not be taken back: ${reason}`,
  refundFailed: (reason: string) => `The refund could not be made: ${reason}`,
  refundOfFee: {
    stripe: 'It goes back through Stripe to where it came from. What is refunded is not owed again.',
    transfer: 'Transfer it back first: this records that you did. What is refunded is not owed again.',
  },
  charged: 'The kept method is charged. The fee shows as paid once Stripe confirms it.',
  chargeFailed: (reason: string) => `The fee could not be charged: ${reason}`,
  automaticOff:
    'Each fee can be paid by itself on the day it is due, with a card or bank account that Stripe keeps. A fee that is overdue is then charged within an hour or two.',
  automaticOn: (method: string) =>
    `Each fee is paid on the day it is due, with ${method}. One whose payment was taken back or charged back is not: pay that one yourself.`,
  automaticAgain: (method: string, day: string) => `${method} could not be charged. We try again on ${day}.`,
  automaticStopped: (method: string) =>
    `Automatic payments have stopped: ${method} could not be charged three times.`,
  confirmStop: (method: string) =>
    `Fees are no longer paid automatically, and Stripe forgets ${method}. You then pay each fee yourself.`,
  stopped: 'Automatic payments are off.',
  resumed: 'Automatic payments are on again.',
  automaticFailed: (reason: string) => `Automatic payments could not be changed: ${reason}`,
  /** What became of a payment, for who comes back from Stripe's page. */
  returned: {
    open: () => 'We wait for Stripe to confirm your payment. It shows here by itself.',
    processing: (cents: number) =>
      `Your payment of ${formatMoney(cents)} is on its way. A bank takes some days; you get a mail when it has arrived.`,
    paid: (cents: number) => `${formatMoney(cents)} was paid. The receipt is in the mail.`,
    failed: (cents: number) => `Your payment of ${formatMoney(cents)} failed. Nothing was paid.`,
    expired: () => 'Stripe’s page has expired. Nothing was paid.',
    surplus: (cents: number) =>
      `${formatMoney(cents)} goes back to you: when it came, that much was no longer owed. Please look at what is open now.`,
  },
} as const
