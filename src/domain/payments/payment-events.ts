import { z } from 'zod'
import { kind } from '../event-kind.ts'
import { formatMoney } from '../money.ts'

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
    refreshes: ['billing', 'payments'],
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
  /** It came when nothing was owed any more. */
  payment_returned: kind({
    payload: z.object({ amount: z.int(), description: z.string() }),
    concerns: ['building'],
    refreshes: ['billing', 'payments', 'invoices'],
    sentence: ({ data }) => `A payment of ${formatMoney(data.amount)} is sent back.`,
  }),
  transfer_details_changed: kind({
    payload: z.object({ before: z.string().nullable(), after: z.string() }),
    concerns: [],
    refreshes: ['payments'],
    sentence: ({ actor }) => `${actor} changed how fees are paid by transfer.`,
  }),
}
