import { z } from 'zod'
import { formatLongDate } from '../calendar.ts'
import { kind } from '../event-kind.ts'
import { formatMoney } from '../money.ts'

const automaticFailure = z.object({
  amount: z.int(),
  description: z.string(),
  method: z.string(),
  reason: z.string().nullable(),
  failures: z.int(),
})

const chargeback = z.object({ amount: z.int(), description: z.string() })
/** What is to be paid then, in cents; nothing where too much was paid. */
const open = z.int()
const openNow = (data: { open: number }) => (data.open > 0 ? ` ${formatMoney(data.open)} is open now.` : '')

/** The events of what a building pays. Product 3.3 */
export const PAYMENT_EVENTS = {
  /** A confirmed payment. Those of earlier versions say only its amount. */
  payment_received: kind({
    payload: z.object({
      amount: z.int(),
      description: z.string().optional(),
      method: z.string().optional(),
      date: z.string().optional(),
      reference: z.string().nullable().optional(),
    }),
    concerns: ['building'],
    refreshes: ['billing', 'budget', 'payments'],
    sentence: ({ data }) => `A payment of ${formatMoney(data.amount)} was received.`,
  }),
  /** A transfer from a bank takes some days. */
  payment_pending: kind({
    payload: z.object({ amount: z.int(), description: z.string() }),
    concerns: ['building'],
    refreshes: ['billing', 'payments', 'invoices'],
    sentence: ({ data }) => `A payment of ${formatMoney(data.amount)} is on its way.`,
  }),
  payment_failed: kind({
    payload: z.object({ amount: z.int(), description: z.string(), reason: z.string().nullable() }),
    concerns: ['building'],
    refreshes: ['billing', 'payments', 'invoices'],
    sentence: ({ data }) => `A payment of ${formatMoney(data.amount)} failed.`,
  }),
  /** Stripe can't be asked any more what became of it: it may have been paid. */
  payment_unclear: kind({
    payload: z.object({ amount: z.int(), description: z.string() }),
    concerns: ['building', 'vendor'],
    refreshes: ['billing', 'payments', 'invoices'],
    sentence: ({ data }) =>
      `Stripe can’t say what became of a payment of ${formatMoney(data.amount)}: ${data.description}.`,
  }),
  /** It came when nothing was owed any more. */
  payment_returned: kind({
    payload: z.object({ amount: z.int(), description: z.string() }),
    concerns: ['building'],
    refreshes: ['billing', 'payments', 'invoices'],
    sentence: ({ data }) => `A payment of ${formatMoney(data.amount)} is sent back.`,
  }),
  payment_refunded: kind({
    payload: z.object({
      amount: z.int(),
      description: z.string(),
      reason: z.string(),
      by_hand: z.boolean().optional(),
    }),
    concerns: ['building', 'vendor'],
    refreshes: ['billing', 'budget', 'payments', 'invoices'],
    sentence: ({ data }) => `A refund of ${formatMoney(data.amount)} went back: ${data.description}.`,
  }),
  /** Stripe refused it, or its bank sent it back: nothing was given back. */
  refund_failed: kind({
    payload: z.object({ amount: z.int(), description: z.string(), failure: z.string() }),
    concerns: ['building', 'vendor'],
    refreshes: ['billing', 'budget', 'payments', 'invoices'],
    sentence: ({ data }) => `A refund of ${formatMoney(data.amount)} did not arrive: ${data.description}.`,
  }),
  /** It was recorded by mistake. */
  payment_taken_back: kind({
    payload: z.object({
      amount: z.int(),
      description: z.string(),
      date: z.string(),
      method: z.string(),
      reason: z.string(),
      open,
    }),
    concerns: ['building', 'vendor'],
    refreshes: ['billing', 'budget', 'payments', 'invoices'],
    sentence: ({ actor, data }) =>
      `${actor} took back a recorded payment of ${formatMoney(data.amount)}: ${data.description}.${openNow(data)}`,
  }),
  /** Its payer disputes it at their bank, which holds the money until it decides. */
  chargeback_opened: kind({
    payload: chargeback,
    concerns: ['building', 'vendor'],
    refreshes: ['billing', 'payments', 'invoices'],
    sentence: ({ data }) =>
      `A chargeback of ${formatMoney(data.amount)} is open at the bank: ${data.description}.`,
  }),
  chargeback_won: kind({
    payload: chargeback,
    concerns: ['building', 'vendor'],
    refreshes: ['billing', 'payments', 'invoices'],
    sentence: ({ data }) =>
      `The bank decided that a payment of ${formatMoney(data.amount)} stays: ${data.description}.`,
  }),
  chargeback_lost: kind({
    payload: chargeback.extend({ open }),
    concerns: ['building', 'vendor'],
    refreshes: ['billing', 'budget', 'payments', 'invoices'],
    sentence: ({ data }) =>
      `The bank returned ${formatMoney(data.amount)} to the payer: ${data.description}.${openNow(data)}`,
  }),
  /** An admin has a fee charged to the kept method. */
  charge_retried: kind({
    payload: z.object({ amount: z.int(), description: z.string(), method: z.string() }),
    concerns: ['building'],
    refreshes: ['billing', 'payments'],
    sentence: ({ actor, data }) =>
      `${actor} had ${formatMoney(data.amount)} charged to ${data.method}: ${data.description}.`,
  }),
  automatic_payments_set: kind({
    payload: z.object({ on: z.boolean(), method: z.string().nullable() }),
    concerns: ['building'],
    refreshes: ['payments'],
    sentence: ({ actor, data }) =>
      data.on
        ? `Fees are paid automatically from now on, with ${data.method}.`
        : `${actor} switched automatic payments off.`,
  }),
  automatic_charge_failed: kind({
    payload: automaticFailure.extend({ next_on: z.string() }),
    concerns: ['building'],
    refreshes: ['billing', 'payments'],
    sentence: ({ data }) => `An automatic payment of ${formatMoney(data.amount)} failed.`,
  }),
  /** The captain and the admins are told. */
  automatic_payments_stopped: kind({
    payload: automaticFailure,
    concerns: ['building'],
    refreshes: ['billing', 'payments'],
    sentence: ({ data }) => `Automatic payments stopped: ${data.method} could not be charged.`,
  }),
  /** Stripe or its bank took the kept method away. */
  payment_method_gone: kind({
    payload: z.object({ method: z.string() }),
    concerns: ['building'],
    refreshes: ['payments'],
    sentence: ({ data }) => `${data.method} can no longer be charged.`,
  }),
  card_expires: kind({
    payload: z.object({ method: z.string(), expires_on: z.string() }),
    concerns: ['building'],
    refreshes: ['payments'],
    sentence: ({ data }) => `${data.method} expires on ${formatLongDate(data.expires_on)}.`,
  }),
  vendor_account_changed: kind({
    payload: z.object({ takes_payments: z.boolean() }),
    concerns: ['vendor'],
    refreshes: ['payments'],
    sentence: ({ data }) =>
      data.takes_payments
        ? 'The company’s Stripe account takes payments.'
        : 'The company’s Stripe account takes no payments.',
  }),
  transfer_details_changed: kind({
    payload: z.object({ before: z.string().nullable(), after: z.string() }),
    concerns: [],
    refreshes: ['payments'],
    sentence: ({ actor }) => `${actor} changed how fees are paid by transfer.`,
  }),
}
