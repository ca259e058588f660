import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { breachesOf } from '../src/server/cli/check.ts'
import { charge } from '../src/server/features/payments/charge-automatically.ts'
import { sendPendingRefunds } from '../src/server/features/payments/refund.ts'
import { WEBHOOK_PATH, webhookRoute } from '../src/server/features/payments/route.ts'
import type { Portal } from '../src/server/rpc/context.ts'
import { forgetInvoices } from './forget-invoices.ts'
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
/** Of races that begin with an invoice, which takes a while to make. */
const FEW = Math.ceil(ROUNDS / 3)

/** The first fee of 1431 Minor Ave, of which nothing is paid, and how many events there were before. */
async function unpaid() {
  world.clock.now = NOW
  await forgetPayments(db)
  await forgetInvoices(db)
  const next = await world.as('maya').billing.next()
  return { fee: next?.id ?? '', from: stripe.deliveries.events.length }
}

let account = ''
/** An approved invoice of curb for 65.00, which takes payments through Stripe, and how many events there were before. */
async function owedInvoice() {
  world.clock.now = NOW
  await forgetPayments(db)
  await forgetInvoices(db)
  if (account === '') {
    const from = stripe.deliveries.events.length
    await world.as('curb').payments.connect({})
    const made = stripe.books.all('account').at(-1)
    if (made) stripe.books.setAccount(made, true)
    await deliver(world.portal, from)
    account = made?.id ?? ''
  }
  const visit = await world.visitToday('curb', 'Snow Removal')
  const { rows } = await db.query('select building_id from appointments where id = $1', [visit])
  const id = randomUUID()
  const facts = { number: 'INV-0001', date: TODAY, due_date: '2026-12-20', tax_rate: 0, note: null }
  const extras = [
    { description: 'A set of keys', amount: 15_00 },
    { description: 'A lock', amount: 50_00 },
  ]
  const { invoices } = world.as('curb')
  await invoices.create({ id, building_id: rows[0].building_id, ...facts, visits: [], starts: [], extras })
  await invoices.send({ id, version: 1, total: 65_00 })
  await world.as('maya').invoices.approve({ id, refused: [], approved: 65_00 })
  return { id, from: stripe.deliveries.events.length }
}

/** The captain pays it all on Stripe's page. Returns the payment's id. */
async function payInvoice(id: string, from: number): Promise<string> {
  payAt((await world.as('maya').payments.payInvoice({ invoice_id: id, amount: 65_00 })).url)
  await deliver(world.portal, from)
  return (await world.as('curb').invoices.get({ id })).payments[0]?.id ?? ''
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

test('an invoice is paid by what is recorded, or on the page, and never twice [Product 3.3]', {
  timeout: TIME,
}, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < FEW; round += 1) {
    const { id, from } = await owedInvoice()
    const { url } = await world.as('maya').payments.payInvoice({ invoice_id: id, amount: 65_00 })
    const check = { date: TODAY, amount: 65_00, method: 'Check' as const, reference: null }
    const [recorded] = await servers.race(
      round,
      () => servers.here('maya').invoices.recordPayment({ id: randomUUID(), invoice_id: id, ...check }),
      async () => {
        payAt(url)
        await deliver(servers.other, from)
      },
      // Recording reads first, and then closes the page.
      200,
    )
    await deliver(servers.other, from)
    expect(await paid()).toEqual([recorded ? 'Check' : 'Card ending in 4242'])
    outcomes.add(`${recorded}`)
  }
  expect(outcomes.size, 'each of them was first').toBe(2)
})

test('a page that opens while a payment is recorded is closed, or does not open [Product 3.3]', {
  timeout: TIME,
}, async () => {
  for (let round = 0; round < FEW; round += 1) {
    const { id } = await owedInvoice()
    const check = { date: TODAY, amount: 65_00, method: 'Check' as const, reference: null }
    const [recorded, opened] = await servers.race(
      round,
      () => servers.here('maya').invoices.recordPayment({ id: randomUUID(), invoice_id: id, ...check }),
      () => servers.there('maya').payments.payInvoice({ invoice_id: id, amount: 65_00 }),
      5,
    )
    const { rows } = await db.query(
      `select status from stripe_payments where status in ('open', 'processing')`,
    )
    // What was recorded closed the page, or came before it.
    expect(rows.length).toBe(recorded ? 0 : Number(opened))
    expect(await paid()).toEqual(recorded ? ['Check'] : [])
  }
})

test('a payment is taken back once, or given back, not both [Product 3.3]', { timeout: TIME }, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const { fee } = await unpaid()
    const id = randomUUID()
    const transfer = { id, fee_id: fee, date: TODAY, amount: FEE, method: 'Check' as const, reference: null }
    await world.as('ada').payments.recordTransfer(transfer)
    const because = (reason: string) => ({ payment_id: id, reason })
    const refund = { id: randomUUID(), amount: FEE, kind: 'transfer' as const }
    const other = () =>
      round % 4 < 2
        ? servers.there('ada').payments.refund({ ...refund, ...because('Paid twice.') })
        : servers.there('ada').payments.takeBack(because('Another one.'))
    const ends = await servers.race(
      round,
      () => servers.here('ada').payments.takeBack(because('A mistake.')),
      other,
      5,
    )
    expect(ends.filter((went) => went)).toHaveLength(1)
    outcomes.add(`${round % 4 < 2} ${ends[0]}`)
  }
  expect(outcomes.size, 'each of them was first').toBe(4)
})

test('what was paid beyond what is owed goes back once, also beside a dispute at the bank [Product 3.3]', {
  timeout: TIME,
}, async () => {
  for (let round = 0; round < FEW; round += 1) {
    const { id, from } = await owedInvoice()
    const payment_id = await payInvoice(id, from)
    const { lines } = await world.as('curb').invoices.get({ id })
    const keys = lines.filter(({ amount }) => amount === 15_00).map((line) => line.id)
    const why = { reason: 'Nobody ordered keys.' }
    const credit = { id: randomUUID(), invoice_id: id, lines: keys, total: 15_00, ...why }
    await world.as('curb').invoices.credit(credit)
    const after = stripe.deliveries.events.length
    const giveBack = (server: typeof servers.here) => async () => {
      await server('curb').payments.refund({
        id: randomUUID(),
        payment_id,
        amount: 15_00,
        kind: 'stripe',
        ...why,
      })
    }
    const isDisputed = round % 2 === 0
    const intent = stripe.books.all('payment_intent').at(-1)
    if (isDisputed && intent) stripe.books.openDispute(intent, { amount: 50_00 })
    const ends = await servers.race(
      Math.floor(round / 2),
      giveBack(servers.here),
      isDisputed ? () => deliver(servers.other, after) : giveBack(servers.there),
    )
    if (!isDisputed) expect(ends.filter((went) => went)).toHaveLength(1)
    await deliver(world.portal, after)
    await deliver(servers.other, after)
    const { rows } = await db.query(
      `select (select coalesce(sum(amount), 0)::int from refunds where status <> 'failed') as refunded,
        (select coalesce(sum(amount), 0)::int from chargebacks) as held`,
    )
    // Once a bank holds what is owed, the rest of the payment stays until it decides.
    const refunded = isDisputed && !ends[0] ? 0 : 15_00
    expect(rows).toEqual([{ refunded, held: isDisputed ? 50_00 : 0 }])
    expect(await breachesOf(world.portal.db)).toEqual([])
  }
})

test('a chargeback whose events two servers handle is booked and told once [Product 3.3]', {
  timeout: TIME,
}, async () => {
  for (let round = 0; round < FEW; round += 1) {
    const { fee, from } = await unpaid()
    payAt((await world.as('maya').payments.payFee({ id: fee })).url)
    await deliver(world.portal, from)
    const intent = stripe.books.all('payment_intent').at(-1)
    const after = stripe.deliveries.events.length
    if (intent) stripe.books.closeDispute(stripe.books.openDispute(intent), round % 2 === 0)
    const ends = await servers.race(
      round,
      () => deliver(world.portal, after),
      () => deliver(servers.other, after),
    )
    expect(ends).toEqual([true, true])
    const { rows } = await db.query(`select kind from events where kind like 'chargeback%' order by id`)
    const decided = round % 2 === 0 ? 'chargeback_won' : 'chargeback_lost'
    expect(rows.map(({ kind }) => kind)).toEqual(['chargeback_opened', decided])
  }
})

test('a charge, a refund and a page of which Stripe’s answer is lost or late are made once [Product 3.3]', {
  timeout: TIME,
}, async () => {
  // A kept method, a paid invoice with something to give back, and another invoice's page.
  const { id, from } = await owedInvoice()
  const payment_id = await payInvoice(id, from)
  const { lines } = await world.as('curb').invoices.get({ id })
  const line = lines.find(({ amount }) => amount === 15_00)
  const why = { reason: 'Nobody ordered keys.' }
  const credit = { id: randomUUID(), invoice_id: id, lines: [line?.id ?? ''], total: 15_00, ...why }
  await world.as('curb').invoices.credit(credit)
  const before = stripe.deliveries.events.length
  payAt((await world.as('maya').payments.payAutomatically({})).url)
  await deliver(world.portal, before)
  const fee = (await world.as('maya').billing.next())?.id ?? ''
  const other = await world.as('otto').billing.next()
  const { rows } = await db.query('select building_id from fees where id = $1', [fee])
  const building = String(rows[0]?.building_id)
  const after = stripe.deliveries.events.length
  const made = () => ['payment_intent', 'refund', 'checkout.session'].map((of) => stripe.books.all(of).length)
  const [intents = 0, refunds = 0, sessions = 0] = made()
  // Each call is done at Stripe; of the first the answer never comes, of the next ones it is an error.
  for (const call of [/^POST .*payment_intents$/, /^POST .*refunds$/, /^POST .*sessions$/]) {
    stripe.fail(call, 'silent')
    stripe.fail(call, 'lost', 4)
  }
  const refund = { id: randomUUID(), payment_id, amount: 15_00, kind: 'stripe' as const, ...why }
  const work = () =>
    Promise.allSettled([
      charge(world.portal, building, fee),
      servers.here('curb').payments.refund(refund),
      servers.here('otto').payments.payFee({ id: other?.id ?? '' }),
    ])
  await work()
  stripe.mend()
  // Everybody tries again, on another server, too.
  await Promise.allSettled([
    charge(servers.other, building, fee),
    servers.there('curb').payments.refund(refund),
    sendPendingRefunds(servers.other),
    deliver(servers.other, after),
  ])
  payAt((await servers.there('otto').payments.payFee({ id: other?.id ?? '' })).url)
  await deliver(world.portal, after)
  expect(made().slice(0, 2)).toEqual([intents + 2, refunds + 1])
  // The page of which no answer came was given up: nobody has its address.
  const opened = stripe.books.all('checkout.session').slice(sessions)
  expect(opened.filter(({ status }) => status === 'complete')).toHaveLength(1)
  expect((await paid()).sort()).toEqual(Array.from({ length: 3 }, () => 'Card ending in 4242'))
  const done = await db.query('select amount, status from refunds')
  expect(done.rows).toEqual([{ amount: 15_00, status: 'done' }])
  expect(await breachesOf(world.portal.db)).toEqual([])
})
