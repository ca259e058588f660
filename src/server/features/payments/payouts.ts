import { sql } from 'kysely'
import type { Stripe } from 'stripe'
import { today } from '../../../domain/calendar.ts'
import { asSystem } from '../../db/as-viewer.ts'
import type { Tx } from '../../db/pool.ts'
import type { Settling } from './settle.ts'

const PAGE = 100
/** Rows of one statement: it has at most 65,535 parameters. */
const AT_ONCE = 1000

/**
 * Keeps a payout with the movements that it is made of, once they add up to it: Stripe may tell of a payout before it lists them all, so
 * this throws then, and is tried again. Product 3.6
 */
export async function readPayout({ db }: Settling, stripe: Stripe, payoutId: string): Promise<void> {
  const payout = await stripe.payouts.retrieve(payoutId)
  // Of one that a person made at Stripe, it lists no movements.
  if (!payout.automatic) return
  const movements: Stripe.BalanceTransaction[] = []
  const asked = { payout: payoutId, limit: PAGE, expand: ['data.source'] }
  for await (const each of stripe.balanceTransactions.list(asked))
    if (each.type !== 'payout') movements.push(each)
  const sum = movements.reduce((total, { net }) => total + net, 0)
  if (sum !== payout.amount)
    throw new Error(`The movements of payout ${payoutId} come to ${sum} of ${payout.amount}`)
  const arrives_on = today(new Date(payout.arrival_date * 1000), 'UTC')
  await asSystem(db, async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('stripe_payouts')
      .values({ id: payoutId, amount: payout.amount, arrives_on })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n || movements.length === 0) return
    const rows = movements.map((each) => ({ ...rowOf(each), payout_id: payoutId }))
    for (let at = 0; at < rows.length; at += AT_ONCE)
      await tx
        .insertInto('stripe_movements')
        .values(rows.slice(at, at + AT_ONCE))
        .execute()
  })
}

function rowOf({ id, type, amount, fee, net, source, created }: Stripe.BalanceTransaction) {
  const of = typeof source === 'object' ? source : null
  const intent = of && 'payment_intent' in of ? of.payment_intent : null
  return {
    ...{ id, type, amount, fee, net, at: new Date(created * 1000) },
    source_id: of?.id ?? (typeof source === 'string' ? source : null),
    intent_id: typeof intent === 'string' ? intent : (intent?.id ?? null),
  }
}

export async function countPayouts(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('stripe_payouts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Payouts, the newest first: cents, with how many movements each has. */
export const payoutList = (tx: Tx, { limit, offset }: { limit: number; offset: number }) =>
  tx
    .selectFrom('stripe_payouts as p')
    .select(['p.id', 'p.amount', 'p.arrives_on'])
    .select(
      sql<number>`(select count(*)::int from stripe_movements m where m.payout_id = p.id)`.as('movements'),
    )
    .orderBy('arrives_on', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()

/** Every movement of one payout, or of all, with what it is in the portal's books. */
export async function movementList(tx: Tx, payoutId: string | null) {
  const { rows } = await sql<{
    payout_id: string
    arrives_on: string
    id: string
    type: string
    at: Date
    amount: number
    fee: number
    net: number
    description: string | null
    building: string | null
    fee_number: number | null
    payment_id: string | null
  }>`
    select m.payout_id, o.arrives_on, m.id, m.type, m.at, m.amount, m.fee, m.net, p.description, b.address as building,
      f.number as fee_number, p.id as payment_id
    from stripe_movements m join stripe_payouts o on o.id = m.payout_id
    left join refunds r on r.refund_id = m.source_id
    left join stripe_payments s on s.intent_id = m.intent_id
    left join payments p on p.id = coalesce(r.payment_id, s.id)
    left join buildings b on b.id = p.building_id
    left join fees f on f.id = p.payable_id
    where ${payoutId}::text is null or m.payout_id = ${payoutId}
    order by o.arrives_on, m.payout_id, m.at, m.id`.execute(tx)
  return rows
}
