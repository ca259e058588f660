import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { forgetInvoices } from '../../../../test/forget-invoices.ts'
import { NOW, openWorld, TODAY, type World } from '../../../../test/world.ts'
import { breachesOf } from '../../cli/check.ts'
import { createPool } from '../../db/pool.ts'
import { tellOverspending } from './alerts.ts'

// Budgets, and what is told of them: Product 3.4.

let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('budgets')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 2 })
})
afterAll(() => Promise.all([db.end(), world.close()]))
beforeEach(async () => {
  world.clock.now = NOW
  await forgetInvoices(db)
  await db.query(`set session_replication_role = replica; delete from budget_alerts; delete from budget_lines; delete from budgets;
    set session_replication_role = origin`)
})

const maya = () => world.as('maya').budget
const set = (amount: number, version = 0, category = 'Snow and Ice') =>
  maya().set({ year: 2026, version, lines: [{ category, amount }] })
const told = async () => {
  const { rows } = await db.query(
    `select e.data, m.recipient from events e join mails m on m.event_id = e.id where e.kind = 'budget_reached' order by e.id`,
  )
  return rows.map(({ data, recipient }) => [
    data.category,
    data.percent,
    data.spent,
    data.budgeted,
    recipient,
  ])
}
const both = () => Promise.all([tellOverspending(world.portal), tellOverspending(world.portal)])

test('a budget is set and changed, each time as a version with who and when', async () => {
  await set(100_00)
  await set(200_00, 1)
  // Sent again after a lost response.
  await set(200_00, 1)
  const { versions, categories, units } = await world.as('ned').budget.year({ year: 2026 })
  expect(versions).toMatchObject([
    { version: 2, set_by: 'Maya Test', set_at: NOW, lines: [{ category: 'Snow and Ice', amount: 200_00 }] },
    { version: 1, lines: [{ category: 'Snow and Ice', amount: 100_00 }] },
  ])
  expect([categories.includes('Service fee'), units]).toEqual([true, 24])
  await expect(set(300_00, 1)).rejects.toThrow('the budget was changed meanwhile')
  await expect(set(300_00, 2, 'Parties')).rejects.toThrow('Choose categories of the catalog')
  await expect(
    maya().set({ year: 2025, version: 0, lines: [{ category: 'Cleaning', amount: 1 }] }),
  ).rejects.toThrow('for this year or the next')
  expect((await world.as('otto').budget.year({ year: 2026 })).versions).toEqual([])
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('of two who set it at once one is there', async () => {
  const tries = await Promise.allSettled([set(100_00), set(200_00), set(300_00)])
  expect(tries.filter(({ status }) => status === 'fulfilled').length).toBe(1)
  expect((await maya().year({ year: 2026 })).versions.length).toBe(1)
})

test('a budget keeps its line of a category that was renamed', async () => {
  await set(100_00)
  await db.query(`update service_types set category = 'Winter' where category = 'Snow and Ice'`)
  try {
    const lines = [
      { category: 'Snow and Ice', amount: 100_00 },
      { category: 'Winter', amount: 50_00 },
    ]
    await maya().set({ year: 2026, version: 1, lines })
    const { versions, categories } = await world.as('ned').budget.year({ year: 2026 })
    expect(versions[0]?.lines).toEqual(lines)
    expect(categories).not.toContain('Snow and Ice')
    await expect(set(1, 2, 'Parties')).rejects.toThrow('Choose categories of the catalog')
    expect(await breachesOf(world.portal.db)).toEqual([])
  } finally {
    await db.query(`update service_types set category = 'Snow and Ice' where category = 'Winter'`)
  }
})

test('nobody changes a version of a budget', async () => {
  await set(100_00)
  for (const change of [
    'update budgets set version = 2',
    'update budget_lines set amount = 1',
    'delete from budget_lines',
    'delete from budgets',
  ])
    await expect(db.query(change), change).rejects.toThrow('a version of a budget stays as it is')
  await db.query('update budgets set set_by = null')
})

test('80 and 100 % are told once each, also by two servers, and again for another amount', async () => {
  await world.visitToday('curb', 'Snow Removal')
  await set(200_00)
  await both()
  expect(await told()).toEqual([])
  // 50.00 of it are 79 %, and with 91.67 of fees the whole is spent.
  await set(63_00, 1)
  await both()
  expect(await told()).toEqual([[null, 100, 141_67, 63_00, 'maya@example.com']])
  await set(62_50, 2)
  await both()
  await both()
  expect((await told()).slice(1)).toEqual([
    ['Snow and Ice', 80, 50_00, 62_50, 'maya@example.com'],
    [null, 100, 141_67, 62_50, 'maya@example.com'],
  ])
  await set(50_00, 3)
  await both()
  expect((await told()).slice(3)).toEqual([
    ['Snow and Ice', 100, 50_00, 50_00, 'maya@example.com'],
    [null, 100, 141_67, 50_00, 'maya@example.com'],
  ])
  await set(62_50, 4)
  await both()
  expect((await told()).length).toBe(5)
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('an invoice with its tax, an approved extra and a credit note change what is spent', async () => {
  const visit = await world.visitToday('curb', 'Snow Removal')
  const at = NOW.toISOString()
  await world.as('curb').visits.checkIn({ id: visit, at })
  await world.as('curb').visits.finish({ id: visit, at, note: null, place: null })
  const snow = async () => {
    const { figures } = await world.as('ned').budget.year({ year: 2026 })
    return figures.find(({ category }) => category === 'Snow and Ice')?.spent
  }
  expect(await snow()).toBe(50_00)
  const { rows } = await db.query('select building_id from appointments where id = $1', [visit])
  const id = crypto.randomUUID()
  const facts = { number: 'INV-0001', date: TODAY, due_date: '2026-12-20', tax_rate: 1025, note: null }
  const lines = {
    visits: [{ id: visit, amount: 45_05 }],
    starts: [],
    extras: [{ description: 'A shovel', amount: 15_05 }],
  }
  const curb = world.as('curb').invoices
  await curb.create({ id, building_id: rows[0].building_id, ...facts, ...lines })
  // A draft is nobody's business.
  expect(await snow()).toBe(50_00)
  await curb.send({ id, version: 1, total: 66_26 })
  expect(await snow()).toBe(45_05 + 4_62)
  await world.as('maya').invoices.approve({ id, refused: [], approved: 66_26 })
  expect(await snow()).toBe(66_26)
  const source = await world.as('ned').budget.source({ kind: 'visit', id: visit })
  expect(source).toMatchObject({
    visit: { id: visit, status: 'completed' },
    agreed: 50_00,
    quote: { per_visit_price: 50_00, quotes: 1 },
    invoice: { number: 'INV-0001', state: 'approved', amount: 45_05, tax: 4_62 },
    decided_by: 'Maya Test',
  })
  const { lines: sent } = await curb.get({ id })
  const credited = sent.filter(({ kind }) => kind === 'visit').map((line) => line.id)
  const credit = { id: crypto.randomUUID(), invoice_id: id, lines: credited, reason: 'Twice', total: 49_67 }
  await curb.credit(credit)
  // The visit counts as agreed again, and the extra with the tax on it alone.
  expect(await snow()).toBe(50_00 + 16_59)
  expect(await breachesOf(world.portal.db)).toEqual([])
})
