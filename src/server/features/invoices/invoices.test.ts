import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { forgetInvoices } from '../../../../test/forget-invoices.ts'
import { NOW, openWorld, TODAY, type World } from '../../../../test/world.ts'
import { addDays } from '../../../domain/calendar.ts'
import { NO_TERMS } from '../../../domain/quotes/terms.ts'
import { breachesOf } from '../../cli/check.ts'
import { asViewer } from '../../db/as-viewer.ts'
import { createPool } from '../../db/pool.ts'

let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('invoices')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 2 })
})
afterAll(() => Promise.all([db.end(), world.close()]))

/** The four visits of curb's agreement at 80.00: one is finished, one is missed, one is finished, one is to come. */
let visits: string[]
let building: string
const SNOW = 'Snow Removal'
const FACTS = { number: 'INV-0001', date: '2027-01-15', due_date: '2027-02-14', tax_rate: 0, note: null }
const NO_LINES = { visits: [], starts: [], extras: [] }

async function finish(id: string, day: string): Promise<void> {
  world.clock.now = new Date(`${day}T20:00:00Z`)
  const at = world.clock.now.toISOString()
  const curb = world.as('curb').visits
  await curb.checkIn({ id, at })
  await curb.finish({ id, at, note: null, place: null })
}

/** A building accepts a quote of curb with a one-time price. Returns the quote's id. */
async function agree(
  by: 'maya' | 'otto',
  { start_price, ...price }: { per_visit_price: number; start_price: number },
  days: object = {},
): Promise<string> {
  const id = await world.quoteOf('curb', await world.request(SNOW, days, by))
  const terms = { ...NO_TERMS, start_price }
  await world.as('curb').quotes.submit({ id, ...price, terms })
  await world.as(by).quotes.accept({ id, ...price, terms })
  return id
}

beforeEach(async () => {
  world.clock.now = NOW
  await forgetInvoices(db)
  await agree('maya', { per_visit_price: 80_00, start_price: 200_00 })
  const { rows } = await db.query(
    'select id, building_id, scheduled_date from appointments order by scheduled_date',
  )
  visits = rows.map((visit) => visit.id)
  building = rows[0]?.building_id
  await finish(visits[0] ?? '', TODAY)
  await db.query(`update appointments set status = 'missed' where id = $1`, [visits[1]])
  await finish(visits[2] ?? '', addDays(TODAY, 56))
})

const curb = () => world.as('curb').invoices
const lineOf = (index: number, amount = 80_00) => ({ id: visits[index] ?? '', amount })
async function create(lines: object, facts: object = {}): Promise<string> {
  const id = randomUUID()
  await curb().create({ id, building_id: building, ...FACTS, ...facts, ...NO_LINES, ...lines })
  return id
}
const statusOf = async (id: string) => (await curb().get({ id })).status

test('a draft is of finished visits that are on no invoice, and of what is paid once [Product 3.1]', async () => {
  const { buildings, facts } = await curb().due()
  expect(buildings).toMatchObject([{ building_id: building, visits: 2, starts: 1, amount: 360_00 }])
  expect(facts).toEqual({ number: 'INV-0001', date: '2027-01-15', due_date: '2027-02-14', tax_rate: 0 })
  const due = await curb().dueLines({ building_id: building })
  expect(due).toMatchObject({
    visits: [
      { id: visits[0], scheduled_date: TODAY, service: SNOW, amount: 80_00 },
      { id: visits[2], service: SNOW, amount: 80_00 },
    ],
    starts: [{ service: SNOW, amount: 200_00 }],
  })
  const [start] = due.starts
  const id = await create(
    {
      visits: [lineOf(0), lineOf(2, 75_00)],
      starts: [{ id: start?.id, amount: 200_00 }],
      extras: [{ description: 'A bag of salt', amount: 12_50 }],
    },
    { tax_rate: 1025 },
  )
  const invoice = await curb().get({ id })
  expect(invoice).toMatchObject({
    status: 'draft',
    subtotal: 367_50,
    tax: 37_67,
    total: 405_17,
    tax_rate: 1025,
  })
  expect(
    invoice.lines.map(({ kind, amount, description, service }) => [kind, amount, description ?? service]),
  ).toEqual([
    ['visit', 80_00, SNOW],
    ['visit', 75_00, SNOW],
    ['start', 200_00, SNOW],
    ['extra', 12_50, 'A bag of salt'],
  ])
  expect(await curb().dueLines({ building_id: building })).toEqual({ visits: [], starts: [] })
  expect(await curb().due()).toMatchObject({ buildings: [], facts: { number: 'INV-0002', tax_rate: 1025 } })
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('the one-time price of another building’s quote is refused, by the database, too [Product 3.1]', async () => {
  const day = { preferred_start_date: '2027-01-20', preferred_end_date: '2027-01-20' }
  const quote = await agree('otto', { per_visit_price: 90_00, start_price: 50_00 }, day)
  const { rows } = await db.query('select id from appointments where service_quote_id = $1', [quote])
  await finish(rows[0]?.id, '2027-01-20')
  await expect(create({ starts: [{ id: quote, amount: 50_00 }] })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  const add = db.query(
    `insert into invoice_lines (invoice_id, building_id, vendor_id, position, kind, service_quote_id, amount)
     select id, building_id, vendor_id, 2, 'start', $2, 5000 from invoices where id = $1`,
    [await create({ visits: [lineOf(0)] }), quote],
  )
  await expect(add).rejects.toThrow('a line is of a finished visit')
})

test('a visit that was missed, is disputed or is to come is refused, and so is more than was agreed', async () => {
  const refused = (lines: object) => expect(create(lines)).rejects
  await refused({ visits: [lineOf(0), lineOf(1)] }).toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('was missed'),
  })
  await refused({ visits: [lineOf(3)] }).toMatchObject({
    message: expect.stringContaining('is not finished'),
  })
  await refused({ visits: [lineOf(0, 80_01)] }).toMatchObject({
    message: 'The visit on November 20, 2026 was agreed at $80.00',
  })
  const [start] = (await curb().dueLines({ building_id: building })).starts
  await refused({ starts: [{ id: start?.id, amount: 200_01 }] }).toMatchObject({
    message: 'The one-time price was agreed at $200.00',
  })
  await refused({ visits: [lineOf(0), lineOf(0)] }).toMatchObject({
    message: 'A visit is on an invoice once',
  })
  await refused({}).toMatchObject({ message: 'Choose at least one visit, or add an extra' })
  await world.as('maya').visits.dispute({ id: visits[2] ?? '', words: 'The ramp is icy.' })
  await refused({ visits: [lineOf(2)] }).toMatchObject({ message: expect.stringContaining('is disputed') })
  expect(await curb().list({ tab: 'all', page: 1 })).toEqual([])
})

test('the database refuses the same to the vendor itself [Product 3.1]', async () => {
  const id = await create({ visits: [lineOf(0)] })
  const viewer = (await world.as('curb').accounts.session())?.viewer ?? null
  /** A visit, or an extra. */
  const add = (visit: string | null | undefined, amount: number) =>
    asViewer(world.portal.db, viewer, async (tx) => {
      const { building_id, vendor_id } = await tx
        .selectFrom('invoices')
        .where('id', '=', id)
        .select(['building_id', 'vendor_id'])
        .executeTakeFirstOrThrow()
      const line = { invoice_id: id, building_id, vendor_id, amount }
      const what = visit
        ? { position: 2, kind: 'visit' as const, appointment_id: visit }
        : { position: 3, kind: 'extra' as const, description: 'Salt' }
      await tx
        .insertInto('invoice_lines')
        .values({ ...line, ...what })
        .execute()
      await tx
        .updateTable('invoices')
        .set((eb) => ({ subtotal: eb('subtotal', '+', amount), total: eb('total', '+', amount) }))
        .where('id', '=', id)
        .execute()
    })
  await expect(add(visits[3], 80_00)).rejects.toThrow('a line is of a finished visit')
  await expect(add(visits[1], 80_00)).rejects.toThrow('a line is of a finished visit')
  await expect(add(visits[2], 80_01)).rejects.toThrow('at most at its agreed price')
  await expect(add(visits[0], 80_00)).rejects.toThrow('visit_invoiced_once')
  await add(visits[2], 80_00)
  await curb().send({ id, version: 2, total: 160_00 })
  await expect(add(null, 1)).rejects.toThrow('a sent invoice stays as it is')
  for (const change of [
    `update invoices set number = 'X'`,
    `update invoices set status = 'draft', sent_at = null`,
    'delete from invoices',
    'update invoice_lines set amount = 1',
    'delete from invoice_lines',
  ])
    await expect(db.query(change)).rejects.toThrow('a sent invoice stays as it is')
  await expect(
    db.query(`insert into invoices (id, vendor_id, building_id, number, date, due_date, tax_rate, subtotal, tax, total)
      select gen_random_uuid(), vendor_id, building_id, 'X', date, due_date, 0, 5, 0, 5 from invoices`),
  ).rejects.toThrow('an invoice is the sum of its lines')
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('what is on one invoice is on no other until its draft is changed or discarded', async () => {
  const first = await create({ visits: [lineOf(0), lineOf(2)] })
  await expect(create({ visits: [lineOf(0)] }, { number: 'INV-0002' })).rejects.toMatchObject({
    message: expect.stringContaining('is on invoice INV-0001'),
  })
  const { number: _, ...facts } = FACTS
  await curb().update({
    id: first,
    version: 1,
    number: 'INV-0009',
    ...facts,
    ...NO_LINES,
    visits: [lineOf(2)],
  })
  expect(await curb().get({ id: first })).toMatchObject({ number: 'INV-0009', total: 80_00 })
  const second = await create({ visits: [lineOf(0)] })
  await curb().discard({ id: first, version: 2 })
  await expect(curb().get({ id: first })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await curb().send({ id: second, version: 1, total: 80_00 })
  await expect(curb().discard({ id: second, version: 1 })).rejects.toThrow('was sent')
  await expect(
    curb().update({ id: second, version: 1, ...FACTS, ...NO_LINES, visits: [lineOf(2)] }),
  ).rejects.toThrow('was sent')
  expect((await curb().dueLines({ building_id: building })).visits).toMatchObject([{ id: visits[2] }])
})

test('a number is given once for each vendor, and an invoice is created and sent once', async () => {
  const id = randomUUID()
  const invoice = { id, building_id: building, ...FACTS, ...NO_LINES, visits: [lineOf(0)] }
  await curb().create(invoice)
  await curb().create(invoice)
  await expect(create({ visits: [lineOf(2)] })).rejects.toMatchObject({
    message: 'You have an invoice with this number already',
  })
  await expect(curb().send({ id, version: 1, total: 79_00 })).rejects.toThrow('was changed meanwhile')
  await curb().send({ id, version: 1, total: 80_00 })
  await curb().send({ id, version: 1, total: 80_00 })
  const { rows } = await db.query(
    `select e.kind, count(m.id)::int as mails from events e left join mails m on m.event_id = e.id
     where e.kind like 'invoice%' group by e.id order by e.id`,
  )
  expect(rows).toEqual([
    { kind: 'invoice_created', mails: 0 },
    { kind: 'invoice_sent', mails: 1 },
  ])
})

test('a building with nothing due can be asked for an extra, and one without an accepted quote for nothing [Product 3.1]', async () => {
  expect((await curb().due()).others).toEqual([])
  const due = await curb().dueLines({ building_id: building })
  const all = { visits: [lineOf(0), lineOf(2)], starts: due.starts.map(({ id, amount }) => ({ id, amount })) }
  await create(all)
  const { buildings, others } = await curb().due()
  expect([buildings, others]).toEqual([[], [expect.objectContaining({ building_id: building })]])
  const extra = await create(
    { extras: [{ description: 'A new rake', amount: 30_00 }] },
    { number: 'INV-0002' },
  )
  expect(await curb().get({ id: extra })).toMatchObject({ total: 30_00 })
  expect((await world.as('hilltop').invoices.due()).others).toEqual([])
})

test('a draft that a colleague changed is neither overwritten, discarded nor sent unseen [Product 3.1]', async () => {
  const id = await create({ visits: [lineOf(0)] })
  const change = (version: number, visits: number[]) =>
    curb().update({ id, version, ...FACTS, ...NO_LINES, visits: visits.map((at) => lineOf(at)) })
  expect(await change(1, [0, 2])).toEqual({ version: 2 })
  const changed = 'a colleague changed this draft meanwhile. Please look at it again'
  await expect(change(1, [2])).rejects.toThrow(changed)
  await expect(curb().send({ id, version: 1, total: 160_00 })).rejects.toThrow(changed)
  await expect(curb().discard({ id, version: 1 })).rejects.toThrow(changed)
  // The same change again, as after a lost response.
  expect(await change(1, [0, 2])).toEqual({ version: 2 })
  expect(await curb().get({ id })).toMatchObject({ version: 2, total: 160_00 })
  // An earlier version of the portal, which knows of no version, counts too.
  await db.query(`update invoices set note = 'Thanks' where id = $1`, [id])
  await expect(curb().send({ id, version: 2, total: 160_00 })).rejects.toThrow(changed)
  await curb().send({ id, version: 3, total: 160_00 })
  expect(await curb().get({ id })).toMatchObject({ version: 3, status: 'sent' })
})

test('a visit that is disputed meanwhile is not sent', async () => {
  const id = await create({ visits: [lineOf(0), lineOf(2)] })
  await world.as('maya').visits.dispute({ id: visits[2] ?? '', words: 'The ramp is icy.' })
  await expect(curb().send({ id, version: 1, total: 160_00 })).rejects.toThrow(
    'is disputed. Take it off the invoice first',
  )
  expect(await statusOf(id)).toBe('draft')
  await curb().update({ id, version: 1, ...FACTS, ...NO_LINES, visits: [lineOf(0)] })
  await curb().send({ id, version: 2, total: 80_00 })
  expect(await statusOf(id)).toBe('sent')
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('a finished visit that is on an invoice is not taken back [Product 3.1]', async () => {
  const id = await create({ visits: [lineOf(0)] })
  await db.query('update appointments set completed_at = now() where id = $1', [visits[0]])
  const takeBack = () => world.as('curb').visits.reopen({ id: visits[0] ?? '' })
  await expect(takeBack()).rejects.toThrow('this visit is on an invoice')
  await curb().discard({ id, version: 1 })
  await takeBack()
  expect((await curb().dueLines({ building_id: building })).visits).toMatchObject([{ id: visits[2] }])
})

test('a one-time price is asked for once a visit is finished, and not sent without one', async () => {
  const [start] = (await curb().dueLines({ building_id: building })).starts
  const id = await create({ starts: [{ id: start?.id, amount: 200_00 }] })
  const dispute = (index: number) =>
    world.as('maya').visits.dispute({ id: visits[index] ?? '', words: 'The ramp is icy.' })
  world.clock.now = NOW
  await dispute(0)
  world.clock.now = new Date(`${addDays(TODAY, 56)}T21:00:00Z`)
  await dispute(2)
  await expect(curb().send({ id, version: 1, total: 200_00 })).rejects.toThrow('not of a finished visit')
  await world.as('maya').visits.settleDispute({ id: visits[2] ?? '' })
  await curb().send({ id, version: 1, total: 200_00 })
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('the building sees what was sent, and no draft; other vendors and buildings see nothing', async () => {
  const id = await create({ visits: [lineOf(0)] })
  await expect(world.as('maya').invoices.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await world.as('ned').invoices.received()).toMatchObject({ total: 0, invoices: [] })
  await curb().send({ id, version: 1, total: 80_00 })
  for (const name of ['maya', 'ned'] as const) {
    expect(await world.as(name).invoices.received()).toMatchObject({
      total: 1,
      invoices: [{ id, total: 80_00 }],
    })
    expect((await world.as(name).invoices.get({ id })).lines).toMatchObject([
      { service: SNOW, scheduled_date: TODAY, visit_status: 'completed' },
    ])
  }
  for (const name of ['otto', 'hilltop'] as const)
    await expect(world.as(name).invoices.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await world.as('otto').invoices.received()).toMatchObject({ total: 0 })
  await expect(
    world.as('hilltop').invoices.create({
      ...{ id: randomUUID(), building_id: building, ...FACTS, ...NO_LINES },
      extras: [{ description: 'Nothing', amount: 1 }],
    }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the list is counted, summed and searched by tab [Product 3.1]', async () => {
  const first = await create({ visits: [lineOf(0)] })
  await curb().send({ id: first, version: 1, total: 80_00 })
  await create({ visits: [lineOf(2, 70_00)] }, { number: 'INV-0002' })
  expect(await curb().counts()).toMatchObject({
    tabs: {
      draft: { count: 1, total: 70_00 },
      sent: { count: 1, total: 80_00 },
      all: { count: 2, total: 150_00 },
    },
  })
  const found = async (search: string, tab: 'all' | 'draft' | 'sent' = 'all') => {
    const list = await curb().list({ tab, page: 1, search })
    expect((await curb().counts({ search })).tabs[tab].count).toBe(list.length)
    return list.map(({ number }) => number).sort()
  }
  expect(await found('inv-000')).toEqual(['INV-0001', 'INV-0002'])
  expect(await found('0002')).toEqual(['INV-0002'])
  expect(await found('minor', 'sent')).toEqual(['INV-0001'])
  expect(await found('%')).toEqual([])
})

test('all finished visits of a month are drafted at once, one for each building, and once [Product 3.1]', async () => {
  const service = await world.request(
    SNOW,
    { preferred_start_date: '2027-01-20', preferred_end_date: '2027-01-20' },
    'otto',
  )
  const quote = await world.quote('curb', service, 90_00)
  await world.accept(service, quote, 'otto')
  const { rows } = await db.query(`select id from appointments where service_quote_id = $1`, [quote])
  await finish(rows[0]?.id, '2027-01-20')
  world.clock.now = new Date('2027-02-03T20:00:00Z')
  await expect(curb().draftMonth({ month: '2027-02' })).rejects.toThrow('a past month')
  // No visit of December, but the one-time price of November's.
  expect(await curb().draftMonth({ month: '2026-12' })).toEqual({ drafts: 1, total: 200_00 })
  expect(await curb().draftMonth({ month: '2027-01' })).toEqual({ drafts: 2, total: 170_00 })
  expect(await curb().draftMonth({ month: '2027-01' })).toEqual({ drafts: 0, total: 0 })
  const drafts = await curb().list({ tab: 'draft', page: 1 })
  expect(drafts.map(({ number, total, date, due_date }) => [number, total, date, due_date]).sort()).toEqual([
    ['INV-0001', expect.any(Number), '2027-02-03', '2027-03-05'],
    ['INV-0002', expect.any(Number), '2027-02-03', '2027-03-05'],
    ['INV-0003', expect.any(Number), '2027-02-03', '2027-03-05'],
  ])
  // The month of November has one more visit.
  expect(await curb().draftMonth({ month: '2026-11' })).toEqual({ drafts: 1, total: 80_00 })
  expect(await breachesOf(world.portal.db)).toEqual([])
})
