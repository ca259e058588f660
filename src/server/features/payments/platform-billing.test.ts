import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetPayments } from '../../../../test/forget-payments.ts'
import { openStripeWorld, type StripeWorld } from '../../../../test/stripe-world.ts'
import { NOW, TODAY } from '../../../../test/world.ts'
import { feeReference } from '../../../domain/payments/transfer.ts'
import { breachesOf } from '../../cli/check.ts'
import { chargeAutomatically } from './charge-automatically.ts'
import { handleDueEvents } from './handle-event.ts'
import { sendPendingRefunds } from './refund.ts'
import { WEBHOOK_PATH } from './route.ts'

// What admins do for fees: Product 3.6.
let stripe: StripeWorld['stripe']
let world: StripeWorld['world']
let db: StripeWorld['db']
let served: StripeWorld['served']
let close: StripeWorld['close']

beforeAll(async () => {
  ;({ stripe, world, db, served, close } = await openStripeWorld('platform_billing'))
})
afterAll(() => close())

const FEE = 91_67
let fee: string

beforeEach(async () => {
  await stripe.deliveries.settled()
  stripe.mend()
  world.clock.now = NOW
  await db.query(
    'set session_replication_role = replica; delete from refunds; set session_replication_role = origin',
  )
  await forgetPayments(db)
  fee = (await world.as('maya').billing.next())?.id ?? ''
})

const ada = () => world.as('ada').payments
const list = (filter: object = {}) => ada().fees({ page: 1, ...filter })
const transfer = (more: object = {}) => ({
  ...{ id: randomUUID(), fee_id: fee, date: TODAY, amount: FEE },
  ...{ method: 'Bank transfer' as const, reference: 'ACH 4711', ...more },
})
async function payOnline(): Promise<string> {
  const { url } = await world.as('maya').payments.payFee({ id: fee })
  const session = stripe.books.all('checkout.session').find((each) => each.url === url)
  if (session) stripe.books.paySession(session, 'visa')
  await stripe.deliveries.settled()
  return (await list({ state: 'paid' })).fees[0]?.payments[0]?.id ?? ''
}
const balances = async () => {
  const { rows } = await db.query(
    `select a.kind, sum(e.amount)::int as balance from ledger_entries e
    join accounts a on a.id = e.account_id join buildings b on b.id = a.building_id where b.captain_id = $1 group by a.kind`,
    [world.idOf('maya')],
  )
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]))
}

test('the preview says what the next run charges, and that it has not charged yet', async () => {
  expect(await ada().feeRun({ page: 1 })).toMatchObject({
    ...{ month: '2026-12-01', due_date: '2027-01-01', fee: 250_00, total: 2, amount: 500_00 },
    buildings: [{ address: '1431 Minor Ave' }, { address: '420 Denny Way' }],
  })
  expect(await list()).toMatchObject({ total: 2, amount: 2 * FEE, open: 2 * FEE })
})

test('a transfer is recorded once, in full, and found by its reference and the fee’s', async () => {
  const { fees } = await list({ search: 'minor' })
  expect(fees).toMatchObject([{ id: fee, address: '1431 Minor Ave', paid: 0 }])
  const reference = feeReference(fees[0]?.number ?? 0)
  expect((await list({ search: reference })).fees).toMatchObject([{ id: fee }])
  await expect(ada().recordTransfer(transfer({ amount: FEE - 1 }))).rejects.toThrow('in full: $91.67')
  await expect(ada().recordTransfer(transfer({ date: '2026-11-21' }))).rejects.toThrow('today or earlier')
  const arrived = transfer()
  await ada().recordTransfer(arrived)
  await ada().recordTransfer(arrived)
  await expect(ada().recordTransfer({ ...arrived, reference: null })).rejects.toThrow('another payment')
  await expect(ada().recordTransfer(transfer())).rejects.toThrow('paid already')
  expect((await list({ search: 'ach 4711' })).fees).toMatchObject([
    { id: fee, paid: FEE, payments: [{ amount: FEE, reference: 'ACH 4711' }] },
  ])
  expect((await list({ state: 'open' })).total).toBe(1)
  const mails = await db.query(
    `select m.recipient from mails m join events e on e.id = m.event_id where e.kind = 'payment_received'`,
  )
  expect(mails.rows).toEqual([{ recipient: 'maya@example.com' }])
  expect(await world.as('ned').billing.next()).toBeNull()
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('a transfer is not recorded beside a page that opened meanwhile', async () => {
  await world.as('maya').payments.payFee({ id: fee })
  await expect(
    db.query(
      `insert into payments (building_id, payable_id, date, amount, status, method, description, recorded_by)
       select building_id, id, $2, amount, 'paid', 'Check', 'Service fee', $3 from payables where id = $1`,
      [fee, TODAY, world.idOf('ada')],
    ),
  ).rejects.toThrow('under way')
})

test('an open page of Stripe is closed before a transfer is recorded, and one that was paid wins', async () => {
  const { url } = await world.as('maya').payments.payFee({ id: fee })
  const session = stripe.books.all('checkout.session').find((each) => each.url === url)
  await ada().recordTransfer(transfer())
  expect(session?.status).toBe('expired')
  await forgetPayments(db)
  stripe.sendTo(undefined)
  const { url: again } = await world.as('maya').payments.payFee({ id: fee })
  const paid = stripe.books.all('checkout.session').find((each) => each.url === again)
  if (paid) stripe.books.paySession(paid, 'visa')
  await expect(ada().recordTransfer(transfer())).rejects.toThrow('on its way')
  stripe.sendTo(served.origin + WEBHOOK_PATH)
})

test('a fee is refunded in part through Stripe: what went back is not owed again', async () => {
  const payment_id = await payOnline()
  const refund = { payment_id, amount: 41_67, kind: 'stripe', reason: 'The portal was away.' } as const
  stripe.fail(/^POST .*refunds$/, 'refused', 3)
  const id = randomUUID()
  await ada().refund({ id, ...refund })
  expect(await balances()).toEqual({ spend: FEE, owed: 0, paid: -FEE })
  await sendPendingRefunds(world.portal)
  await stripe.deliveries.settled()
  expect(await balances()).toEqual({ spend: 50_00, owed: 0, paid: -50_00 })
  expect((await list({ state: 'refunded' })).fees).toMatchObject([
    { paid: 50_00, credited: 41_67, payments: [{ amount: FEE, refunded: 41_67, held: 0 }] },
  ])
  expect(await world.as('ned').billing.next()).toBeNull()
  await expect(ada().refund({ id: randomUUID(), ...refund, amount: 50_01 })).rejects.toThrow('At most $50.00')
  await ada().refund({ id: randomUUID(), ...refund, amount: 50_00 })
  await stripe.deliveries.settled()
  expect(await balances()).toEqual({ spend: 0, owed: 0, paid: 0 })
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('a refund that its bank sends back is owed to the building again, and everybody concerned hears of it', async () => {
  const payment_id = await payOnline()
  const refund = { payment_id, amount: 41_67, reason: 'The portal was away.' }
  await ada().refund({ id: randomUUID(), ...refund, kind: 'stripe' })
  await stripe.deliveries.settled()
  expect(await balances()).toEqual({ spend: 50_00, owed: 0, paid: -50_00 })
  const sent = stripe.books.all('refund').at(-1)
  if (sent) stripe.books.rejectRefund(sent)
  await stripe.deliveries.settled()
  expect(await balances()).toEqual({ spend: FEE, owed: 0, paid: -FEE })
  const { rows } = await db.query(
    `select m.recipient from mails m join events e on e.id = m.event_id where e.kind = 'refund_failed' order by 1`,
  )
  expect(rows.map(({ recipient }) => recipient)).toEqual(['ada@example.com', 'maya@example.com'])
  await ada().refund({ id: randomUUID(), ...refund, kind: 'transfer' })
  expect(await balances()).toEqual({ spend: 50_00, owed: 0, paid: -50_00 })
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('what was paid by transfer is transferred back, and that is recorded', async () => {
  await ada().recordTransfer(transfer())
  const payment_id = (await list({ state: 'paid' })).fees[0]?.payments[0]?.id ?? ''
  const refund = { id: randomUUID(), payment_id, amount: 10_00, reason: 'Paid twice.' }
  await expect(ada().refund({ ...refund, kind: 'stripe' })).rejects.toThrow('not paid through Stripe')
  await ada().refund({ ...refund, kind: 'transfer' })
  expect(await balances()).toEqual({ spend: FEE - 10_00, owed: 0, paid: 10_00 - FEE })
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('a failed automatic charge is tried again at once', async () => {
  const { url } = await world.as('maya').payments.payAutomatically({})
  const session = stripe.books.all('checkout.session').find((each) => each.url === url)
  if (session) stripe.books.paySession(session, 'later')
  await stripe.deliveries.settled()
  world.clock.now = new Date('2026-12-01T20:00:00Z')
  await chargeAutomatically(world.portal)
  await stripe.deliveries.settled()
  const method = stripe.books.all('payment_method').at(-1)
  if (method) method.name = 'visa'
  // A second click meanwhile changes nothing.
  await Promise.allSettled([ada().retryCharge({ id: fee }), ada().retryCharge({ id: fee })])
  await stripe.deliveries.settled()
  const { rows } = await db.query(`select actor, data from events where kind = 'charge_retried'`)
  expect(rows).toEqual([
    {
      actor: world.idOf('ada'),
      data: { amount: FEE, description: 'First service fee, November 2026', method: 'Card ending in 0341' },
    },
  ])
  expect((await list({ state: 'paid' })).fees).toMatchObject([{ id: fee, automatic: true }])
  await expect(ada().retryCharge({ id: fee })).rejects.toThrow('paid already')
})

test('a payout is kept once its movements add up to it, and each says what it is of', async () => {
  const payment_id = await payOnline()
  await ada().refund({ id: randomUUID(), payment_id, amount: 1_67, kind: 'stripe', reason: 'Goodwill' })
  await stripe.deliveries.settled()
  stripe.fail(/^GET .*balance_transactions/, 'refused', 1000)
  const payout = stripe.books.payOut()
  await stripe.deliveries.settled()
  expect((await ada().payouts({ page: 1 })).total).toBe(0)
  stripe.mend()
  const late = stripe.books.all('balance_transaction').findLast(({ type }) => type === 'charge')
  if (late) late.payout = null
  const again = async () => {
    await db.query('update stripe_events set retry_at = now()')
    await handleDueEvents(world.portal)
    return (await ada().payouts({ page: 1 })).payouts
  }
  expect(await again()).toEqual([])
  if (late) late.payout = payout.id
  expect(await again()).toMatchObject([{ id: payout.id, amount: payout.amount, arrives_on: '2026-11-22' }])
  const cookie = world.known.ada.cookies.map((each) => each.split(';')[0]).join('; ')
  const csv = await fetch(`${served.origin}/api/payments/payouts.csv?payout=${payout.id}`, {
    headers: { cookie },
  })
  const text = await csv.text()
  expect(text).toContain(`"First service fee, November 2026",1431 Minor Ave`)
  expect(text).toContain('-1.67')
  expect(await breachesOf(world.portal.db)).toEqual([])
})
