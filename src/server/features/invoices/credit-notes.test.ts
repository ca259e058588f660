import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { forgetInvoices } from '../../../../test/forget-invoices.ts'
import { NOW, openWorld, TODAY, type World } from '../../../../test/world.ts'
import { NO_TERMS } from '../../../domain/quotes/terms.ts'
import { breachesOf } from '../../cli/check.ts'
import { asViewer } from '../../db/as-viewer.ts'
import { createPool } from '../../db/pool.ts'
import { remindOfOverdue } from './reminders.ts'

// A vendor credits what it sent: Product 3.1.
let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('credit_notes')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 2 })
})
afterAll(() => Promise.all([db.end(), world.close()]))

let visit: string
let building: string
/** An invoice for a finished visit at 50.00 and keys at 15.00, with 10 % tax, sent. */
let id: string
const FACTS = { date: TODAY, due_date: '2026-12-20', tax_rate: 1000, note: null }
const WHY = 'The visit was another building’s.'

const curb = () => world.as('curb').invoices
const maya = () => world.as('maya').invoices
const lineOf = async (kind: 'visit' | 'extra') => {
  const { lines } = await curb().get({ id })
  return lines.find((line) => line.kind === kind)?.id ?? ''
}
const credit = async (kind: 'visit' | 'extra', total: number, note = randomUUID()) =>
  curb().credit({ id: note, invoice_id: id, lines: [await lineOf(kind)], reason: WHY, total })

beforeEach(async () => {
  world.clock.now = NOW
  await forgetInvoices(db)
  visit = await world.visitToday('curb', 'Snow Removal')
  const { visits } = world.as('curb')
  await visits.checkIn({ id: visit, at: NOW.toISOString() })
  await visits.finish({ id: visit, at: NOW.toISOString(), note: null, place: null })
  const { rows } = await db.query('select building_id from appointments where id = $1', [visit])
  building = rows[0]?.building_id
  id = randomUUID()
  const extras = [{ description: 'A set of keys', amount: 15_00 }]
  const lines = { visits: [{ id: visit, amount: 50_00 }], starts: [], extras }
  await curb().create({ id, building_id: building, number: 'INV-0001', ...FACTS, ...lines })
  await curb().send({ id, version: 1, total: 71_50 })
})
const balances = async () => {
  const { rows } = await db.query(`select a.kind, sum(e.amount)::int as balance from ledger_entries e
    join accounts a on a.id = e.account_id join transfers t on t.id = e.transfer_id join payables o on o.id = t.payable_id
    where o.kind = 'invoice' group by a.kind having sum(e.amount) <> 0`)
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]))
}
const told = async () => {
  const { rows } = await db.query(
    `select recipient, e.data from mails m join events e on e.id = m.event_id where e.kind = 'invoice_credited' order by m.id`,
  )
  return rows
}
test('a credited line is not approved, and only its visit is free again', async () => {
  const note = randomUUID()
  await credit('visit', 55_00, note)
  await credit('visit', 55_00, note)
  expect(await maya().get({ id })).toMatchObject({
    status: 'sent',
    credited: 55_00,
    credits: [{ id: note, number: 'CN-0001', date: TODAY, reason: WHY, total: 55_00 }],
    lines: [{ credit_number: 'CN-0001' }, { credit_number: null }],
  })
  expect(await told()).toMatchObject([
    { recipient: 'maya@example.com', data: { credit_number: 'CN-0001', total: 55_00, open: 16_50, back: 0 } },
  ])
  await expect(maya().approve({ id, refused: [], approved: 71_50 })).rejects.toThrow('changed meanwhile')
  expect((await curb().dueLines({ building_id: building })).visits).toMatchObject([{ id: visit }])
  const again = { visits: [{ id: visit, amount: 45_00 }], starts: [], extras: [] }
  await curb().create({ id: randomUUID(), building_id: building, number: 'INV-0002', ...FACTS, ...again })
  await expect(
    curb().create({ id: randomUUID(), building_id: building, number: 'INV-0003', ...FACTS, ...again }),
  ).rejects.toThrow('is on invoice INV-0002')
  await maya().approve({ id, refused: [], approved: 16_50 })
  expect(await balances()).toEqual({ spend: 16_50, owed: -16_50 })
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('with its last line an invoice is credited: nobody decides or is reminded of it', async () => {
  const remind = async (day: string) => {
    await remindOfOverdue({ ...world.portal, now: () => new Date(`${day}T17:00:00Z`) })
    const { rows } = await db.query(
      `select (data ->> 'open')::int as open from events where kind = 'invoice_overdue' order by id`,
    )
    return rows
  }
  await credit('extra', 16_50)
  expect(await remind('2026-12-21')).toEqual([{ open: 55_00 }])
  await maya().dispute({ id, message_id: randomUUID(), words: 'Nobody was here.' })
  const lines = [await lineOf('visit')]
  const note = { id: randomUUID(), invoice_id: id, lines, reason: WHY, total: 55_00 }
  await curb().credit(note)
  await curb().credit(note)
  await expect(curb().credit({ ...note, reason: 'Another.' })).rejects.toThrow('was written before it')
  expect(await maya().get({ id })).toMatchObject({
    state: 'credited',
    approved: null,
    credits: [{ total: 16_50 }, { total: 55_00 }],
  })
  expect(await curb().counts()).toMatchObject({
    tabs: { credited: { count: 1, total: 0 }, disputed: { count: 0 } },
  })
  await expect(maya().approve({ id, refused: [], approved: 0 })).rejects.toThrow('decided meanwhile')
  await expect(curb().credit({ ...note, id: randomUUID() })).rejects.toThrow('nothing of this invoice')
  expect(await told()).toMatchObject([
    { data: { total: 16_50, open: 55_00, back: 0 } },
    { data: { total: 55_00, open: 0, back: 0 } },
  ])
  expect(await remind('2027-02-05')).toHaveLength(1)
  // What waits for a decision comes first.
  const later = { id: randomUUID(), building_id: building, number: 'INV-0002', ...FACTS, date: '2026-11-19' }
  await curb().create({
    ...later,
    visits: [],
    starts: [],
    extras: [{ description: 'A lock', amount: 10_00 }],
  })
  await curb().send({ id: later.id, version: 1, total: 11_00 })
  const { invoices } = await maya().received({ page: 1, search: null })
  expect(invoices.map(({ number }) => number)).toEqual(['INV-0002', 'INV-0001'])
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('what is owed shrinks with a credit note, and what was paid beyond it is paid back', async () => {
  await maya().approve({ id, refused: [], approved: 71_50 })
  await credit('extra', 16_50)
  expect(await maya().get({ id })).toMatchObject({ state: 'approved', approved: 55_00 })
  expect(await balances()).toEqual({ spend: 55_00, owed: -55_00 })
  const payment = { date: TODAY, method: 'Check', reference: null, invoice_id: id } as const
  await expect(maya().recordPayment({ ...payment, id: randomUUID(), amount: 71_50 })).rejects.toThrow(
    'At most $55.00',
  )
  const viewer = (await world.as('maya').accounts.session())?.viewer ?? null
  const paid = {
    building_id: building,
    payable_id: id,
    status: 'paid',
    description: 'Invoice INV-0001',
  } as const
  const bySql = asViewer(world.portal.db, viewer, (tx) =>
    tx
      .insertInto('payments')
      .values({ ...paid, date: TODAY, method: 'Check', amount: 55_01, recorded_by: world.idOf('maya') })
      .execute(),
  )
  await expect(bySql).rejects.toThrow('a payment is of what is owed')
  await maya().recordPayment({ ...payment, id: randomUUID(), amount: 55_00 })
  expect(await maya().get({ id })).toMatchObject({ state: 'paid' })
  await credit('visit', 55_00)
  expect(await maya().get({ id })).toMatchObject({
    state: 'credited',
    approved: 0,
    paid: 55_00,
    credited: 71_50,
  })
  expect(await told()).toMatchObject([
    { data: { credit_number: 'CN-0001', open: 55_00, back: 0 } },
    { data: { credit_number: 'CN-0002', open: 0, back: 55_00 } },
  ])
  // The vendor has it, and gives it back.
  expect(await balances()).toEqual({ owed: 55_00, paid: -55_00 })
  expect(await breachesOf(world.portal.db)).toEqual([])
  await world.as('maya').visits.dispute({ id: visit, words: 'The ramp is icy.' })
})

test('a one-time price is credited, and can be invoiced again', async () => {
  await forgetInvoices(db)
  const service = await world.request('Snow Removal')
  const terms = { ...NO_TERMS, start_price: 200_00 }
  const quote = await world.quoteOf('curb', service)
  await world.as('curb').quotes.submit({ id: quote, per_visit_price: 50_00, terms })
  await world.as('maya').quotes.accept({ id: quote, per_visit_price: 50_00, terms })
  const { rows } = await db.query(
    'select id, scheduled_date from appointments order by scheduled_date limit 1',
  )
  world.clock.now = new Date(`${rows[0]?.scheduled_date}T20:00:00Z`)
  const at = world.clock.now.toISOString()
  const { visits } = world.as('curb')
  await visits.checkIn({ id: rows[0]?.id, at })
  await visits.finish({ id: rows[0]?.id, at, note: null, place: null })
  const start = { visits: [], starts: [{ id: quote, amount: 200_00 }], extras: [] }
  const create = (number: string, of: string = randomUUID()) =>
    curb().create({ id: of, building_id: building, number, ...FACTS, ...start })
  await create('INV-0001', id)
  await curb().send({ id, version: 1, total: 220_00 })
  await expect(create('INV-0002')).rejects.toThrow('is on another invoice')
  const { lines } = await curb().get({ id })
  const credited = lines.map((line) => line.id)
  await curb().credit({ id: randomUUID(), invoice_id: id, lines: credited, reason: WHY, total: 220_00 })
  expect((await curb().dueLines({ building_id: building })).starts).toMatchObject([{ id: quote }])
  await create('INV-0002')
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('numbers go on though a clock was wrong', async () => {
  world.clock.now = new Date(NOW.getTime() + 60_000)
  await credit('extra', 16_50)
  world.clock.now = NOW
  const extras = [
    { description: 'A lock', amount: 10_00 },
    { description: 'A key', amount: 5_00 },
  ]
  const other = {
    id: randomUUID(),
    building_id: building,
    number: 'INV-0002',
    ...FACTS,
    visits: [],
    starts: [],
    extras,
  }
  await curb().create(other)
  await curb().send({ id: other.id, version: 1, total: 16_50 })
  for (const [at, total] of [
    [0, 11_00],
    [1, 5_50],
  ] as const) {
    const { lines } = await curb().get({ id: other.id })
    const line = lines[at]?.id ?? ''
    await curb().credit({ id: randomUUID(), invoice_id: other.id, lines: [line], reason: WHY, total })
  }
  const { rows } = await db.query('select number from credit_notes order by number')
  expect(rows.map(({ number }) => number)).toEqual(['CN-0001', 'CN-0002', 'CN-0003'])
})

test('a captain can neither credit an invoice nor refuse a line of it before the decision, by SQL either', async () => {
  const viewer = (await world.as('maya').accounts.session())?.viewer ?? null
  const refuse = (then: object | null) =>
    asViewer(world.portal.db, viewer, async (tx) => {
      await tx
        .updateTable('invoice_lines')
        .set({ refused_reason: 'No.' })
        .where('invoice_id', '=', id)
        .where('kind', '=', 'extra')
        .execute()
      if (then) await tx.updateTable('invoices').set(then).where('id', '=', id).execute()
    })
  await expect(refuse(null)).rejects.toThrow('refused with the decision')
  await credit('visit', 55_00)
  const decided = { decided_by: world.idOf('maya'), decided_at: NOW }
  await expect(refuse({ status: 'credited', approved: 0, ...decided })).rejects.toThrow('line by line')
  await refuse({ status: 'refused', approved: 0, ...decided })
  expect(await maya().get({ id })).toMatchObject({ state: 'refused', approved: 0 })
})

test('the database refuses the same to the vendor itself', async () => {
  const viewer = (await world.as('curb').accounts.session())?.viewer ?? null
  const line = await lineOf('visit')
  const note = (more: object) =>
    asViewer(world.portal.db, viewer, (tx) =>
      tx
        .insertInto('credit_notes')
        .values({
          ...{ id: randomUUID(), invoice_id: id, building_id: building, vendor_id: world.companyOf('curb') },
          ...{ number: 'CN-9', date: TODAY, reason: WHY, line_ids: [line], created_by: world.idOf('curb') },
          ...{ subtotal: 50_00, tax: 5_00, total: 55_00, created_at: NOW },
          ...more,
        })
        .execute(),
    )
  await expect(note({ subtotal: 40_00, tax: 15_00 })).rejects.toThrow('sum of its lines')
  await expect(note({ tax: 4_00, total: 54_00 })).rejects.toThrow('sum of its lines')
  await expect(note({ line_ids: [line, line] })).rejects.toThrow('a line is credited once')
  await note({})
  await expect(note({})).rejects.toThrow('one_credit_number_a_vendor')
  await expect(note({ number: 'CN-10' })).rejects.toThrow('a line is credited once')
  for (const change of [
    `update credit_notes set reason = 'No.'`,
    'delete from credit_notes',
    `update invoices set credited = 0`,
    `update invoices set status = 'credited'`,
    `update invoice_lines set refused_reason = 'No.' where credit_note_id is not null`,
  ])
    await expect(db.query(change), change).rejects.toThrow(/stays as it is|sum of|line by line/)
})
