import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { type Name, NOW, openWorld, type World } from '../../../../test/world.ts'
import { readInvariants } from '../../cli/check.ts'
import { asViewer } from '../../db/as-viewer.ts'
import { createPool } from '../../db/pool.ts'

let world: World
let db: pg.Pool
/** Curb's visit at 1431 Minor Ave on December 18 at nine; cole is assigned to it. */
let visit: string
/** Curb's next one there, which nobody is assigned to. */
let other: string

const NOTES = 'The key is in the box beside the gate. Code 1431.'

beforeAll(async () => {
  const connection = await createWorldDatabase('access-notes')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 2 })
  const service = await world.request('Landscaping')
  await world.accept(service, await world.quote('curb', service, 12_345))
  const { visits } = await world.as('curb').visits.upcoming({ page: 1 })
  const ids = visits.map(({ id }) => id)
  ;[visit = '', other = ''] = ids.slice(1)
  await world.as('curb').visits.assign({ id: visit, person: world.idOf('cole'), scope: 'this', visits: 1 })
  await world.as('maya').access.change({ notes: NOTES })
})
afterEach(() => {
  world.clock.now = NOW
})
afterAll(async () => {
  expect((await db.query(await readInvariants())).rows).toEqual([])
  await Promise.all([db.end(), world.close()])
})

/** Seattle's clocks are eight hours behind. */
const at = (date: string, time: string) => {
  world.clock.now = new Date(Date.parse(`${date}T${time}Z`) + 8 * 60 * 60 * 1000)
}
const look = (who: Name, id = visit) => world.as(who).access.look({ id })
const looks = async () => (await world.as('maya').access.looks({ page: 1 })).looks

test('residents read the notes, and who wrote them; others don’t', async () => {
  for (const who of ['maya', 'ned'] as const)
    expect(await world.as(who).access.notes()).toEqual({
      notes: NOTES,
      changed_at: NOW,
      changed_by: 'Maya Test',
    })
  expect(await world.as('otto').access.notes()).toBeNull()
  for (const who of ['curb', 'cole', 'pia', 'ada'] as const)
    await expect(world.as(who).access.notes()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(world.as('ned').access.change({ notes: 'Mine' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a vendor and the assigned crew see them from 24 hours before the visit until its day ends, and each look is recorded [Product 1.4]', async () => {
  at('2026-12-17', '08:59:59')
  for (const who of ['curb', 'cole'] as const)
    await expect(look(who)).rejects.toThrow('from 24 hours before the visit on: from Thu, Dec 17 at 9:00 AM')
  expect(await looks()).toEqual([])
  at('2026-12-17', '09:00:30')
  expect(await look('cole')).toEqual({ notes: NOTES, changed_at: NOW })
  at('2026-12-18', '23:59:59')
  expect(await look('curb')).toMatchObject({ notes: NOTES })
  at('2026-12-19', '00:00:00')
  await expect(look('curb')).rejects.toThrow('until the end of the visit, which is over')
  const of = { company_name: 'Curb & Corner', service: 'Landscaping' }
  expect(await looks()).toEqual([
    expect.objectContaining({ ...of, person_name: 'Curb', looked_at: new Date('2026-12-19T07:59:00Z') }),
    expect.objectContaining({ ...of, person_name: 'Cole', looked_at: new Date('2026-12-17T17:00:00Z') }),
  ])
})

test('who asks again within the minute is recorded once', async () => {
  const before = (await looks()).length
  at('2026-12-18', '08:12:05')
  await Promise.all([look('cole'), look('cole'), look('cole')])
  at('2026-12-18', '08:12:55')
  await look('cole')
  expect(await looks()).toHaveLength(before + 1)
  at('2026-12-18', '08:13:00')
  await look('cole')
  expect(await looks()).toHaveLength(before + 2)
})

test('another vendor, a neighbor’s vendor and crew who don’t go there find no visit', async () => {
  at('2026-12-18', '08:00:00')
  for (const who of ['hilltop', 'evergreen'] as const)
    await expect(look(who)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await world.as('curb').visits.assign({ id: visit, person: null, scope: 'this', visits: 1 })
  await expect(look('cole')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await world.as('curb').visits.assign({ id: visit, person: world.idOf('cole'), scope: 'this', visits: 1 })
  for (const who of ['maya', 'ada'] as const)
    await expect(look(who)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test.each(['completed', 'cancelled', 'missed'])('a visit that is %s shows none', async (status) => {
  at('2026-12-18', '10:00:00')
  await db.query(
    `update appointments set status = $2, changed_by = 'vendor', change_reason = 'Rain' where id = $1`,
    [visit, status],
  )
  await expect(look('curb')).rejects.toMatchObject({ code: 'CONFLICT' })
  await db.query(
    `set session_replication_role = replica; update appointments set status = 'confirmed' where id = '${visit}';
     reset session_replication_role`,
  )
  expect(await look('curb')).toMatchObject({ notes: NOTES })
})

const viewers = {
  curb: () => ({
    kind: 'vendor' as const,
    id: world.idOf('curb'),
    vendor_id: world.companyOf('curb'),
    powers: [],
  }),
  hilltop: () => ({
    kind: 'vendor' as const,
    id: world.idOf('hilltop'),
    vendor_id: world.companyOf('hilltop'),
    powers: [],
  }),
  cole: () => ({ kind: 'crew' as const, id: world.idOf('cole'), vendor_id: world.companyOf('curb') }),
}
/** What this person's SQL gets, whatever the procedure checks. */
const rowsFor = (who: keyof typeof viewers, statement: ReturnType<typeof sql>) =>
  asViewer(world.portal.db, viewers[who](), async (tx) => (await statement.execute(tx)).rows)
const called = (id: string, time: string) =>
  sql`select notes from look_at_access_notes(${id}, ${time}::timestamptz, 'America/Los_Angeles')`

test('the database holds the same limits without the procedure [V8.4.1]', async () => {
  const inTime = '2026-12-18 08:00 America/Los_Angeles'
  expect(await rowsFor('cole', called(visit, inTime))).toEqual([{ notes: NOTES }])
  for (const [who, id, time] of [
    ['curb', visit, '2026-12-17 08:59:59 America/Los_Angeles'],
    ['curb', visit, '2026-12-19 00:00 America/Los_Angeles'],
    ['hilltop', visit, inTime],
    ['cole', other, '2027-01-15 08:00 America/Los_Angeles'],
  ] as const)
    await expect(rowsFor(who, called(id, time))).rejects.toMatchObject({ code: '42501' })
  expect(await rowsFor('curb', called(other, '2027-01-15 08:00 America/Los_Angeles'))).toHaveLength(1)
  for (const who of ['curb', 'cole'] as const)
    for (const table of ['access_notes', 'access_looks'])
      expect([who, await rowsFor(who, sql`select * from ${sql.table(table)}`)]).toEqual([who, []])
})

test('Today tells that a building has notes, never what they say', async () => {
  const today = async (who: 'curb' | 'cole') => (await world.as(who).visits.today()).stops
  at('2026-12-18', '08:00:00')
  for (const who of ['curb', 'cole'] as const) {
    expect(await today(who)).toEqual([expect.objectContaining({ id: visit, access_notes_at: NOW })])
    expect(JSON.stringify(await today(who))).not.toContain('1431.')
  }
})

test('a change has an event without the text, the same text none, and none removes the notes', async () => {
  const events = async () =>
    (await db.query(`select data from events where kind = 'access_notes_changed' order by id`)).rows
  const { length } = await events()
  await world.as('maya').access.change({ notes: NOTES })
  expect(await events()).toHaveLength(length)
  await world.as('maya').access.change({ notes: '  ' })
  await world.as('maya').access.change({ notes: null })
  expect((await events()).slice(length)).toEqual([{ data: { removed: true } }])
  expect(await world.as('ned').access.notes()).toBeNull()
  at('2026-12-18', '08:00:00')
  const before = (await looks()).length
  await expect(look('curb')).rejects.toThrow('no access notes any more')
  expect(await looks()).toHaveLength(before)
  await world.as('maya').access.change({ notes: 'Ring at the office.' })
  expect(await look('curb')).toMatchObject({ notes: 'Ring at the office.' })
})

test('the looks are in pages, and only for those who manage the building', async () => {
  await db.query(
    `insert into access_looks (appointment_id, building_id, vendor_id, person, person_name, looked_at)
     select id, building_id, vendor_id, $2, 'Curb', '2026-12-18 09:00Z'::timestamptz + make_interval(mins => n)
     from appointments, generate_series(1, 20) as n where id = $1`,
    [visit, world.idOf('curb')],
  )
  const first = await world.as('maya').access.looks({ page: 1 })
  const pages = Math.ceil(first.total / first.page_size)
  const last = await world.as('maya').access.looks({ page: pages })
  expect([first.looks.length, first.page_size]).toEqual([10, 10])
  expect(last.looks).toHaveLength(first.total - 10 * (pages - 1))
  expect((await world.as('otto').access.looks({ page: 1 })).total).toBe(0)
  await expect(world.as('ned').access.looks({ page: 1 })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
