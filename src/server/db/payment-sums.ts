import { sql } from 'kysely'

/** In cents, of the payment `p`: what went back, or is on its way back. */
export const refundsOf = (status: 'done' | 'pending') =>
  sql<number>`(select coalesce(sum(r.amount), 0)::int from refunds r where r.payment_id = p.id and r.status = ${status})`

/** In cents, of the payment `p`: what a bank holds, or returned to the payer. */
export const chargebacksOf = (status: 'open' | 'lost') =>
  sql<number>`(select coalesce(sum(c.amount), 0)::int from chargebacks c where c.payment_id = p.id and c.status = ${status})`
