import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { NOW, openWorld, type World } from '../../../../test/world.ts'
import { breachesOf } from '../../cli/check.ts'
import { createPool } from '../../db/pool.ts'
import { draftMonths } from './monthly-drafts.ts'

let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('monthly_drafts')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 2 })
})
afterAll(() => Promise.all([db.end(), world.close()]))

const curb = () => world.as('curb').invoices
const drafts = async () =>
  (await curb().list({ tab: 'draft', page: 1 })).map(({ date, total }) => [date, total])
const told = async () => {
  const { rows } = await db.query(`select recipient, e.data from mails m join events e on e.id = m.event_id
    where e.kind = 'invoices_drafted' order by m.id`)
  return rows.map(({ recipient, data }) => ({ recipient, ...data }))
}
/** Two servers, at 6 in the morning. */
async function runOn(day: string): Promise<void> {
  world.clock.now = new Date(`${day}T14:00:00Z`)
  await Promise.all([draftMonths(world.portal), draftMonths(world.portal)])
}
/** A visit of today for which curb asks 50.00. Returns its id. */
async function visitOf(service: string): Promise<string> {
  await db.query(
    'insert into vendor_services (vendor_id, service_type_id) values ($1, $2) on conflict do nothing',
    [world.companyOf('curb'), world.typeId(service)],
  )
  return world.visitToday('curb', service)
}
async function finish(id: string): Promise<void> {
  const at = world.clock.now.toISOString()
  await world.as('curb').visits.checkIn({ id, at })
  await world.as('curb').visits.finish({ id, at, note: null, place: null })
}

test('who has it switched on has the drafts of a month on the 1st, once, and what is finished late [Product 3.1]', async () => {
  expect(await curb().monthly()).toBe(false)
  await finish(await visitOf('Snow Removal'))
  const later = await visitOf('Landscaping')
  await runOn('2026-12-01')
  expect(await drafts()).toEqual([])

  // Switched on in November: what was finished in it is drafted in December.
  world.clock.now = NOW
  await curb().setMonthly({ on: true })
  await curb().setMonthly({ on: true })
  expect(await curb().monthly()).toBe(true)
  expect(await world.as('hilltop').invoices.monthly()).toBe(false)
  const { rows: set } = await db.query(`select data from events where kind = 'monthly_drafts_set'`)
  expect(set).toEqual([{ data: { on: true } }])
  await runOn('2026-11-30')
  expect(await drafts()).toEqual([])
  await runOn('2026-12-01')
  expect(await drafts()).toEqual([['2026-12-01', 50_00]])
  const november = { recipient: 'curb@example.com', month: '2026-11-01', drafts: 1, total: 50_00 }
  expect(await told()).toEqual([november])
  expect(await breachesOf(world.portal.db)).toEqual([])
  await runOn('2026-12-02')
  expect(await drafts()).toHaveLength(1)

  // No server ran in January. A visit of November that was finished late is drafted in February. A month without visits tells nothing.
  await db.query(`update appointments set status = 'completed' where id = $1`, [later])
  await runOn('2027-02-03')
  expect(await drafts()).toEqual([
    ['2027-02-03', 50_00],
    ['2026-12-01', 50_00],
  ])
  expect(await told()).toEqual([november, { ...november, month: '2027-01-01' }])
  await runOn('2027-03-01')
  expect(await told()).toHaveLength(2)

  await curb().setMonthly({ on: false })
  expect(await curb().monthly()).toBe(false)
  await runOn('2027-04-01')
  expect(await drafts()).toHaveLength(2)
})
