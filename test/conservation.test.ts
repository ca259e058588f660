import { randomUUID } from 'node:crypto'
import { TRPCError } from '@trpc/server'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { breachesOf } from '../src/server/cli/check.ts'
import { createPool } from '../src/server/db/pool.ts'
import { WEBHOOK_PATH } from '../src/server/features/payments/route.ts'
import { createWorldDatabase } from './database.ts'
import { chances, SEED, size } from './faults/drill.ts'
import { serve } from './serve.ts'
import type { MethodName, StripeObject } from './stripe/books.ts'
import { type StripeServer, startStripe } from './stripe/server.ts'
import { NOW, openWorld, TODAY, type World } from './world.ts'

// Whatever is paid, refunded, credited, taken back and disputed, in whatever order: no cent is lost or invented. Product 3.3
const STEPS = size(60, 1000)
/** In milliseconds. */
const TIME = size(60_000, 900_000)

let stripe: StripeServer
let world: World
let db: pg.Pool
let served: Awaited<ReturnType<typeof serve>>

beforeAll(async () => {
  stripe = await startStripe({ now: () => world.clock.now })
  const connection = await createWorldDatabase('conservation')
  world = await openWorld(connection, stripe.env)
  db = createPool({ ...connection, max: 2 })
  served = await serve(world.portal, connection)
  stripe.sendTo(served.origin + WEBHOOK_PATH)
  await world.as('curb').payments.connect({})
  const account = stripe.books.all('account').at(-1)
  if (account) stripe.books.setAccount(account, true)
  await stripe.deliveries.settled()
})
afterAll(() => Promise.all([stripe.close(), served.close(), db.end(), world.close()]))

const chance = chances()
const pick = <One>(of: readonly One[]): One | undefined => of[Math.floor(chance() * of.length)]
const cents = () => pick([1, 50, 10_00, 25_00, 1 + Math.floor(chance() * 100_00)]) ?? 1
const is = (object: string, status: string) =>
  stripe.books.all(object).filter((each) => each.status === status)
const [maya, curb, ada] = [() => world.as('maya'), () => world.as('curb'), () => world.as('ada')]
const why = { reason: 'As it happens.' }

async function anyFee() {
  const { fees } = await ada().payments.fees({ page: 1, search: 'minor' })
  return pick(fees)
}
async function anyInvoice() {
  const invoices = await curb().invoices.list({ tab: 'all', page: 1, search: null })
  const one = pick(invoices.filter(({ status }) => status === 'approved' || status === 'credited'))
  return one && curb().invoices.get({ id: one.id })
}
/** Opens the page of this address, and pays there, or leaves it. */
function payAt({ url }: { url: string }): void {
  const session = stripe.books.all('checkout.session').find((each) => each.url === url)
  const method = pick<MethodName | 'left'>(['visa', 'visa', 'visa', 'bank', 'declined', 'left'])
  if (session && method && method !== 'left') stripe.books.paySession(session, method)
}

let visit = ''
let made = 0
/** A new fee of an earlier month, and a new approved invoice of two lines. */
async function charge(): Promise<void> {
  made += 1
  const number = `C-${made}`
  const { rows } = await db.query('select building_id from appointments where id = $1', [visit])
  const { building_id } = rows[0]
  await db.query(
    `with fee as (insert into fees (building_id, month, kind) values ($1, $2, 'monthly') returning *)
     insert into payables (id, building_id, kind, amount, due_date)
     select id, building_id, 'fee', 25000, (month + interval '1 month')::date from fee`,
    [building_id, `2020-0${made}-01`],
  )
  const id = randomUUID()
  const facts = { number, date: TODAY, due_date: '2026-12-20', tax_rate: 1025, note: null }
  const extras = [
    { description: 'A set of keys', amount: 15_05 },
    { description: 'A lock', amount: 80_00 },
  ]
  const { invoices } = curb()
  await invoices.create({ id, building_id, ...facts, visits: [], starts: [], extras })
  const { total } = await invoices.get({ id })
  await invoices.send({ id, version: 1, total })
  await maya().invoices.approve({ id, refused: [], approved: total })
}

const recorded = { date: TODAY, method: 'Check' as const, reference: null }
const STEP: Record<string, () => Promise<unknown>> = {
  charge,
  payFee: async () => {
    const fee = await anyFee()
    if (fee) payAt(await maya().payments.payFee({ id: fee.id }))
  },
  payInvoice: async () => {
    const invoice = await anyInvoice()
    if (invoice) payAt(await maya().payments.payInvoice({ invoice_id: invoice.id, amount: cents() }))
  },
  recordTransfer: async () => {
    const fee = await anyFee()
    const amount = fee ? fee.amount - fee.credited - fee.paid : 0
    if (fee) await ada().payments.recordTransfer({ id: randomUUID(), fee_id: fee.id, ...recorded, amount })
  },
  recordPayment: async () => {
    const invoice = await anyInvoice()
    const entry = { id: randomUUID(), invoice_id: invoice?.id ?? '', ...recorded, amount: cents() }
    if (invoice) await maya().invoices.recordPayment(entry)
  },
  refundFee: async () => {
    const payment_id = pick((await anyFee())?.payments ?? [])?.id
    const kind = pick(['stripe', 'transfer'] as const) ?? 'transfer'
    if (payment_id)
      await ada().payments.refund({ id: randomUUID(), payment_id, amount: cents(), kind, ...why })
  },
  refundInvoice: async () => {
    const payment = pick((await anyInvoice())?.payments ?? [])
    const kind = pick(['stripe', 'transfer'] as const) ?? 'transfer'
    if (payment)
      await curb().payments.refund({
        id: randomUUID(),
        payment_id: payment.id,
        amount: cents(),
        kind,
        ...why,
      })
  },
  takeBackFee: async () => {
    const payment_id = pick((await anyFee())?.payments ?? [])?.id
    if (payment_id) await ada().payments.takeBack({ payment_id, ...why })
  },
  takeBackInvoice: async () => {
    const payment = pick((await anyInvoice())?.payments ?? [])
    if (payment) await maya().payments.takeBack({ payment_id: payment.id, ...why })
  },
  credit: async () => {
    const invoice = await anyInvoice()
    const line = pick(invoice?.lines ?? [])
    if (!invoice || !line || invoice.lines.some(({ credit_number }) => credit_number !== null)) return
    // With its part of the tax, as the rule computes it: 15.05 and 80.00 at 10.25 %.
    const total = line.amount === 15_05 ? 16_59 : 88_20
    await curb().invoices.credit({
      id: randomUUID(),
      invoice_id: invoice.id,
      lines: [line.id],
      total,
      ...why,
    })
  },
  bankSettles: async () => {
    const intent = pick(is('payment_intent', 'processing'))
    if (intent) stripe.books.settle(intent, chance() < 0.7)
  },
  refundAtStripe: async () => {
    const intent = pick(is('payment_intent', 'succeeded'))
    if (intent)
      atStripe(() => stripe.books.createRefund({ payment_intent: intent.id, amount: '100' }, intent.account))
  },
  bankRejectsRefund: async () => {
    const refund = pick(is('refund', 'succeeded'))
    if (refund) stripe.books.rejectRefund(refund)
  },
  dispute: async () => {
    const intent = pick(is('payment_intent', 'succeeded'))
    if (intent) atStripe(() => stripe.books.openDispute(intent, chance() < 0.3 ? { amount: cents() } : {}))
  },
  appeal: async () => {
    const dispute = pick([...is('dispute', 'won'), ...is('dispute', 'lost')])
    if (dispute) stripe.books.appealDispute(dispute)
  },
  bankDecides: async () => {
    const dispute = pick([...is('dispute', 'needs_response'), ...is('dispute', 'appeal_under_review')])
    if (dispute) stripe.books.closeDispute(dispute, chance() < 0.5)
  },
}

/** Stripe refuses it, too. */
function atStripe(step: () => StripeObject): void {
  try {
    step()
  } catch {
    // Nothing is left of it.
  }
}

/** What is open and paid of the building, as screens say it, beside what the books say. */
async function screens() {
  const { fees } = await ada().payments.fees({ page: 1, search: 'minor' })
  const next = await maya().billing.next()
  const listed = await curb().invoices.list({ tab: 'all', page: 1, search: null })
  const invoices = await Promise.all(listed.map(({ id }) => maya().invoices.get({ id })))
  const owed = [
    ...fees.map((fee) => ({ owed: fee.amount - fee.credited, paid: fee.paid })),
    ...invoices.map(({ approved, paid }) => ({ owed: approved ?? 0, paid })),
  ]
  // After an appeal too much may be paid.
  const openFees = fees.map((fee) => Math.max(0, fee.amount - fee.credited - fee.paid))
  for (const { paid, payments } of invoices) {
    const stays = payments.filter(({ status }) => status === 'paid')
    expect(sum(stays.map((one) => one.amount - one.refunded - one.lost))).toBe(paid)
  }
  expect(next?.unpaid_amount ?? 0).toBe(sum(openFees))
  return {
    spend: sum(owed.map((each) => each.owed)),
    owed: 0 - sum(owed.map((each) => each.owed - each.paid)),
    paid: 0 - sum(owed.map((each) => each.paid)),
  }
}
const sum = (of: number[]) => of.reduce((all, each) => all + each, 0)

async function books() {
  const { rows } = await db.query(
    `select a.kind, sum(e.amount)::int as balance from ledger_entries e
    join accounts a on a.id = e.account_id join buildings b on b.id = a.building_id where b.captain_id = $1 group by a.kind`,
    [world.idOf('maya')],
  )
  const {
    spend = 0,
    owed = 0,
    paid = 0,
    disputed = 0,
  } = Object.fromEntries(rows.map(({ kind, balance }) => [kind, Number(balance)]))
  expect(spend + owed + paid + disputed).toBe(0)
  return { spend, owed, paid: paid + disputed }
}

test(`${STEPS} steps of paying and undoing leave books, screens and check in agreement (FAULTS_SEED=${SEED}) [Product 3.3]`, {
  timeout: TIME,
}, async () => {
  world.clock.now = NOW
  visit = await world.visitToday('curb', 'Snow Removal')
  await charge()
  const done = new Map<string, number>()
  for (let at = 0; at < STEPS; at += 1) {
    const names = Object.keys(STEP).filter((name) => name !== 'charge' || made < 8)
    const name = pick(names) ?? 'charge'
    try {
      await STEP[name]?.()
      done.set(name, (done.get(name) ?? 0) + 1)
    } catch (error) {
      // The rules refuse it; anything else is a defect.
      if (!(error instanceof TRPCError) || !['CONFLICT', 'BAD_REQUEST'].includes(error.code)) throw error
    }
    await stripe.deliveries.settled()
    expect(await breachesOf(world.portal.db), `after ${name}`).toEqual([])
    expect(await screens(), `after ${name}`).toEqual(await books())
  }
  const { rows } = await db.query('select error from stripe_events where handled_at is null')
  expect(rows).toEqual([])
  expect(done.size).toBeGreaterThan(5)
})
