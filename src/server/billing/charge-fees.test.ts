import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../test/database.ts'
import { DENNY, MINOR, openWorld, type World } from '../../../test/world.ts'
import { addBuildings } from '../buildings/buildings.db.ts'
import { asSystem } from '../database/as-viewer.ts'
import { createPool } from '../database/pool.ts'
import { startJobs } from '../jobs/jobs.ts'
import { createLive } from '../live/live.ts'
import { createPortal } from '../portal.ts'
import { chargeFees } from './charge-fees.ts'

let connection: pg.PoolConfig
let world: World
let pool: pg.Pool
const opened: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  connection = await createWorldDatabase('fees')
  pool = createPool(connection)
  world = await openWorld(connection)
  opened.push(
    () => pool.end(),
    () => world.close(),
  )
})
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

const ELM = { address: '1 Elm St', city: 'Seattle', state: 'WA', zip_code: '98101' }

/** What a building is billed: month, cents, due day and kind, oldest first. */
async function feesOf(address: string) {
  const { rows } = await pool.query<{ month: string; amount: number; due_date: string; kind: string }>(
    `select month, amount, due_date, kind from fees join buildings b on b.id = building_id
     where address = $1 order by month`,
    [address],
  )
  return rows.map(({ month, amount, due_date, kind }) => [month, amount, due_date, kind])
}
const monthly = (month: string, due: string) => [month, 25_000, due, 'monthly']
const FIRST = ['2026-11-01', 9167, '2026-12-01', 'first']

/** Another server on the same database, with the same clock. */
function server() {
  const { portal, close } = createPortal(connection, world.portal.config, () => world.clock.now)
  opened.push(close)
  return portal
}

async function until(isTrue: () => Promise<boolean>, seconds = 15): Promise<void> {
  const deadline = Date.now() + seconds * 1000
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error('It did not happen in time')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

test.each([
  ['the 20th', '2026-11-20T20:00:00Z', FIRST],
  ['the 1st', '2026-11-01T20:00:00Z', ['2026-11-01', 25_000, '2026-12-01', 'first']],
  ['the last day of the year', '2026-12-31T20:00:00Z', ['2026-12-01', 806, '2027-01-01', 'first']],
  ['a leap day', '2028-02-29T20:00:00Z', ['2028-02-01', 862, '2028-03-01', 'first']],
  [
    'a minute before the month ends there',
    '2026-12-01T07:59:00Z',
    ['2026-11-01', 833, '2026-12-01', 'first'],
  ],
  ['the minute in which it begins', '2026-12-01T08:00:00Z', ['2026-12-01', 25_000, '2027-01-01', 'first']],
])('a new building is billed from %s on', async (_, now, fee) => {
  world.clock.now = new Date(now)
  await world.resident('elma', { ...ELM, number_of_units: 8 })
  expect(await feesOf(ELM.address)).toEqual([fee])
})

test('a neighbour who joins adds no fee, a sign-up that fails leaves none, an imported building waits', async () => {
  expect(await feesOf(MINOR.address)).toEqual([FIRST])
  await expect(
    world.anonymous.accounts.signUpResident({
      ...ELM,
      first_name: 'Maya',
      last_name: 'Again',
      email: 'maya@example.com',
      password: 'stoop-and-steps',
      number_of_units: 8,
    }),
  ).rejects.toThrow('User already exists')
  await asSystem(world.portal.db, (tx) =>
    addBuildings(tx, [{ ...ELM, name: null, number_of_floors: 3, square_feet: null }]),
  )
  world.clock.now = new Date('2027-01-15T20:00:00Z')
  await chargeFees(world.portal)
  expect(await feesOf(ELM.address)).toEqual([])

  await world.resident('elma', { ...ELM, number_of_units: 8 })
  expect(await feesOf(ELM.address)).toEqual([['2027-01-01', 13_710, '2027-02-01', 'first']])
})

test('a month’s fee is made when the month begins in the city, once however often the job runs', async () => {
  world.clock.now = new Date('2026-12-01T07:59:59Z')
  await chargeFees(world.portal)
  expect(await feesOf(MINOR.address)).toEqual([FIRST])

  world.clock.now = new Date('2026-12-01T08:00:00Z')
  for (let times = 0; times < 3; times += 1) await chargeFees(world.portal)
  world.clock.now = new Date('2026-12-31T20:00:00Z')
  await chargeFees(world.portal)
  for (const { address } of [MINOR, DENNY])
    expect(await feesOf(address)).toEqual([FIRST, monthly('2026-12-01', '2027-01-01')])
})

test('months in which no server ran are made up for, by many servers at once, each with one event', async () => {
  world.clock.now = new Date('2027-03-01T09:00:00Z')
  const servers = [server(), server(), world.portal]
  await Promise.all([...servers, ...servers].map((portal) => chargeFees(portal)))
  const all = [
    FIRST,
    monthly('2026-12-01', '2027-01-01'),
    monthly('2027-01-01', '2027-02-01'),
    monthly('2027-02-01', '2027-03-01'),
    monthly('2027-03-01', '2027-04-01'),
  ]
  for (const { address } of [MINOR, DENNY]) expect(await feesOf(address)).toEqual(all)
  const { rows } = await pool.query(
    `select f.id from fees f left join events e on e.subject = f.id and e.kind = 'fee_charged'
     and e.building_id = f.building_id and (e.data->>'amount')::int = f.amount
     group by f.id having count(e.id) <> 1`,
  )
  expect(rows).toEqual([])
  // A clock that is put back makes nothing, and ends.
  world.clock.now = new Date('2026-12-15T09:00:00Z')
  await chargeFees(world.portal)
  expect(await feesOf(MINOR.address)).toEqual(all)
})

test('a building that was there before fees were is billed from the day of its captain', async () => {
  await pool.query('delete from fees')
  await pool.query(`update events set at = '2026-09-15T20:00:00Z' where kind = 'captain_appointed'`)
  await chargeFees(world.portal)
  expect(await feesOf(MINOR.address)).toEqual([
    ['2026-09-01', 13_333, '2026-10-01', 'first'],
    monthly('2026-10-01', '2026-11-01'),
    monthly('2026-11-01', '2026-12-01'),
  ])
})

test('a building whose captain’s day nobody knows is billed from its own created_at', async () => {
  await pool.query('delete from fees')
  await pool.query(`delete from events where kind = 'captain_appointed'`)
  await pool.query(`update buildings set created_at = '2026-10-22T20:00:00Z'`)
  await chargeFees(world.portal)
  expect(await feesOf(MINOR.address)).toEqual([
    ['2026-10-01', 8_065, '2026-11-01', 'first'],
    monthly('2026-11-01', '2026-12-01'),
  ])
})

test('two servers that start bill the month, without a word from anybody', async () => {
  world.clock.now = new Date('2027-01-01T08:00:00Z')
  for (const portal of [server(), server()]) {
    const live = createLive(connection, portal.log)
    await live.start()
    const jobs = await startJobs(portal, connection, live)
    opened.push(async () => {
      await jobs.stop()
      await live.stop()
    })
  }
  await until(async () => (await feesOf(DENNY.address)).length === 3)
  expect((await pool.query(`select cron, timezone from jobs.schedule where name = 'fees'`)).rows).toEqual([
    { cron: '0 * * * *', timezone: 'America/Los_Angeles' },
  ])
})

test('the database keeps a month from having two fees, and a fee from being paid for another building', async () => {
  const [fee] = (await pool.query('select * from fees order by id')).rows
  const { building_id, id } = fee
  await expect(
    pool.query(`insert into fees (building_id, month, amount, due_date, kind)
      select building_id, month, 1, due_date, 'monthly' from fees`),
  ).rejects.toThrow('one_fee_per_month')
  const pay = `insert into payments (building_id, fee_id, date, amount, status, method, description)
    select b.id, $1, '2026-12-01', 1, 'paid', 'Card', 'Fee' from buildings b where b.id `
  await expect(pool.query(`${pay} <> $2`, [id, building_id])).rejects.toThrow('foreign key')
  await pool.query(`${pay} = $2`, [id, building_id])
  await expect(pool.query(`${pay} = $2`, [id, building_id])).rejects.toThrow('one_paid_payment')
})
