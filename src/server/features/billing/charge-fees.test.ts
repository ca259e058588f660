import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { DENNY, MINOR, openWorld, type World } from '../../../../test/world.ts'
import { asSystem } from '../../db/as-viewer.ts'
import { createPool } from '../../db/pool.ts'
import { startJobs } from '../../jobs/jobs.ts'
import { createPortal } from '../../portal.ts'
import { addBuildings } from '../buildings/db.ts'
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
    `select month, amount, due_date, fees.kind from fees join payables using (id)
     join buildings b on b.id = fees.building_id where address = $1 order by month`,
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

test('a neighbor who joins or a failed sign-up adds no fee; an imported building is billed once it has a captain [9.fee.4]', async () => {
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

test('a month’s fee is charged when the month begins in the city, once however often the job runs [9.fee.6]', async () => {
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

test('months in which no server ran are billed later, once even by many servers, with one event each', async () => {
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
     and e.building_id = f.building_id and (e.data->>'amount')::int = (select amount from payables o where o.id = f.id)
     group by f.id having count(e.id) <> 1`,
  )
  expect(rows).toEqual([])
  // A clock that is set back adds nothing.
  world.clock.now = new Date('2026-12-15T09:00:00Z')
  await chargeFees(world.portal)
  expect(await feesOf(MINOR.address)).toEqual(all)
})

test('a building older than fees is billed from the day it got its captain', async () => {
  await pool.query('truncate transfers; delete from fees; delete from payables')
  await pool.query(`update events set at = '2026-09-15T20:00:00Z' where kind = 'captain_appointed'`)
  await chargeFees(world.portal)
  expect(await feesOf(MINOR.address)).toEqual([
    ['2026-09-01', 13_333, '2026-10-01', 'first'],
    monthly('2026-10-01', '2026-11-01'),
    monthly('2026-11-01', '2026-12-01'),
  ])
})

test('a building whose captain has no recorded day is billed from its own created_at [2.billing.8]', async () => {
  await pool.query('truncate transfers; delete from fees; delete from payables')
  await pool.query(`delete from events where kind = 'captain_appointed'`)
  await pool.query(`update buildings set created_at = '2026-10-22T20:00:00Z'`)
  await chargeFees(world.portal)
  expect(await feesOf(MINOR.address)).toEqual([
    ['2026-10-01', 8_065, '2026-11-01', 'first'],
    monthly('2026-11-01', '2026-12-01'),
  ])
})

test('two running servers bill a new month on their own', async () => {
  world.clock.now = new Date('2027-01-01T08:00:00Z')
  for (const portal of [server(), server()]) {
    await portal.realtime.start()
    const jobs = await startJobs(portal, connection)
    opened.push(async () => {
      await jobs.stop()
      await portal.realtime.stop()
    })
  }
  await until(async () => (await feesOf(DENNY.address)).length === 3)
  expect((await pool.query(`select cron, timezone from jobs.schedule where name = 'fees'`)).rows).toEqual([
    { cron: '0 * * * *', timezone: 'America/Los_Angeles' },
  ])
})

describe('the database', () => {
  const payment = (amount: string, from = 'payables', status = 'paid') =>
    `insert into payments (building_id, payable_id, date, amount, status, method, description)
     select o.building_id, o.id, '2026-12-01', ${amount}, '${status}', 'Card', 'Fee' from ${from} o`

  test('rejects a second fee for a month, a payment by another building, and a fee without a payable', async () => {
    const again = "insert into fees (building_id, month, kind) select building_id, month, 'monthly' from fees"
    await expect(pool.query(again)).rejects.toThrow('one_fee_per_month')
    const others = `(select o.id, b.id as building_id, o.amount from payables o join buildings b on b.id <> o.building_id)`
    await expect(pool.query(payment('o.amount', others))).rejects.toThrow('foreign key')
    const alone = `insert into fees (building_id, month, kind) select id, '2030-01-01', 'monthly' from buildings`
    await expect(pool.query(alone)).rejects.toThrow('fees_payable')
  })

  test('rejects a partial, excessive or second payment of a fee', async () => {
    await expect(pool.query(payment('o.amount - 1'))).rejects.toThrow('fees_are_paid_in_full')
    await expect(pool.query(payment('o.amount + 1'))).rejects.toThrow('check constraint')
    await pool.query(payment('o.amount', 'payables', 'failed'))
    await pool.query(payment('o.amount'))
    await expect(pool.query(payment('o.amount'))).rejects.toThrow('check constraint')
    await expect(pool.query(`update payments set status = 'paid'`)).rejects.toThrow('check constraint')
    // A payment that failed later leaves the fee unpaid again.
    await pool.query(`update payments set status = 'failed' where status = 'paid'`)
    await pool.query(payment('o.amount'))
    await expect(pool.query(`delete from payments where status = 'paid'`)).rejects.toThrow('foreign key')
    await pool.query(`update payments set status = 'failed' where status = 'paid'`)
    const { rows } = await pool.query('select distinct paid from payables')
    expect(rows).toEqual([{ paid: 0 }])
  })

  test('accepts partial payments of other kinds, even concurrent ones, up to the amount owed', async () => {
    // A kind without rules of its own.
    await pool.query(`alter table payables drop constraint payables_kind_check;
      insert into payables (id, building_id, kind, amount, due_date) select gen_random_uuid(), id, 'other', 1000, '2026-12-01' from buildings`)
    const others = `(select * from payables where kind = 'other')`
    const parts = Array.from({ length: 8 }, () => pool.query(payment('300', others)))
    const done = (await Promise.allSettled(parts)).filter(({ status }) => status === 'fulfilled')
    expect(done).toHaveLength(3)
    await expect(pool.query(payment('101', others))).rejects.toThrow('paid_at_most_what_is_owed')
    await pool.query(payment('100', others))
    const { rows } = await pool.query(`select distinct amount, paid from payables where kind = 'other'`)
    expect(rows).toEqual([{ amount: 1000, paid: 1000 }])
  })
})
