import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetPayments } from '../../../../test/forget-payments.ts'
import type { MethodName } from '../../../../test/stripe/books.ts'
import { signatureOf } from '../../../../test/stripe/deliveries.ts'
import { openStripeWorld, type StripeWorld } from '../../../../test/stripe-world.ts'
import { NOW, TODAY } from '../../../../test/world.ts'
import { breachesOf } from '../../cli/check.ts'
import { handleDueEvents } from './handle-event.ts'
import { readAgain } from './read-again.ts'
import { WEBHOOK_PATH } from './route.ts'

// A building pays its fee through Stripe: Product 3.3.
let stripe: StripeWorld['stripe']
let world: StripeWorld['world']
let db: StripeWorld['db']
let served: StripeWorld['served']
let close: StripeWorld['close']

beforeAll(async () => {
  ;({ stripe, world, db, served, close } = await openStripeWorld('payments'))
})
afterAll(() => close())

const FEE = 91_67
let fee: string

beforeEach(async () => {
  await stripe.deliveries.settled()
  stripe.sendTo(served.origin + WEBHOOK_PATH)
  world.clock.now = NOW
  await forgetPayments(db)
  const next = await world.as('maya').billing.next()
  fee = next?.id ?? ''
})

const pay = () => world.as('maya').payments.payFee({ id: fee })
const sessions = () => stripe.books.all('checkout.session')
function session(url: string) {
  const found = sessions().find((each) => each.url === url)
  if (!found) throw new Error(`There is no page ${url}`)
  return found
}
/** The captain pays on Stripe's page. */
async function payWith(method: MethodName): Promise<void> {
  const { url } = await pay()
  stripe.books.paySession(session(url), method)
  await stripe.deliveries.settled()
}
const history = async () => (await world.as('ned').billing.payments({ page: 1 })).payments
const told = async () => {
  const { rows } = await db.query(
    `select e.kind, m.recipient from mails m join events e on e.id = m.event_id where e.kind like 'payment%' order by m.id`,
  )
  return rows
}

test('a fee is paid on Stripe’s page: once its signed event came, and not before', async () => {
  stripe.sendTo(undefined)
  const { url } = await pay()
  expect(url).toContain(stripe.origin)
  expect(session(url)).toMatchObject({ amount_total: FEE, name: 'First service fee, November 2026' })
  stripe.books.paySession(session(url), 'visa')
  expect(await history()).toEqual([])
  expect(await world.as('ned').billing.next()).toMatchObject({ id: fee })
  stripe.sendTo(served.origin + WEBHOOK_PATH)
  stripe.deliveries.repeat(stripe.deliveries.events.slice(-3))
  await stripe.deliveries.settled()
  expect(await history()).toMatchObject([
    { amount: FEE, status: 'paid', method: 'Card ending in 4242', date: TODAY },
  ])
  expect(await world.as('ned').billing.next()).toBeNull()
  expect(await told()).toEqual([{ kind: 'payment_received', recipient: 'maya@example.com' }])
  await expect(pay()).rejects.toThrow('paid already')
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('five clicks open one page, and pay once', async () => {
  const before = sessions().length
  const clicks = await Promise.all([pay(), pay(), pay(), pay(), pay()])
  expect(new Set(clicks.map(({ url }) => url)).size).toBe(1)
  expect(sessions()).toHaveLength(before + 1)
  stripe.books.paySession(session(clicks[0]?.url ?? ''), 'visa')
  await stripe.deliveries.settled()
  expect(await history()).toHaveLength(1)
  const keys = stripe.calls.filter(({ method }) => method === 'POST').map(({ key }) => key)
  expect(keys.filter((key) => key === undefined)).toEqual([])
})

test('a declined card leaves the fee open, and another one pays', async () => {
  const { url } = await pay()
  expect(stripe.books.paySession(session(url), 'declined')).toBe(false)
  await stripe.deliveries.settled()
  expect([await history(), await told()]).toEqual([[], []])
  stripe.books.paySession(session(url), 'visa')
  await stripe.deliveries.settled()
  expect(await history()).toMatchObject([{ status: 'paid' }])
})

describe('a bank account takes some days', () => {
  const intent = () => {
    const found = stripe.books.all('payment_intent').at(-1)
    if (!found) throw new Error('Nothing is on its way')
    return found
  }
  test('meanwhile the payment is pending, and no other one begins', async () => {
    await payWith('bank')
    expect(await history()).toMatchObject([{ status: 'pending' }])
    await expect(pay()).rejects.toThrow('on its way')
    expect(await world.as('ned').billing.next()).toMatchObject({ id: fee })
    stripe.books.settle(intent(), true)
    await stripe.deliveries.settled()
    expect(await history()).toMatchObject([{ status: 'paid', method: 'Bank account ending in 6789' }])
    expect(await told()).toMatchObject([{ kind: 'payment_received' }])
    expect(await breachesOf(world.portal.db)).toEqual([])
  })

  test('one that fails is told, and the fee is paid in another way', async () => {
    await payWith('bank')
    stripe.books.settle(intent(), false)
    await stripe.deliveries.settled()
    expect(await history()).toMatchObject([{ status: 'failed' }])
    expect(await told()).toMatchObject([{ kind: 'payment_failed' }])
    await payWith('visa')
    expect((await history()).map(({ status }) => status).sort()).toEqual(['failed', 'paid'])
    expect(await breachesOf(world.portal.db)).toEqual([])
  })
})

test('a payment whose events are lost is read after an hour', async () => {
  stripe.sendTo(undefined)
  const { url } = await pay()
  stripe.books.paySession(session(url), 'visa')
  world.clock.now = new Date(NOW.getTime() + 59 * 60_000)
  await readAgain(world.portal)
  expect(await history()).toEqual([])
  world.clock.now = new Date(NOW.getTime() + 61 * 60_000)
  await readAgain(world.portal)
  expect(await history()).toMatchObject([{ amount: FEE, status: 'paid' }])
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('a person can’t record a payment with the id of one through Stripe', async () => {
  const { url } = await pay()
  const id = String(session(url).client_reference_id)
  await expect(
    db.query(
      `insert into payments (id, building_id, payable_id, date, amount, status, method, description, recorded_by)
       select $1, o.building_id, o.id, $2, o.amount, 'paid', 'Check', 'Fee', $3 from payables o where o.id = $4`,
      [id, TODAY, world.idOf('maya'), fee],
    ),
  ).rejects.toThrow('this id is that of a payment through Stripe')
})

test('after a page has expired another one opens', async () => {
  const { url } = await pay()
  stripe.books.expireSession(session(url))
  await stripe.deliveries.settled()
  const again = await pay()
  expect(again.url).not.toBe(url)
  stripe.books.expireSession(session(again.url))
  stripe.sendTo(undefined)
  expect((await pay()).url).not.toBe(again.url)
  expect(await history()).toEqual([])
})

test('what comes when the fee was paid in another way goes back, once', async () => {
  const { url } = await pay()
  await db.query(
    `insert into payments (building_id, payable_id, date, amount, status, method, description)
     select building_id, id, $2, amount, 'paid', 'Check', 'Service fee' from payables where id = $1`,
    [fee, TODAY],
  )
  stripe.books.paySession(session(url), 'visa')
  await stripe.deliveries.settled()
  stripe.deliveries.repeat(stripe.deliveries.events.slice(-4))
  await stripe.deliveries.settled()
  const intent = session(url).payment_intent
  const refunds = stripe.books.all('refund').filter(({ payment_intent }) => payment_intent === intent)
  expect(refunds).toMatchObject([{ amount: FEE }])
  expect(await history()).toMatchObject([{ method: 'Check' }])
  expect(await told()).toEqual([{ kind: 'payment_returned', recipient: 'maya@example.com' }])
  const { rows } = await db.query('select status from stripe_payments')
  expect(rows).toEqual([{ status: 'returned' }])
})

describe('Stripe fails', () => {
  test.each([
    'refused',
    'lost',
  ] as const)('a call that is %s is made again, and opens one page', async (fault) => {
    const before = sessions().length
    stripe.fail(/^POST .*sessions$/, fault, 1)
    await payWith('visa')
    expect(sessions()).toHaveLength(before + 1)
    expect(await history()).toHaveLength(1)
  })

  test('without an answer nothing is charged, and the next click opens a page', async () => {
    stripe.fail(/^POST .*sessions$/, 'refused', 3)
    await expect(pay()).rejects.toThrow('Nothing was charged')
    await payWith('visa')
    expect(await history()).toHaveLength(1)
  })

  test('an event that can’t be read is stored, and handled later', async () => {
    const { url } = await pay()
    stripe.fail(/^GET /, 'refused', 1000)
    stripe.books.paySession(session(url), 'visa')
    await stripe.deliveries.settled()
    expect(await history()).toEqual([])
    stripe.mend()
    const { rows } = await db.query('select failures, error from stripe_events where failures > 0')
    expect(rows.length).toBeGreaterThan(0)
    await db.query('update stripe_events set retry_at = now()')
    await handleDueEvents(world.portal)
    expect(await history()).toMatchObject([{ status: 'paid' }])
  })
})

describe('the webhook', () => {
  const post = (body: string, signature: string | null, path = WEBHOOK_PATH) =>
    fetch(served.origin + path, {
      method: 'POST',
      body,
      headers: signature === null ? {} : { 'stripe-signature': signature },
    })
  const seconds = (offset = 0) => Math.floor(NOW.getTime() / 1000) + offset
  const body = (more = {}) =>
    JSON.stringify({
      ...{ id: `evt_${randomUUID()}`, type: 'checkout.session.completed', created: seconds() },
      ...{ data: { object: { id: 'cs_unknown' } }, ...more },
    })

  test('refuses a wrong signature, an old one, none, and another body', async () => {
    const own = body()
    const wrong = signatureOf(own, 'whsec_wrong', seconds())
    const old = signatureOf(own, stripe.secret, seconds(-301))
    const other = signatureOf(body(), stripe.secret, seconds())
    for (const signature of [wrong, old, other, null, 'nonsense'])
      expect((await post(own, signature)).status).toBe(400)
    expect((await db.query('select from stripe_events')).rowCount).toBe(0)
  })

  test('stores each event once, and ignores what it doesn’t know', async () => {
    const own = body({ type: 'invoice.created' })
    for (let times = 0; times < 3; times += 1)
      expect((await post(own, signatureOf(own, stripe.secret, seconds()))).status).toBe(200)
    const { rows } = await db.query('select type, handled_at is not null as handled from stripe_events')
    expect(rows).toEqual([{ type: 'invoice.created', handled: true }])
    for (const odd of ['{}', 'null', '[]', body({ data: null }), body({ created: 'now' })])
      expect((await post(odd, signatureOf(odd, stripe.secret, seconds()))).status).toBe(400)
  })

  test('has nothing at other addresses, and takes no large body', async () => {
    expect((await post('{}', null, `${WEBHOOK_PATH}/more`)).status).toBe(404)
    expect((await fetch(served.origin + WEBHOOK_PATH)).status).toBe(404)
    expect((await post('x'.repeat(600 * 1024), 't=1,v1=1')).status).toBe(413)
  })
})

test('only who may approve pays; without a key nothing is offered', async () => {
  await expect(world.as('ned').payments.payFee({ id: fee })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(world.as('otto').payments.payFee({ id: fee })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await world.as('ned').payments.ways({ fee_id: fee })).toMatchObject({ online: true })
  const { stripe: access, config } = world.portal
  Object.assign(world.portal, { stripe: null, config: { ...config, stripe: null } })
  try {
    await world.as('ada').payments.setTransfer({ details: 'Stoop, Bank of Seattle, account 12345' })
    expect(await world.as('ned').payments.ways({ fee_id: fee })).toEqual({
      ...{ online: false, transfer: 'Stoop, Bank of Seattle, account 12345' },
      ...{ reference: expect.stringMatching(/^FEE-\d{6}$/), on_its_way: false },
    })
    await expect(pay()).rejects.toThrow('isn’t set up')
  } finally {
    Object.assign(world.portal, { stripe: access, config })
  }
})
