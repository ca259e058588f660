import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetInvoices } from './forget-invoices.ts'
import { openTwoServers, ROUNDS, TIME } from './two-servers.ts'
import { NOW, TODAY, type World } from './world.ts'

// Two people of a vendor, or a vendor and a building, act on the same finished visit, each on a server of its own.
let servers: Awaited<ReturnType<typeof openTwoServers>>
let world: World
let db: pg.Pool

beforeAll(async () => {
  servers = await openTwoServers('invoice_races')
  world = servers.world
  db = servers.db
})
afterAll(() => servers.close())

const SNOW = 'Snow Removal'
const PRICE = 50_00
const FACTS = { date: TODAY, due_date: '2026-12-20', tax_rate: 0, note: null, starts: [], extras: [] }

/** A finished visit of curb, on no invoice. */
async function finished() {
  await forgetInvoices(db)
  world.clock.now = NOW
  const id = await world.visitToday('curb', SNOW)
  const { visits } = world.as('curb')
  const at = NOW.toISOString()
  await visits.checkIn({ id, at })
  await visits.finish({ id, at, note: null, place: null })
  const { rows } = await db.query('select building_id from appointments where id = $1', [id])
  return { visit: id, building_id: String(rows[0]?.building_id) }
}

const draft = (number: string, { visit, building_id }: Awaited<ReturnType<typeof finished>>) => ({
  ...{ id: randomUUID(), building_id, number },
  ...{ ...FACTS, visits: [{ id: visit, amount: PRICE }] },
})

/** How often the visit is on an invoice, and how it stands. */
async function stands() {
  const { rows } = await db.query(`
    select a.status as visit, count(l.id)::int as lines, min(i.status) as invoice from appointments a
    left join invoice_lines l on l.appointment_id = a.id left join invoices i on i.id = l.invoice_id group by a.status`)
  expect(rows).toHaveLength(1)
  return rows[0]
}

test('a visit is on one of two drafts [Product 3.1]', { timeout: TIME }, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const due = await finished()
    const [one, other] = await servers.race(
      round,
      () => servers.here('curb').invoices.create(draft('A-1', due)),
      () => servers.there('curb').invoices.create(draft('A-2', due)),
    )
    expect(one).not.toBe(other)
    expect(await stands()).toEqual({ visit: 'completed', lines: 1, invoice: 'draft' })
    outcomes.add(`${one}`)
  }
  expect(outcomes.size, 'each of them was first').toBe(2)
})

test('a month is drafted once [Product 3.1]', { timeout: TIME }, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await finished()
    world.clock.now = new Date('2026-12-02T20:00:00Z')
    const month = { month: '2026-11' }
    const made: number[] = []
    const ends = await servers.race(
      round,
      async () => made.push((await servers.here('curb').invoices.draftMonth(month)).drafts),
      async () => made.push((await servers.there('curb').invoices.draftMonth(month)).drafts),
    )
    expect(ends).toEqual([true, true])
    expect(made.sort()).toEqual([0, 1])
    expect(await stands()).toEqual({ visit: 'completed', lines: 1, invoice: 'draft' })
  }
})

test('a draft is sent before its visit is disputed, or not at all [Product 3.1]', {
  timeout: TIME,
}, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const due = await finished()
    const invoice = draft('A-1', due)
    await world.as('curb').invoices.create(invoice)
    const [sent, disputed] = await servers.race(
      round,
      () => servers.here('curb').invoices.send({ id: invoice.id, version: 1, total: PRICE }),
      () => servers.there('maya').visits.dispute({ id: due.visit, words: 'The ramp is still icy.' }),
    )
    expect(disputed).toBe(true)
    expect(await stands()).toEqual({ visit: 'disputed', lines: 1, invoice: sent ? 'sent' : 'draft' })
    outcomes.add(`${sent}`)
  }
  expect(outcomes.size, 'each of them was first').toBe(2)
})

test('a draft is changed before it is sent, or not at all, and nobody overwrites a colleague unseen [Product 3.1]', {
  timeout: TIME,
}, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const invoice = draft('A-1', await finished())
    await world.as('curb').invoices.create(invoice)
    const { building_id: _, ...facts } = invoice
    const change = (amount: number) => ({
      ...facts,
      version: 1,
      visits: [{ id: invoice.visits[0]?.id ?? '', amount }],
    })
    const sends = Math.floor(round / 2) % 2 === 0
    const [one, other] = await servers.race(
      round,
      () => servers.here('curb').invoices.update(change(1_00)),
      () =>
        sends
          ? servers.there('curb').invoices.send({ id: invoice.id, version: 1, total: PRICE })
          : servers.there('curb').invoices.update(change(2_00)),
    )
    expect(one).not.toBe(other)
    const { rows } = await db.query('select status, total from invoices')
    expect(rows).toEqual([
      one
        ? { status: 'draft', total: 1_00 }
        : sends
          ? { status: 'sent', total: PRICE }
          : { status: 'draft', total: 2_00 },
    ])
    outcomes.add(`${sends} ${one}`)
  }
  expect(outcomes.size, 'each of them was first').toBe(4)
})

test('a visit is on an invoice before it is disputed, or not at all [Product 3.1]', {
  timeout: TIME,
}, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const due = await finished()
    const [drafted, disputed] = await servers.race(
      round,
      () => servers.here('curb').invoices.create(draft('A-1', due)),
      () => servers.there('maya').visits.dispute({ id: due.visit, words: 'The ramp is still icy.' }),
    )
    expect(disputed).toBe(true)
    // A draft with a disputed visit can't be sent.
    const { rows } = await db.query('select id from invoices')
    expect(rows).toHaveLength(drafted ? 1 : 0)
    for (const { id } of rows)
      await expect(world.as('curb').invoices.send({ id, version: 1, total: PRICE })).rejects.toThrow(
        'is disputed',
      )
    outcomes.add(`${drafted}`)
  }
  expect(outcomes.size, 'each of them was first').toBe(2)
})

test('a finished visit is taken back, or on an invoice [Product 3.1]', { timeout: TIME }, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const due = await finished()
    const [drafted, back] = await servers.race(
      round,
      () => servers.here('curb').invoices.create(draft('A-1', due)),
      () => servers.there('curb').visits.reopen({ id: due.visit }),
    )
    expect(drafted).not.toBe(back)
    expect(await stands()).toEqual(
      drafted
        ? { visit: 'completed', lines: 1, invoice: 'draft' }
        : { visit: 'confirmed', lines: 0, invoice: null },
    )
    outcomes.add(`${drafted}`)
  }
  expect(outcomes.size, 'each of them was first').toBe(2)
})

/** An invoice for a finished visit, sent to its building, and its line. */
async function sentInvoice() {
  const due = await finished()
  const invoice = draft(`A-${randomUUID().slice(0, 8)}`, due)
  await world.as('curb').invoices.create(invoice)
  await world.as('curb').invoices.send({ id: invoice.id, version: 1, total: PRICE })
  const { lines } = await world.as('curb').invoices.get({ id: invoice.id })
  return { ...due, id: invoice.id, line: lines[0]?.id ?? '' }
}

test('an invoice is approved, or its visit is disputed [Product 3.2]', { timeout: TIME }, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, visit } = await sentInvoice()
    const [approved, disputed] = await servers.race(
      round,
      () => servers.here('maya').invoices.approve({ id, refused: [], approved: PRICE }),
      () => servers.there('maya').visits.dispute({ id: visit, words: 'The ramp is still icy.' }),
    )
    expect(approved).not.toBe(disputed)
    expect(await stands()).toEqual({
      visit: disputed ? 'disputed' : 'completed',
      ...{ lines: 1, invoice: approved ? 'approved' : 'sent' },
    })
    outcomes.add(`${approved}`)
  }
  expect(outcomes.size, 'each of them was first').toBe(2)
})

test('of two payments of all that is open one is recorded, and one that is sent twice once [Product 3.3]', {
  timeout: TIME,
}, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id } = await sentInvoice()
    await world.as('maya').invoices.approve({ id, refused: [], approved: PRICE })
    const payment = { invoice_id: id, date: TODAY, amount: PRICE, method: 'Check', reference: null } as const
    const twice = Math.floor(round / 2) % 2 === 0
    const ids = [randomUUID(), randomUUID()]
    const [one, other] = await servers.race(
      round,
      () => servers.here('maya').invoices.recordPayment({ ...payment, id: ids[0] ?? '' }),
      () => servers.there('maya').invoices.recordPayment({ ...payment, id: ids[twice ? 0 : 1] ?? '' }),
    )
    expect([one, other].filter(Boolean)).toHaveLength(twice ? 2 : 1)
    const { rows } = await db.query('select paid from invoices where id = $1', [id])
    expect(rows).toEqual([{ paid: PRICE }])
    if (!twice) outcomes.add(`${one}`)
  }
  expect(outcomes.size, 'each of them was first').toBe(2)
})

test('a line is credited, or approved as it was shown, never both unseen [Product 3.1]', {
  timeout: TIME,
}, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, line } = await sentInvoice()
    const credit = { id: randomUUID(), invoice_id: id, lines: [line], reason: 'Wrong visit.', total: PRICE }
    const [credited, approved] = await servers.race(
      round,
      () => servers.here('curb').invoices.credit(credit),
      () => servers.there('maya').invoices.approve({ id, refused: [], approved: PRICE }),
    )
    // An approved one is credited afterwards; one that was credited is not approved.
    expect(credited).toBe(true)
    const { rows } = await db.query('select status, approved, credited from invoices where id = $1', [id])
    expect(rows).toEqual([{ status: 'credited', approved: approved ? 0 : null, credited: PRICE }])
    const { rows: owed } = await db.query(
      `select amount - credited as owed from payables where kind = 'invoice'`,
    )
    expect(owed).toEqual(approved ? [{ owed: 0 }] : [])
    outcomes.add(`${approved}`)
  }
  expect(outcomes.size, 'each of them was first').toBe(2)
})

test('what is credited is not paid unseen, and neither waits for the other for ever [Product 3.1]', {
  timeout: TIME,
}, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, line } = await sentInvoice()
    await world.as('maya').invoices.approve({ id, refused: [], approved: PRICE })
    const credit = { id: randomUUID(), invoice_id: id, lines: [line], reason: 'Wrong visit.', total: PRICE }
    const check = { date: TODAY, amount: PRICE, method: 'Check', reference: null } as const
    const [credited, paid] = await servers.race(
      round,
      () => servers.here('curb').invoices.credit(credit),
      () => servers.there('maya').invoices.recordPayment({ id: randomUUID(), invoice_id: id, ...check }),
    )
    expect(credited).toBe(true)
    const { rows } = await db.query('select status, approved, paid from invoices where id = $1', [id])
    expect(rows).toEqual([{ status: 'credited', approved: 0, paid: paid ? PRICE : 0 }])
    outcomes.add(`${paid}`)
  }
  expect(outcomes.size, 'each of them was first').toBe(2)
})

test('a line is credited once [Product 3.1]', { timeout: TIME }, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, line } = await sentInvoice()
    const credit = { invoice_id: id, lines: [line], reason: 'Wrong visit.', total: PRICE }
    const twice = round % 2 === 0
    const ids = [randomUUID(), randomUUID()]
    const [one, other] = await servers.race(
      round,
      () => servers.here('curb').invoices.credit({ ...credit, id: ids[0] ?? '' }),
      () => servers.there('curb').invoices.credit({ ...credit, id: ids[twice ? 0 : 1] ?? '' }),
    )
    expect([one, other].filter(Boolean)).toHaveLength(twice ? 2 : 1)
    const { rows } = await db.query('select number, total from credit_notes')
    expect(rows).toEqual([{ number: 'CN-0001', total: PRICE }])
  }
})
