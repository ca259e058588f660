import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetInvoices } from '../../../../test/forget-invoices.ts'
import { forgetPayments } from '../../../../test/forget-payments.ts'
import { openStripeWorld, type StripeWorld } from '../../../../test/stripe-world.ts'
import { NOW, TODAY } from '../../../../test/world.ts'
import { breachesOf } from '../../cli/check.ts'
import { chargeAutomatically } from './charge-automatically.ts'
import { handleDueEvents, readDisputes } from './handle-event.ts'
import { sendPendingRefunds } from './refund.ts'
import { WEBHOOK_PATH } from './route.ts'

// What was paid through Stripe is disputed at the payer's bank: Product 3.3.
let stripe: StripeWorld['stripe']
let world: StripeWorld['world']
let db: StripeWorld['db']
let served: StripeWorld['served']
let close: StripeWorld['close']

beforeAll(async () => {
  ;({ stripe, world, db, served, close } = await openStripeWorld('chargebacks'))
})
afterAll(() => close())
beforeEach(async () => {
  await stripe.deliveries.settled()
  stripe.sendTo(served.origin + WEBHOOK_PATH)
  world.clock.now = NOW
  await forgetPayments(db)
  await forgetInvoices(db)
})

const FEE = 91_67
const maya = () => world.as('maya')

/** Pays on the page of this address. Returns the intent. */
async function payAt(url: string) {
  const session = stripe.books.all('checkout.session').find((each) => each.url === url)
  if (session) stripe.books.paySession(session, 'visa')
  await stripe.deliveries.settled()
  const intent = stripe.books.all('payment_intent').at(-1)
  if (!intent) throw new Error('Nothing was paid')
  return intent
}
async function payFee() {
  const fee = (await maya().billing.next())?.id ?? ''
  return { fee, intent: await payAt((await maya().payments.payFee({ id: fee })).url) }
}
const dispute = async (intent: Parameters<typeof stripe.books.openDispute>[0], how = {}) => {
  const opened = stripe.books.openDispute(intent, how)
  await stripe.deliveries.settled()
  return opened
}
const decide = async (opened: Parameters<typeof stripe.books.closeDispute>[0], isWon: boolean) => {
  stripe.books.closeDispute(opened, isWon)
  await stripe.deliveries.settled()
}
const balances = async () => {
  const { rows } = await db.query(
    `select a.kind, sum(e.amount)::int as balance from ledger_entries e
    join accounts a on a.id = e.account_id join buildings b on b.id = a.building_id where b.captain_id = $1 group by a.kind`,
    [world.idOf('maya')],
  )
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]))
}
const told = async (kind: string) => {
  const { rows } = await db.query(
    `select m.recipient from mails m join events e on e.id = m.event_id where e.kind = $1 order by 1`,
    [kind],
  )
  return rows.map(({ recipient }) => recipient)
}
const sound = async () => expect(await breachesOf(world.portal.db)).toEqual([])

test('a fee whose payment is disputed is neither open nor paid in the books until the bank decides', async () => {
  const { fee, intent } = await payFee()
  const opened = await dispute(intent)
  stripe.deliveries.repeat(stripe.deliveries.events.slice(-2))
  await stripe.deliveries.settled()
  expect(await balances()).toEqual({ spend: FEE, owed: 0, paid: 0, disputed: -FEE })
  expect(await maya().billing.next()).toBeNull()
  expect((await maya().billing.payments({ page: 1 })).payments).toMatchObject([{ disputed: FEE, lost: 0 }])
  expect((await world.as('ada').payments.fees({ page: 1, search: 'minor' })).fees).toMatchObject([
    { id: fee, disputed: FEE, lost: 0, paid: FEE },
  ])
  expect(await told('chargeback_opened')).toEqual(['ada@example.com', 'maya@example.com'])
  await sound()
  await decide(opened, true)
  expect(await balances()).toEqual({ spend: FEE, owed: 0, paid: -FEE, disputed: 0 })
  expect((await maya().billing.payments({ page: 1 })).payments).toMatchObject([
    { status: 'paid', disputed: 0, lost: 0 },
  ])
  expect(await told('chargeback_won')).toEqual(['ada@example.com', 'maya@example.com'])
  await sound()
})

test('a fee whose payment the bank took back is owed again, is not charged by itself, and can be paid', async () => {
  const { url } = await maya().payments.payAutomatically({})
  const kept = stripe.books.all('checkout.session').find((each) => each.url === url)
  if (kept) stripe.books.paySession(kept, 'visa')
  await stripe.deliveries.settled()
  expect(await world.as('ned').payments.automatic()).toMatchObject({ is_on: true })
  const { fee, intent } = await payFee()
  await decide(await dispute(intent), false)
  expect(await balances()).toEqual({ spend: FEE, owed: -FEE, paid: 0, disputed: 0 })
  expect(await maya().billing.next()).toMatchObject({ id: fee, amount: FEE })
  expect(await told('chargeback_lost')).toEqual(['ada@example.com', 'maya@example.com'])
  world.clock.now = new Date('2026-12-01T20:00:00Z')
  const intents = stripe.books.all('payment_intent').length
  await chargeAutomatically(world.portal)
  expect(stripe.books.all('payment_intent')).toHaveLength(intents)
  // An earlier version beside this one would charge it.
  await expect(
    db.query(
      `insert into stripe_payments (building_id, payable_id, amount, kind, started_at)
       select building_id, id, amount, 'automatic', now() from payables where id = $1`,
      [fee],
    ),
  ).rejects.toThrow('not charged by itself')
  world.clock.now = NOW
  await payFee()
  expect(await balances()).toEqual({ spend: FEE, owed: 0, paid: -FEE, disputed: 0 })
  expect((await maya().billing.payments({ page: 1 })).payments.map(({ lost }) => lost).sort()).toEqual([
    0,
    FEE,
  ])
  await sound()
})

test('a bank that takes a part back leaves that part open', async () => {
  const { fee, intent } = await payFee()
  await decide(await dispute(intent, { amount: 41_67 }), false)
  expect(await maya().billing.next()).toMatchObject({
    ...{ id: fee, amount: FEE, open: 41_67, unpaid_count: 1, unpaid_amount: 41_67 },
  })
  expect(await balances()).toEqual({ spend: FEE, owed: -41_67, paid: -50_00, disputed: 0 })
  expect((await world.as('ada').payments.fees({ page: 1, search: 'minor' })).fees).toMatchObject([
    { paid: 50_00, lost: 41_67, payments: [{ amount: FEE, held: 41_67, refunded: 0, is_online: true }] },
  ])
  const lost = await db.query(`select data from events where kind = 'chargeback_lost'`)
  expect(lost.rows).toMatchObject([{ data: { amount: 41_67, open: 41_67 } }])
  const rest = { id: randomUUID(), fee_id: fee, date: TODAY, method: 'Check' as const, reference: null }
  const { recordTransfer } = world.as('ada').payments
  await expect(recordTransfer({ ...rest, amount: FEE })).rejects.toThrow('in full: $41.67')
  await recordTransfer({ ...rest, amount: 41_67 })
  expect(await maya().billing.next()).toBeNull()
  await sound()
})

test('a question of the bank moves nothing; one that becomes a dispute does', async () => {
  const { intent } = await payFee()
  const asked = await dispute(intent, { asks: true })
  expect(await balances()).toEqual({ spend: FEE, owed: 0, paid: -FEE })
  stripe.books.escalateDispute(asked)
  await stripe.deliveries.settled()
  expect(await balances()).toMatchObject({ paid: 0, disputed: -FEE })
  await decide(asked, true)
  await decide(await dispute(intent, { asks: true }), false)
  expect(await balances()).toMatchObject({ paid: -FEE, disputed: 0 })
  expect(await told('chargeback_opened')).toHaveLength(2)
  await sound()
})

test('what a bank holds is not refunded, and what was refunded is not held', async () => {
  const { intent } = await payFee()
  const payment_id = (await maya().billing.payments({ page: 1 })).payments[0]?.id ?? ''
  const refund = { payment_id, kind: 'transfer' as const, reason: 'Goodwill' }
  const { refund: giveBack } = world.as('ada').payments
  await giveBack({ id: randomUUID(), ...refund, amount: 1_67 })
  await dispute(intent, { amount: FEE })
  expect(await balances()).toEqual({ spend: 90_00, owed: 0, paid: 0, disputed: -90_00 })
  await expect(giveBack({ id: randomUUID(), ...refund, amount: 1 })).rejects.toThrow(
    'nothing of this payment',
  )
  await expect(
    db.query(
      `insert into refunds (id, building_id, payable_id, payment_id, amount, reason, kind, status, recorded_by)
       select gen_random_uuid(), building_id, payable_id, id, 1, 'Goodwill', 'transfer', 'done', $2 from payments where id = $1`,
      [payment_id, world.idOf('ada')],
    ),
  ).rejects.toThrow('a refund is of what was paid')
  await sound()
})

test('a dispute whose events come before the payment’s, or after the bank decided, is booked once', async () => {
  const fee = (await maya().billing.next())?.id ?? ''
  const { url } = await maya().payments.payFee({ id: fee })
  const session = stripe.books.all('checkout.session').find((each) => each.url === url)
  stripe.sendTo(undefined)
  const from = stripe.deliveries.events.length
  if (session) stripe.books.paySession(session, 'visa')
  const intent = stripe.books.all('payment_intent').at(-1)
  if (!intent) throw new Error('Nothing was paid')
  const opened = await dispute(intent)
  await decide(opened, false)
  const events = stripe.deliveries.events.slice(from)
  const ofDispute = events.filter(({ type }) => type.startsWith('charge.dispute'))
  stripe.sendTo(served.origin + WEBHOOK_PATH)
  stripe.deliveries.repeat(ofDispute)
  await stripe.deliveries.settled()
  expect((await maya().billing.payments({ page: 1 })).payments).toEqual([])
  stripe.deliveries.repeat(events.filter((event) => !ofDispute.includes(event)))
  await stripe.deliveries.settled()
  await db.query('update stripe_events set retry_at = now()')
  await handleDueEvents(world.portal)
  expect(await balances()).toEqual({ spend: FEE, owed: -FEE, paid: 0, disputed: 0 })
  const { rows } = await db.query('select id from stripe_events where handled_at is null')
  expect(rows).toEqual([])
  for (const kind of ['chargeback_opened', 'chargeback_lost']) expect(await told(kind)).toHaveLength(2)
  await sound()
})

test('of an invoice, its vendor and the building are told, and it is open again', async () => {
  await world.as('curb').payments.connect({})
  const account = stripe.books.all('account').at(-1)
  if (account) stripe.books.setAccount(account, true)
  await stripe.deliveries.settled()
  const visit = await world.visitToday('curb', 'Snow Removal')
  const { rows } = await db.query('select building_id from appointments where id = $1', [visit])
  const id = randomUUID()
  const facts = { number: 'INV-0001', date: TODAY, due_date: '2026-12-20', tax_rate: 0, note: null }
  const lines = { visits: [], starts: [], extras: [{ description: 'A set of keys', amount: 65_00 }] }
  const { invoices } = world.as('curb')
  await invoices.create({ id, building_id: rows[0].building_id, ...facts, ...lines })
  await invoices.send({ id, version: 1, total: 65_00 })
  await maya().invoices.approve({ id, refused: [], approved: 65_00 })
  const intent = await payAt((await maya().payments.payInvoice({ invoice_id: id, amount: 65_00 })).url)
  const opened = await dispute(intent, { amount: 20_00 })
  expect(await invoices.get({ id })).toMatchObject({
    state: 'paid',
    payments: [{ disputed: 20_00, lost: 0 }],
    disputed: 20_00,
  })
  expect((await maya().invoices.received({ page: 1 })).invoices).toMatchObject([{ disputed: 20_00 }])
  expect(await told('chargeback_opened')).toEqual(['curb@example.com', 'maya@example.com'])
  await decide(opened, false)
  expect(await invoices.get({ id })).toMatchObject({
    ...{ state: 'approved', paid: 45_00 },
    payments: [{ disputed: 0, lost: 20_00 }],
  })
  await sound()
  // Paid by check, while the bank looks at it again: what pays the invoice if the payer wins is not given back.
  const check = { id: randomUUID(), invoice_id: id, date: TODAY, amount: 20_00, reference: null }
  await maya().invoices.recordPayment({ ...check, method: 'Check' })
  stripe.books.appealDispute(opened)
  await stripe.deliveries.settled()
  expect(await invoices.get({ id })).toMatchObject({ paid: 85_00, disputed: 20_00, returning: 0 })
  const back = { payment_id: check.id, amount: 20_00, kind: 'transfer' as const, reason: 'Paid twice.' }
  const giveBack = () => world.as('curb').payments.refund({ id: randomUUID(), ...back })
  await expect(giveBack()).rejects.toThrow('nothing of this payment')
  await decide(opened, false)
  expect(await invoices.get({ id })).toMatchObject({ state: 'paid', paid: 65_00 })
  await maya().payments.takeBack({ payment_id: check.id, reason: 'It was another building’s.' })
  await sound()
  // In its own account a vendor writes what it likes: another intent with the payment's id changes nothing.
  const metadata = { payment: (intent.metadata as { payment: string }).payment }
  const of = account?.id ?? null
  const charge = stripe.books.add('ch', 'charge', of, { amount: 65_00, amount_refunded: 0 })
  const own = { amount: 65_00, status: 'succeeded', latest_charge: charge.id, metadata }
  await dispute(stripe.books.add('pi', 'payment_intent', of, own), { amount: 5_00 })
  expect((await invoices.get({ id })).payments).toMatchObject([{ disputed: 0, lost: 20_00 }, { disputed: 0 }])
  expect(await invoices.get({ id })).toMatchObject({ paid: 45_00 })
  await sound()
})

test('what the bank decided is open again after an appeal, and may end the other way', async () => {
  const { fee, intent } = await payFee()
  const opened = await dispute(intent)
  await decide(opened, false)
  expect(await balances()).toEqual({ spend: FEE, owed: -FEE, paid: 0, disputed: 0 })
  // It is paid another way meanwhile.
  const check = { id: randomUUID(), date: TODAY, amount: FEE, method: 'Check' as const, reference: null }
  await world.as('ada').payments.recordTransfer({ ...check, fee_id: fee })
  stripe.books.appealDispute(opened)
  await stripe.deliveries.settled()
  expect(await balances()).toEqual({ spend: FEE, owed: FEE, paid: -FEE, disputed: -FEE })
  await sound()
  await decide(opened, true)
  expect(await balances()).toEqual({ spend: FEE, owed: FEE, paid: -2 * FEE, disputed: 0 })
  expect(await maya().billing.next()).toBeNull()
  await sound()
  // What was paid too much goes back, and the fee stays paid.
  const back = { payment_id: check.id, amount: FEE, kind: 'transfer' as const, reason: 'Paid twice.' }
  await world.as('ada').payments.refund({ id: randomUUID(), ...back })
  expect(await balances()).toEqual({ spend: FEE, owed: 0, paid: -FEE, disputed: 0 })
  await sound()
  // The bank may change its mind without an appeal of ours.
  await decide(opened, false)
  expect(await balances()).toEqual({ spend: FEE, owed: -FEE, paid: 0, disputed: 0 })
  await decide(opened, true)
  expect(await balances()).toEqual({ spend: FEE, owed: 0, paid: -FEE, disputed: 0 })
  await sound()
})

test('a refund that was on its way when the bank took all of it fails, and the bank’s part is in the books', async () => {
  const { intent } = await payFee()
  const payment_id = (await maya().billing.payments({ page: 1 })).payments[0]?.id ?? ''
  stripe.fail(/^POST .*refunds$/, 'refused', 3)
  const refund = { payment_id, amount: FEE, kind: 'stripe' as const, reason: 'Goodwill' }
  await world.as('ada').payments.refund({ id: randomUUID(), ...refund })
  stripe.mend()
  const opened = await dispute(intent, { amount: FEE })
  expect(await told('chargeback_opened')).toHaveLength(2)
  expect(await balances()).toMatchObject({ paid: -FEE })
  await decide(opened, false)
  await sound()
  // Stripe refuses the refund of what is disputed.
  await sendPendingRefunds(world.portal).catch(() => undefined)
  expect(await balances()).toEqual({ spend: FEE, owed: -FEE, paid: 0, disputed: 0 })
  await sound()
})

test('a refund made at Stripe of which the portal hears late takes from what the bank holds', async () => {
  const { intent } = await payFee()
  stripe.sendTo(undefined)
  const from = stripe.deliveries.events.length
  stripe.books.createRefund({ payment_intent: String(intent.id), amount: '2000' }, intent.account)
  const late = stripe.deliveries.events.slice(from)
  await stripe.deliveries.settled()
  stripe.sendTo(served.origin + WEBHOOK_PATH)
  await dispute(intent, { amount: FEE })
  expect(await balances()).toMatchObject({ paid: 0, disputed: -FEE })
  stripe.deliveries.repeat(late)
  await stripe.deliveries.settled()
  expect(await balances()).toEqual({ spend: FEE - 20_00, owed: 0, paid: 0, disputed: 20_00 - FEE })
  const { rows } = await db.query('select id from stripe_events where handled_at is null')
  expect(rows).toEqual([])
  await sound()
})

test('a second dispute of a payment holds what the first one gives back', async () => {
  const { intent } = await payFee()
  const first = await dispute(intent, { amount: FEE })
  const second = await dispute(intent, { amount: 30_00 })
  expect(await balances()).toMatchObject({ paid: 0, disputed: -FEE })
  await decide(first, true)
  expect(await balances()).toMatchObject({ paid: 30_00 - FEE, disputed: -30_00 })
  await decide(second, false)
  expect(await balances()).toEqual({ spend: FEE, owed: -30_00, paid: 30_00 - FEE, disputed: 0 })
  await sound()
})

test('a dispute whose events are lost, or went to an earlier version, is read by the job', async () => {
  const { intent } = await payFee()
  const opened = await dispute(intent)
  stripe.sendTo(undefined)
  await decide(opened, true)
  expect(await balances()).toMatchObject({ disputed: -FEE })
  await readDisputes(world.portal)
  expect(await balances()).toMatchObject({ paid: -FEE, disputed: 0 })
  const other = await dispute(intent)
  await db.query(
    `insert into stripe_events (id, type, object_id, created_at, retry_at, handled_at)
     values ('evt_earlier', 'charge.dispute.created', $1, now(), $2, now())`,
    [other.id, NOW],
  )
  await readDisputes(world.portal)
  expect(await balances()).toMatchObject({ paid: 0, disputed: -FEE })
  await sound()
})
