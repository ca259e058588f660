import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { forgetInvoices } from '../../../../test/forget-invoices.ts'
import { forgetPayments } from '../../../../test/forget-payments.ts'
import { NOW, openWorld, TODAY, type World } from '../../../../test/world.ts'
import { breachesOf } from '../../cli/check.ts'
import { createPool } from '../../db/pool.ts'

// What was recorded by mistake is taken back: Product 3.3.
let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('take_back')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 2 })
})
afterAll(() => Promise.all([db.end(), world.close()]))
beforeEach(async () => {
  world.clock.now = NOW
  await forgetPayments(db)
  await forgetInvoices(db)
})

const FEE = 91_67
const REASON = 'It was another building’s check.'
const takeBack = (who: 'maya' | 'ned' | 'otto' | 'ada', payment_id: string, reason = REASON) =>
  world.as(who).payments.takeBack({ payment_id, reason })

async function paidFee(): Promise<{ fee: string; payment: string }> {
  const fee = (await world.as('maya').billing.next())?.id ?? ''
  const payment = randomUUID()
  const facts = { fee_id: fee, date: TODAY, amount: FEE, method: 'Check' as const, reference: '1042' }
  await world.as('ada').payments.recordTransfer({ id: payment, ...facts })
  return { fee, payment }
}

/** An approved invoice of curb for keys at 15.00, of which a check of 10.00 is recorded. */
async function paidInvoice() {
  const visit = await world.visitToday('curb', 'Snow Removal')
  const { rows } = await db.query('select building_id from appointments where id = $1', [visit])
  const id = randomUUID()
  const facts = { number: 'INV-0001', date: TODAY, due_date: '2026-12-20', tax_rate: 0, note: null }
  const extras = [{ description: 'A set of keys', amount: 15_00 }]
  const { invoices } = world.as('curb')
  await invoices.create({ id, building_id: rows[0].building_id, ...facts, visits: [], starts: [], extras })
  await invoices.send({ id, version: 1, total: 15_00 })
  await world.as('maya').invoices.approve({ id, refused: [], approved: 15_00 })
  const payment = randomUUID()
  const check = { invoice_id: id, date: TODAY, amount: 10_00, method: 'Check' as const, reference: null }
  await world.as('maya').invoices.recordPayment({ id: payment, ...check })
  return { invoice: id, payment, check }
}

const balances = async () => {
  const { rows } = await db.query(
    `select a.kind, sum(e.amount)::int as balance from ledger_entries e
    join accounts a on a.id = e.account_id join buildings b on b.id = a.building_id where b.captain_id = $1 group by a.kind`,
    [world.idOf('maya')],
  )
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]))
}
const told = async () => {
  const { rows } = await db.query(
    `select m.recipient, e.data ->> 'reason' as reason from mails m join events e on e.id = m.event_id
    where e.kind = 'payment_taken_back' order by m.recipient`,
  )
  return rows
}

test('a transfer that was recorded by mistake is taken back with a reason, and the fee is open again', async () => {
  const { fee, payment } = await paidFee()
  expect(await world.as('maya').billing.next()).toBeNull()
  await expect(takeBack('ada', payment, ' ')).rejects.toThrow('Reason is required')
  await takeBack('ada', payment)
  expect(await world.as('maya').billing.next()).toMatchObject({ id: fee, amount: FEE })
  expect(await balances()).toEqual({ spend: FEE, owed: -FEE, paid: 0 })
  const { rows } = await db.query('select kind from transfers where payment_id = $1 order by id', [payment])
  expect(rows.map(({ kind }) => kind)).toEqual(['payment', 'reversal'])
  expect(await told()).toEqual([{ recipient: 'maya@example.com', reason: REASON }])
  expect((await world.as('ned').billing.payments({ page: 1 })).payments).toMatchObject([
    { id: payment, status: 'failed', taken_back_reason: REASON },
  ])
  const { fees } = await world.as('ada').payments.fees({ page: 1, search: 'minor' })
  expect(fees).toMatchObject([{ id: fee, paid: 0, payments: [], taken_back_reason: REASON }])
  // It is found by its reference still.
  const { fees: known } = await world.as('ada').payments.fees({ page: 1, search: '1042' })
  expect(known).toMatchObject([{ id: fee }])
  // It is paid again, as another payment.
  await paidFee()
  expect(await balances()).toEqual({ spend: FEE, owed: 0, paid: -FEE })
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('a second click changes nothing, and of two people one takes it back', async () => {
  const { payment } = await paidFee()
  await Promise.all([takeBack('ada', payment), takeBack('ada', payment)])
  await takeBack('ada', payment)
  expect(await told()).toHaveLength(1)
  await expect(takeBack('ada', payment, 'For another reason.')).rejects.toThrow('taken back meanwhile')
  const { invoice, payment: check } = await paidInvoice()
  const tries = await Promise.allSettled([takeBack('maya', check), takeBack('maya', check, 'Other.')])
  expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await world.as('maya').invoices.get({ id: invoice })).toMatchObject({ paid: 0, status: 'approved' })
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('who may record a payment of an invoice takes it back, and its vendor is told', async () => {
  const { invoice, payment, check } = await paidInvoice()
  await expect(takeBack('ned', payment)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(takeBack('otto', payment)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(takeBack('ada', payment)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await takeBack('maya', payment)
  expect(await world.as('curb').invoices.get({ id: invoice })).toMatchObject({
    ...{ paid: 0, state: 'approved' },
    payments: [{ id: payment, status: 'taken_back', taken_back_reason: REASON }],
  })
  expect(await told()).toEqual([{ recipient: 'curb@example.com', reason: REASON }])
  const { rows } = await db.query(
    `select data ->> 'open' as open from events where kind = 'payment_taken_back'`,
  )
  expect(rows).toEqual([{ open: '1500' }])
  await world.as('maya').invoices.recordPayment({ id: randomUUID(), ...check, amount: 15_00 })
  expect(await world.as('curb').invoices.get({ id: invoice })).toMatchObject({ paid: 15_00, state: 'paid' })
  // A captain takes no payment of a fee back: an admin recorded it.
  const { payment: transfer } = await paidFee()
  await expect(takeBack('maya', transfer)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('what went back is not taken back as well', async () => {
  const { payment } = await paidFee()
  const refund = { id: randomUUID(), payment_id: payment, amount: 1_00, reason: 'Goodwill' }
  await world.as('ada').payments.refund({ ...refund, kind: 'transfer' })
  await expect(takeBack('ada', payment)).rejects.toThrow('given back already')
  const { rows } = await db.query('select building_id, payable_id from payments where id = $1', [payment])
  const row = [payment, rows[0].building_id, rows[0].payable_id]
  await expect(
    db.query(
      `insert into payment_take_backs (payment_id, building_id, payable_id, reason, taken_back_at)
       values ($1, $2, $3, 'Mistake', now())`,
      row,
    ),
  ).rejects.toThrow('did not go back')
  await expect(
    db.query(`update payments set status = 'taken_back' where id = $1`, [payment]),
  ).rejects.toThrow('stays so')
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('a payment that was taken back stays so, also by SQL', async () => {
  const { payment } = await paidFee()
  await takeBack('ada', payment)
  for (const change of [
    `update payments set status = 'paid'`,
    `update payment_take_backs set reason = 'Other'`,
    'delete from payment_take_backs',
  ])
    await expect(db.query(change), change).rejects.toThrow('stays so')
  // Who took it back may leave.
  await db.query('update payment_take_backs set taken_back_by = null')
})

test('the id of a payment that was taken back records nothing any more, and says so', async () => {
  const { fee, payment } = await paidFee()
  await takeBack('ada', payment)
  const transfer = { fee_id: fee, date: TODAY, amount: FEE, method: 'Check' as const, reference: '1042' }
  const { recordTransfer } = world.as('ada').payments
  await expect(recordTransfer({ id: payment, ...transfer })).rejects.toThrow('another payment')
  const { payment: of, check } = await paidInvoice()
  await takeBack('maya', of)
  const { recordPayment } = world.as('maya').invoices
  await expect(recordPayment({ id: of, ...check })).rejects.toThrow('recorded before it')
})
