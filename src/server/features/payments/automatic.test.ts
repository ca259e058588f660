import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetPayments } from '../../../../test/forget-payments.ts'
import type { MethodName } from '../../../../test/stripe/books.ts'
import { openStripeWorld, type StripeWorld } from '../../../../test/stripe-world.ts'
import { NOW, TODAY } from '../../../../test/world.ts'
import { breachesOf } from '../../cli/check.ts'
import { chargeAutomatically } from './charge-automatically.ts'
import { readAgain } from './read-again.ts'
import { WEBHOOK_PATH } from './route.ts'

// Fees are charged to a method that Stripe keeps: Product 3.3.
let stripe: StripeWorld['stripe']
let world: StripeWorld['world']
let db: StripeWorld['db']
let served: StripeWorld['served']
let close: StripeWorld['close']

beforeAll(async () => {
  ;({ stripe, world, db, served, close } = await openStripeWorld('automatic'))
})
afterAll(() => close())

beforeEach(async () => {
  await stripe.deliveries.settled()
  stripe.mend()
  stripe.sendTo(served.origin + WEBHOOK_PATH)
  world.clock.now = NOW
  await forgetPayments(db)
})

const FEE = 91_67
const maya = () => world.as('maya').payments
const automatic = () => world.as('ned').payments.automatic()
const history = async () => (await world.as('ned').billing.payments({ page: 1 })).payments
const intents = () => stripe.books.all('payment_intent')

/** The captain keeps a method on Stripe's page. */
async function keep(method: MethodName): Promise<void> {
  const { url } = await maya().payAutomatically({})
  const session = stripe.books.all('checkout.session').find((each) => each.url === url)
  if (session) stripe.books.paySession(session, method)
  await stripe.deliveries.settled()
}
/** The job of this day. */
async function run(day: string): Promise<void> {
  world.clock.now = new Date(`${day}T20:00:00Z`)
  await chargeAutomatically(world.portal)
  await stripe.deliveries.settled()
}
const told = async () => {
  const { rows } = await db.query<{ kind: string; recipient: string }>(
    `select e.kind, m.recipient from mails m join events e on e.id = m.event_id order by m.id`,
  )
  return rows.map(({ kind, recipient }) => `${kind} ${recipient.split('@')[0]}`)
}

test('a charge that was given up may be paid: nothing is charged in its place, and it is read once Stripe answers', async () => {
  await keep('visa')
  const before = intents().length
  stripe.sendTo(undefined)
  world.clock.now = new Date('2026-12-01T20:00:00Z')
  await chargeAutomatically(world.portal)
  expect(intents()).toHaveLength(before + 1)
  world.clock.now = new Date('2026-12-16T20:00:00Z')
  await readAgain({ ...world.portal, stripe: null })
  expect((await told()).sort()).toEqual(['payment_unclear ada', 'payment_unclear maya'])
  await chargeAutomatically(world.portal)
  expect(intents()).toHaveLength(before + 1)
  await readAgain(world.portal)
  expect((await history()).map(({ status }) => status)).toEqual(['paid'])
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('a charge that Stripe never heard of holds the fee up no longer than an hour once it is switched off', async () => {
  await keep('visa')
  stripe.fail(/payment_intents/, 'refused', 1000)
  await run('2026-12-01').catch(() => {})
  await maya().stopAutomatic({})
  await expect(maya().payFee({ id: (await world.as('maya').billing.next())?.id ?? '' })).rejects.toThrow(
    'on its way',
  )
  stripe.mend()
  world.clock.now = new Date('2026-12-01T21:01:00Z')
  await readAgain(world.portal)
  const { url } = await maya().payFee({ id: (await world.as('maya').billing.next())?.id ?? '' })
  expect(url).toContain(stripe.origin)
  expect(await told()).toContainEqual('payment_failed maya')
})

test('a method that Stripe did not forget at once is forgotten by the job', async () => {
  await keep('visa')
  const method = stripe.books.all('payment_method').at(-1)
  stripe.fail(/detach/, 'refused', 1000)
  await maya().stopAutomatic({})
  expect(await automatic()).toMatchObject({ is_on: false, method: null })
  expect(method?.customer).not.toBeNull()
  stripe.mend()
  await run('2026-11-25')
  expect(method?.customer).toBeNull()
})

test('a kept method is charged on the day that a fee is due, once, and not before', async () => {
  expect(await automatic()).toBeNull()
  await keep('visa')
  expect(await automatic()).toEqual({
    ...{ method: 'Card ending in 4242', expires_on: '2028-08-31', is_on: true, failures: 0, next_on: null },
  })
  const before = intents().length
  await run('2026-11-30')
  expect(intents()).toHaveLength(before)
  await Promise.all([run('2026-12-01'), run('2026-12-01'), run('2026-12-01')])
  await run('2026-12-02')
  expect(intents()).toHaveLength(before + 1)
  expect(await history()).toMatchObject([{ amount: FEE, status: 'paid', date: '2026-12-01' }])
  expect(await told()).toEqual(['payment_received maya'])
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('a charge that fails is tried three times within a week; then the captain and the admins are told, and it stops', async () => {
  await keep('later')
  const before = intents().length
  for (const day of ['12-01', '12-02', '12-03', '12-04', '12-05', '12-08', '12-09', '12-20'])
    await run(`2026-${day}`)
  expect(intents()).toHaveLength(before + 3)
  expect((await history()).map(({ status, date }) => `${date} ${status}`)).toEqual([
    '2026-12-08 failed',
    '2026-12-04 failed',
    '2026-12-01 failed',
  ])
  expect(await told()).toEqual([
    'automatic_charge_failed maya',
    'automatic_charge_failed maya',
    'automatic_payments_stopped ada',
    'automatic_payments_stopped maya',
  ])
  expect(await automatic()).toMatchObject({ is_on: false, failures: 3, method: 'Card ending in 0341' })
  expect(await world.as('ned').billing.next()).toMatchObject({ amount: FEE })
  await maya().resumeAutomatic({})
  await run('2026-12-21')
  expect(intents()).toHaveLength(before + 4)
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('after a failure a replaced method pays, and Stripe gives the first one back', async () => {
  await keep('later')
  await run('2026-12-01')
  expect(await automatic()).toMatchObject({ failures: 1, next_on: '2026-12-04' })
  const first = stripe.books.all('payment_method').findLast(({ name }) => name === 'later')
  await keep('visa')
  expect(first?.customer).toBeNull()
  expect(await automatic()).toMatchObject({ method: 'Card ending in 4242', is_on: true, failures: 0 })
  await run('2026-12-02')
  expect((await history()).map(({ status }) => status)).toEqual(['paid', 'failed'])
})

test('switched off, nothing is charged, and a page that is still open switches nothing on', async () => {
  const known = stripe.books.all('payment_method').length
  await keep('visa')
  const { url } = await maya().payAutomatically({})
  world.clock.now = new Date('2026-11-21T20:00:00Z')
  await maya().stopAutomatic({})
  await stripe.deliveries.settled()
  expect(await automatic()).toMatchObject({ is_on: false, method: null })
  const session = stripe.books.all('checkout.session').find((each) => each.url === url)
  if (session) stripe.books.paySession(session, 'visa')
  await stripe.deliveries.settled()
  expect(await automatic()).toMatchObject({ is_on: false, method: null })
  const kept = stripe.books.all('payment_method').slice(known)
  expect(kept.map(({ customer }) => customer)).toEqual([null, null])
  const before = intents().length
  await run('2026-12-01')
  expect(intents()).toHaveLength(before)
  await expect(maya().resumeAutomatic({})).rejects.toThrow('no method is kept')
})

test('a method that is taken away switches it off, and a card that ends is told once before', async () => {
  await keep('visa')
  await db.query(`update automatic_payments set expires_on = '2026-12-31'`)
  await run('2026-11-29')
  await run('2026-11-30')
  expect(await told()).toEqual([])
  await run('2026-12-01')
  await run('2026-12-02')
  expect((await told()).filter((each) => each.startsWith('card_expires'))).toEqual(['card_expires maya'])
  const method = stripe.books.all('payment_method').at(-1)
  if (method) stripe.books.changeMethod(method, 'detached')
  await stripe.deliveries.settled()
  expect((await told()).at(-1)).toBe('payment_method_gone maya')
  expect(await automatic()).toMatchObject({ is_on: false, method: null })
})

test.each(['lost', 'refused'] as const)('a charge whose answer is %s is made once', async (fault) => {
  await keep('visa')
  const before = intents().length
  stripe.fail(/^POST .*payment_intents$/, fault, 3)
  await expect(run('2026-12-01')).rejects.toThrow('could not be charged')
  await stripe.deliveries.settled()
  await run('2026-12-01')
  expect(intents()).toHaveLength(before + 1)
  expect(await history()).toMatchObject([{ status: 'paid' }])
})

test('a charge without an event for a day is looked for, not made again', async () => {
  await keep('visa')
  stripe.sendTo(undefined)
  const before = intents().length
  await run('2026-12-01')
  await run('2026-12-03')
  expect(intents()).toHaveLength(before + 1)
  expect(await history()).toMatchObject([{ status: 'paid', date: '2026-12-03' }])
})

test('a page that was left open is closed before the charge; one that is paid wins', async () => {
  await keep('visa')
  const fee = (await world.as('maya').billing.next())?.id ?? ''
  const { url } = await maya().payFee({ id: fee })
  const session = stripe.books.all('checkout.session').find((each) => each.url === url)
  const before = intents().length
  await run('2026-12-01')
  expect(session?.status).toBe('expired')
  expect(intents()).toHaveLength(before + 1)
  expect(await history()).toMatchObject([{ status: 'paid' }])
})

test('only who may approve switches it', async () => {
  const ned = world.as('ned').payments
  for (const call of [ned.payAutomatically, ned.resumeAutomatic, ned.stopAutomatic])
    await expect(call({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a fee whose payment was taken back is not charged by itself', async () => {
  await keep('visa')
  const fee_id = (await world.as('maya').billing.next())?.id ?? ''
  const id = randomUUID()
  const check = { id, fee_id, date: TODAY, amount: FEE, method: 'Check' as const, reference: null }
  const ada = world.as('ada').payments
  await ada.recordTransfer(check)
  await ada.takeBack({ payment_id: id, reason: 'It was another building’s check.' })
  const before = intents().length
  await run('2026-12-01')
  expect(intents()).toHaveLength(before)
  // An admin may have it charged.
  await ada.retryCharge({ id: fee_id })
  expect(intents()).toHaveLength(before + 1)
})
