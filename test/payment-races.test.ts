import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { charge } from '../src/server/features/payments/charge-automatically.ts'
import { WEBHOOK_PATH, webhookRoute } from '../src/server/features/payments/route.ts'
import type { Portal } from '../src/server/rpc/context.ts'
import { forgetPayments } from './forget-payments.ts'
import { signatureOf } from './stripe/deliveries.ts'
import { type StripeServer, startStripe } from './stripe/server.ts'
import { openTwoServers, ROUNDS, TIME } from './two-servers.ts'
import { NOW, TODAY, type World } from './world.ts'

// A captain, an admin, the job and Stripe act on the same fee, each on a server of its own.
let stripe: StripeServer
let servers: Awaited<ReturnType<typeof openTwoServers>>
let world: World
let db: pg.Pool

beforeAll(async () => {
  stripe = await startStripe({ now: () => NOW })
  servers = await openTwoServers('payment_races', stripe.env)
  world = servers.world
  db = servers.db
})
afterAll(() => Promise.all([servers.close(), stripe.close()]))

const FEE = 91_67

/** The first fee of 1431 Minor Ave, of which nothing is paid, and how many events there were before. */
async function unpaid() {
  world.clock.now = NOW
  await forgetPayments(db)
  const next = await world.as('maya').billing.next()
  return { fee: next?.id ?? '', from: stripe.deliveries.events.length }
}

/** Delivers what happened at Stripe since then to a server. */
async function deliver(portal: Portal, from: number): Promise<void> {
  for (const { body } of stripe.deliveries.events.slice(from)) {
    const signature = signatureOf(body, stripe.secret, Math.floor(NOW.getTime() / 1000))
    const headers = { 'stripe-signature': signature }
    const answer = await webhookRoute(portal).request(WEBHOOK_PATH, { method: 'POST', body, headers })
    expect(answer.status).toBe(200)
  }
}

/** Pays on the page of this address. */
function payAt(url: string): void {
  const session = stripe.books.all('checkout.session').find((each) => each.url === url)
  if (session) stripe.books.paySession(session, 'visa')
}

const paid = async () => {
  const { rows } = await db.query(`select method from payments where status = 'paid'`)
  return rows.map(({ method }) => String(method))
}

test('two clicks open one page, and a payment whose events two servers handle is booked once [Product 3.3]', {
  timeout: TIME,
}, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { fee, from } = await unpaid()
    const urls: string[] = []
    const click = (captain: ReturnType<typeof servers.here>) => async () =>
      urls.push((await captain.payments.payFee({ id: fee })).url)
    await servers.race(round, click(servers.here('maya')), click(servers.there('maya')))
    expect(new Set(urls).size).toBe(1)
    payAt(urls[0] ?? '')
    const ends = await servers.race(
      round,
      () => deliver(world.portal, from),
      () => deliver(servers.other, from),
    )
    expect(ends).toEqual([true, true])
    expect(await paid()).toEqual(['Card ending in 4242'])
  }
})

test('a fee is paid by a transfer that is recorded, or on the page, or the money goes back [Product 3.6]', {
  timeout: TIME,
}, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const { fee, from } = await unpaid()
    const { url } = await world.as('maya').payments.payFee({ id: fee })
    const transfer = {
      ...{ id: randomUUID(), fee_id: fee, date: TODAY, amount: FEE },
      ...{ method: 'Bank transfer' as const, reference: null },
    }
    const [recorded] = await servers.race(
      round,
      () => servers.here('ada').payments.recordTransfer(transfer),
      async () => {
        payAt(url)
        await deliver(servers.other, from)
      },
    )
    await deliver(servers.other, from)
    expect(await paid()).toEqual([recorded ? 'Bank transfer' : 'Card ending in 4242'])
    outcomes.add(`${recorded}`)
  }
  expect(outcomes.size, 'each of them was first').toBe(2)
})

test('a kept method is charged once by the jobs of two servers [Product 3.3]', {
  timeout: TIME,
}, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { fee } = await unpaid()
    const { url } = await world.as('maya').payments.payAutomatically({})
    const before = stripe.deliveries.events.length
    payAt(url)
    await deliver(world.portal, before)
    const from = stripe.deliveries.events.length
    const { rows } = await db.query('select building_id from fees where id = $1', [fee])
    const building = String(rows[0]?.building_id)
    const intents = stripe.books.all('payment_intent').length
    const ends = await servers.race(
      round,
      () => charge(world.portal, building, fee),
      () => charge(servers.other, building, fee),
    )
    expect(ends).toEqual([true, true])
    expect(stripe.books.all('payment_intent')).toHaveLength(intents + 1)
    await deliver(servers.other, from)
    expect(await paid()).toEqual(['Card ending in 4242'])
  }
})
