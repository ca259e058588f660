import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetInvoices } from '../../../../test/forget-invoices.ts'
import { forgetPayments } from '../../../../test/forget-payments.ts'
import { openStripeWorld, type StripeWorld } from '../../../../test/stripe-world.ts'
import { NOW, TODAY } from '../../../../test/world.ts'
import { breachesOf } from '../../cli/check.ts'
import { closeOpenPage } from './checkout.ts'
import { readAgain } from './read-again.ts'
import { WEBHOOK_PATH } from './route.ts'

// A building pays an invoice to its vendor's own account, and what was too much goes back: Product 3.3, 3.6.
let stripe: StripeWorld['stripe']
let world: StripeWorld['world']
let db: StripeWorld['db']
let served: StripeWorld['served']
let close: StripeWorld['close']

beforeAll(async () => {
  ;({ stripe, world, db, served, close } = await openStripeWorld('invoice_payments'))
})
afterAll(() => close())

let invoice: string
const KEYS = { description: 'A set of keys', amount: 15_00 }

beforeEach(async () => {
  await stripe.deliveries.settled()
  stripe.mend()
  world.clock.now = NOW
  await db.query(
    'set session_replication_role = replica; delete from refunds; set session_replication_role = origin',
  )
  await forgetPayments(db)
  await forgetInvoices(db)
  invoice = await approved()
})

const curb = () => world.as('curb').payments
const maya = () => world.as('maya').payments
const account = () => {
  const found = stripe.books.all('account').at(-1)
  if (!found) throw new Error('No account was begun')
  return found
}
/** The vendor answers Stripe's questions. */
async function connected(): Promise<void> {
  await curb().connect({})
  stripe.books.setAccount(account(), true)
  await stripe.deliveries.settled()
}

/** An invoice of curb for a visit at 50.00 and keys at 15.00, approved. Returns its id. */
async function approved(): Promise<string> {
  const visit = await world.visitToday('curb', 'Snow Removal')
  const { visits, invoices } = world.as('curb')
  await visits.checkIn({ id: visit, at: NOW.toISOString() })
  await visits.finish({ id: visit, at: NOW.toISOString(), note: null, place: null })
  const { rows } = await db.query('select building_id from appointments where id = $1', [visit])
  const id = randomUUID()
  const facts = { number: 'INV-0001', date: TODAY, due_date: '2026-12-20', tax_rate: 0, note: null }
  const lines = { visits: [{ id: visit, amount: 50_00 }], starts: [], extras: [KEYS] }
  await invoices.create({ id, building_id: rows[0].building_id, ...facts, ...lines })
  await invoices.send({ id, version: 1, total: 65_00 })
  await world.as('maya').invoices.approve({ id, refused: [], approved: 65_00 })
  return id
}

/** The captain pays so many cents on Stripe's page. */
async function pay(amount: number): Promise<void> {
  const { url } = await maya().payInvoice({ invoice_id: invoice, amount })
  const session = stripe.books.all('checkout.session').find((each) => each.url === url)
  if (session) stripe.books.paySession(session, 'visa')
  await stripe.deliveries.settled()
}
const stands = async () => {
  const { paid, state, approved, payments } = await world.as('curb').invoices.get({ id: invoice })
  return { paid, state, approved, payments: payments.map(({ amount }) => amount) }
}
const told = async (kind: string) => {
  const { rows } = await db.query(
    'select m.recipient from mails m join events e on e.id = m.event_id where e.kind = $1 order by m.id',
    [kind],
  )
  return rows.map(({ recipient }) => recipient)
}

test('an invoice is paid in parts to its vendor’s own account, once the vendor has one', async () => {
  expect(await world.as('ned').payments.takesPayments({ invoice_id: invoice })).toBe(false)
  await expect(maya().payInvoice({ invoice_id: invoice, amount: 10_00 })).rejects.toThrow('takes no payments')
  expect(await curb().account()).toBeNull()
  await curb().connect({})
  expect(await curb().account()).toEqual({ submitted: false, takes_payments: false })
  await connected()
  expect(stripe.books.all('account')).toHaveLength(1)
  expect(await curb().account()).toEqual({ submitted: true, takes_payments: true })
  expect(await world.as('ned').payments.takesPayments({ invoice_id: invoice })).toBe(true)
  await pay(25_00)
  expect(await stands()).toEqual({ paid: 25_00, state: 'approved', approved: 65_00, payments: [25_00] })
  const intent = stripe.books.all('payment_intent').at(-1)
  expect(intent).toMatchObject({ amount: 25_00, account: account().id })
  expect(await told('invoice_paid')).toEqual(['curb@example.com'])
  expect(await told('payment_received')).toEqual(['maya@example.com'])
  await expect(maya().payInvoice({ invoice_id: invoice, amount: 40_01 })).rejects.toThrow('At most $40.00')
  await pay(40_00)
  expect(await stands()).toMatchObject({ paid: 65_00, state: 'paid' })
  await expect(maya().payInvoice({ invoice_id: invoice, amount: 1_00 })).rejects.toThrow('nothing of this')
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('a click with another sum closes the page before', async () => {
  await connected()
  const first = await maya().payInvoice({ invoice_id: invoice, amount: 25_00 })
  const second = await maya().payInvoice({ invoice_id: invoice, amount: 30_00 })
  expect(second.url).not.toBe(first.url)
  const session = stripe.books.all('checkout.session').find(({ url }) => url === first.url)
  expect(session?.status).toBe('expired')
  await stripe.deliveries.settled()
  expect((await stands()).payments).toEqual([])
})

test('an open page is closed before a payment is recorded, and one that was paid there wins', async () => {
  await connected()
  const check = { invoice_id: invoice, date: TODAY, method: 'Check', reference: null } as const
  const record = (amount: number) =>
    world.as('maya').invoices.recordPayment({ id: randomUUID(), ...check, amount })
  const { url } = await maya().payInvoice({ invoice_id: invoice, amount: 25_00 })
  const session = stripe.books.all('checkout.session').find((each) => each.url === url)
  // Past the procedure, the database refuses it.
  await expect(
    db.query(
      `insert into payments (building_id, payable_id, date, amount, status, method, description, recorded_by)
       select building_id, id, $2, 100, 'paid', 'Check', 'Invoice', $3 from payables where id = $1`,
      [invoice, TODAY, world.idOf('maya')],
    ),
  ).rejects.toThrow('under way')
  stripe.fail(/^POST .*expire/, 'refused', 10)
  await expect(record(65_00)).rejects.toThrow('Stripe does not answer')
  stripe.mend()
  await record(65_00)
  expect(session?.status).toBe('expired')
  await stripe.deliveries.settled()
  expect(await stands()).toMatchObject({ paid: 65_00, payments: [65_00] })

  await forgetPayments(db)
  await db.query('update invoices set paid = 0')
  stripe.sendTo(undefined)
  const again = await maya().payInvoice({ invoice_id: invoice, amount: 65_00 })
  const paid = stripe.books.all('checkout.session').find((each) => each.url === again.url)
  if (paid) stripe.books.paySession(paid, 'bank')
  await expect(record(65_00)).rejects.toThrow('on its way')
  stripe.sendTo(served.origin + WEBHOOK_PATH)
  stripe.deliveries.repeat(stripe.deliveries.events.slice(-2))
  await stripe.deliveries.settled()
  await expect(record(65_00)).rejects.toThrow('on its way')
  const intent = stripe.books.all('payment_intent').at(-1)
  if (intent) stripe.books.settle(intent, true)
  await stripe.deliveries.settled()
  await expect(record(1_00)).rejects.toThrow('nothing of this invoice is open')
  expect(await stands()).toMatchObject({ paid: 65_00, payments: [65_00] })
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('on a portal that takes no payments any more, a page is waited for until it has ended', async () => {
  await connected()
  await maya().payInvoice({ invoice_id: invoice, amount: 25_00 })
  const off = { ...world.portal, stripe: null }
  const viewer = (await world.as('maya').accounts.session())?.viewer
  if (viewer?.kind !== 'resident') throw new Error('Maya is no resident')
  await expect(closeOpenPage(off, viewer, { id: invoice, left: 0 })).rejects.toThrow('in two hours')
  world.clock.now = new Date(NOW.getTime() + 2 * 60 * 60 * 1000)
  await closeOpenPage(off, viewer, { id: invoice, left: 0 })
  const { rows } = await db.query('select status from stripe_payments')
  expect(rows).toEqual([{ status: 'expired' }])
})

test('a vendor whose account Stripe closes, or who disconnects it, is not paid there', async () => {
  await connected()
  stripe.books.setAccount(account(), false)
  await stripe.deliveries.settled()
  expect(await world.as('ned').payments.takesPayments({ invoice_id: invoice })).toBe(false)
  await expect(
    db.query(
      `insert into stripe_payments (building_id, payable_id, amount, kind, account_id, started_at)
       select building_id, id, 100, 'checkout', 'acct_of_another', now() from payables where id = $1`,
      [invoice],
    ),
  ).rejects.toThrow('to whom it is owed')
})

test('a vendor that disconnects its account is not paid there, and connects another one', async () => {
  await connected()
  const before = account()
  stripe.books.disconnect(before)
  await stripe.deliveries.settled()
  expect(await world.as('ned').payments.takesPayments({ invoice_id: invoice })).toBe(false)
  expect(await curb().account()).toEqual({ submitted: false, takes_payments: false })
  await curb().connect({})
  await connected()
  expect(account().id).not.toBe(before.id)
  await pay(25_00)
  expect(await stands()).toMatchObject({ paid: 25_00 })
})

test('what a vendor writes in its own account pays nothing of others', async () => {
  await connected()
  const fee = (await maya().payFee({ id: (await world.as('maya').billing.next())?.id ?? '' })).url
  const session = stripe.books.all('checkout.session').find(({ url }) => url === fee)
  const id = String(session?.client_reference_id)
  const price = { currency: 'usd', unit_amount: String(session?.amount_total) }
  const fields = {
    mode: 'payment',
    line_items: { 0: { price_data: price } },
    client_reference_id: id,
    payment_intent_data: { metadata: { payment: id } },
  }
  const own = stripe.books.createSession(fields, account().id)
  stripe.books.paySession(own, 'visa')
  await stripe.deliveries.settled()
  expect(await world.as('maya').billing.next()).not.toBeNull()
  expect((await world.as('ned').billing.payments({ page: 1 })).payments).toEqual([])
})

test('what a vendor gives back at Stripe itself is in the books, and owed again', async () => {
  await connected()
  await pay(65_00)
  const intent = stripe.books.all('payment_intent').at(-1)
  stripe.books.createRefund({ payment_intent: String(intent?.id), amount: '2000' }, account().id)
  await stripe.deliveries.settled()
  stripe.deliveries.repeat(stripe.deliveries.events.slice(-2))
  await stripe.deliveries.settled()
  expect(await stands()).toMatchObject({ paid: 45_00, approved: 65_00, state: 'approved' })
  expect(await told('payment_refunded')).toEqual(['maya@example.com'])
  await pay(20_00)
  expect(await stands()).toMatchObject({ paid: 65_00, state: 'paid' })
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('what was paid beyond a credit note goes back to the cent, once, and no more', async () => {
  await connected()
  await pay(65_00)
  const { lines, payments } = await world.as('curb').invoices.get({ id: invoice })
  const payment_id = payments[0]?.id ?? ''
  const refund = { payment_id, kind: 'stripe', reason: 'The keys were another building’s.' } as const
  await expect(curb().refund({ id: randomUUID(), ...refund, amount: 1 })).rejects.toThrow('nothing of this')
  const keys = lines.filter(({ kind }) => kind === 'extra').map(({ id }) => id)
  const credit = { invoice_id: invoice, lines: keys, reason: refund.reason, total: 15_00 }
  await world.as('curb').invoices.credit({ id: randomUUID(), ...credit })
  await expect(curb().refund({ id: randomUUID(), ...refund, amount: 15_01 })).rejects.toThrow(
    'At most $15.00',
  )
  await expect(
    world.as('ada').payments.refund({ id: randomUUID(), ...refund, amount: 1_00 }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const id = randomUUID()
  await curb().refund({ id, ...refund, amount: 15_00 })
  await curb().refund({ id, ...refund, amount: 15_00 })
  await stripe.deliveries.settled()
  stripe.deliveries.repeat(stripe.deliveries.events.slice(-2))
  await stripe.deliveries.settled()
  expect(await stands()).toMatchObject({ paid: 50_00, approved: 50_00, state: 'paid' })
  const sentRefunds = stripe.books
    .all('refund')
    .filter(({ metadata }) => (metadata as { refund?: string }).refund === id)
  expect(sentRefunds).toHaveLength(1)
  expect(await told('payment_refunded')).toEqual(['maya@example.com'])
  await expect(curb().refund({ id: randomUUID(), ...refund, amount: 1 })).rejects.toThrow('nothing of this')
  // Its bank sends it back, and the vendor transfers it by hand.
  const sent = stripe.books.all('refund').at(-1)
  if (sent) stripe.books.rejectRefund(sent)
  await stripe.deliveries.settled()
  expect(await stands()).toMatchObject({ paid: 65_00, approved: 50_00 })
  expect((await told('refund_failed')).sort()).toEqual(['curb@example.com', 'maya@example.com'])
  await curb().refund({ id: randomUUID(), ...refund, kind: 'transfer', amount: 15_00 })
  expect(await stands()).toMatchObject({ paid: 50_00, approved: 50_00 })
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('the rest is recorded while a bank’s part is on its way, and no more than the rest', async () => {
  await connected()
  const { url } = await maya().payInvoice({ invoice_id: invoice, amount: 25_00 })
  const session = stripe.books.all('checkout.session').find((each) => each.url === url)
  if (session) stripe.books.paySession(session, 'bank')
  await stripe.deliveries.settled()
  const check = { invoice_id: invoice, date: TODAY, method: 'Check' as const, reference: null }
  const { recordPayment } = world.as('maya').invoices
  await expect(recordPayment({ id: randomUUID(), ...check, amount: 40_01 })).rejects.toThrow('on its way')
  await recordPayment({ id: randomUUID(), ...check, amount: 40_00 })
  const intent = stripe.books.all('payment_intent').at(-1)
  if (intent) stripe.books.settle(intent, true)
  await stripe.deliveries.settled()
  expect(await stands()).toMatchObject({ paid: 65_00, state: 'paid' })
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('what is refused closes no page, and an admin closes none of a vendor’s', async () => {
  await connected()
  const { url } = await maya().payInvoice({ invoice_id: invoice, amount: 65_00 })
  const check = { date: TODAY, method: 'Check' as const, reference: null }
  const session = stripe.books.all('checkout.session').find((each) => each.url === url)
  await expect(
    world
      .as('maya')
      .invoices.recordPayment({ id: randomUUID(), invoice_id: invoice, ...check, amount: 65_01 }),
  ).rejects.toThrow('At most $65.00')
  await expect(
    world.as('ada').payments.recordTransfer({ id: randomUUID(), fee_id: invoice, ...check, amount: 65_00 }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(session?.status).toBe('open')
})

test('a page that Stripe shows no more holds the invoice up for two hours, and no longer', async () => {
  await connected()
  await maya().payInvoice({ invoice_id: invoice, amount: 65_00 })
  const session = stripe.books.all('checkout.session').at(-1)
  const check = { invoice_id: invoice, date: TODAY, method: 'Check' as const, reference: null, amount: 65_00 }
  const record = () => world.as('maya').invoices.recordPayment({ id: randomUUID(), ...check })
  // As with the key of another account.
  stripe.books.objects.delete(session?.id ?? '')
  await expect(record()).rejects.toThrow('still be paying')
  world.clock.now = new Date(NOW.getTime() + 3 * 60 * 60 * 1000)
  await record()
  expect(await stands()).toMatchObject({ paid: 65_00, payments: [65_00] })
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('a bank’s payment of which nobody hears any more is given up after two weeks', async () => {
  await connected()
  const { url } = await maya().payInvoice({ invoice_id: invoice, amount: 65_00 })
  const session = stripe.books.all('checkout.session').find((each) => each.url === url)
  if (session) stripe.books.paySession(session, 'bank')
  await stripe.deliveries.settled()
  const off = { ...world.portal, stripe: null }
  const states = async () => (await db.query('select status from stripe_payments')).rows
  const after = (days: number) => new Date(NOW.getTime() + days * 86_400_000)
  world.clock.now = after(13)
  await readAgain(off)
  expect(await states()).toEqual([{ status: 'processing' }])
  world.clock.now = after(15)
  await readAgain(off)
  expect(await states()).toEqual([{ status: 'failed' }])
  expect((await told('payment_unclear')).sort()).toEqual(['curb@example.com', 'maya@example.com'])
  expect(await told('payment_failed')).toEqual([])
  expect(await breachesOf(world.portal.db)).toEqual([])
  // It was paid after all, and its event never came: once Stripe is on again, it is read.
  stripe.sendTo(undefined)
  const intent = stripe.books.all('payment_intent').at(-1)
  if (intent) stripe.books.settle(intent, true)
  await stripe.deliveries.settled()
  await readAgain(off)
  expect(await states()).toEqual([{ status: 'failed' }])
  await readAgain(world.portal)
  stripe.sendTo(served.origin + WEBHOOK_PATH)
  expect(await stands()).toMatchObject({ paid: 65_00, state: 'paid' })
  expect((await db.query('select given_up_at from stripe_payments')).rows).toEqual([{ given_up_at: null }])
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('a refund at Stripe itself that its bank sends back is too much once the invoice was paid again', async () => {
  await connected()
  await pay(65_00)
  const intent = stripe.books.all('payment_intent').at(-1)
  stripe.books.createRefund({ payment_intent: String(intent?.id), amount: '6500' }, account().id)
  await stripe.deliveries.settled()
  const check = { date: TODAY, amount: 65_00, method: 'Check' as const, reference: null }
  await world.as('maya').invoices.recordPayment({ id: randomUUID(), invoice_id: invoice, ...check })
  const sent = stripe.books.all('refund').at(-1)
  if (sent) stripe.books.rejectRefund(sent)
  await stripe.deliveries.settled()
  expect(await stands()).toMatchObject({ paid: 130_00, approved: 65_00 })
  expect((await told('refund_failed')).sort()).toEqual(['curb@example.com', 'maya@example.com'])
  expect((await db.query('select error from stripe_events where handled_at is null')).rows).toEqual([])
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('who recorded a payment of which a part went back may leave', async () => {
  const check = { date: TODAY, amount: 65_00, method: 'Check' as const, reference: null }
  const payment_id = randomUUID()
  await world.as('maya').invoices.recordPayment({ id: payment_id, invoice_id: invoice, ...check })
  const { lines } = await world.as('curb').invoices.get({ id: invoice })
  const keys = lines.filter(({ kind }) => kind === 'extra').map(({ id }) => id)
  const credit = { invoice_id: invoice, lines: keys, reason: 'Nobody ordered keys.', total: 15_00 }
  await world.as('curb').invoices.credit({ id: randomUUID(), ...credit })
  const refund = { payment_id, kind: 'transfer' as const, reason: credit.reason, amount: 15_00 }
  await curb().refund({ id: randomUUID(), ...refund })
  await db.query('update payments set recorded_by = null where id = $1', [payment_id])
  expect(await stands()).toMatchObject({ paid: 50_00 })
  expect(await breachesOf(world.portal.db)).toEqual([])
})
