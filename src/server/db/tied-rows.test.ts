import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../test/database.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let db: pg.Client
let accepted = ''
let pending = ''

beforeAll(async () => {
  const connection = await createWorldDatabase('tied_rows')
  world = await openWorld(connection)
  db = new pg.Client(connection)
  await db.connect()
  const landscaping = await world.request('Landscaping')
  accepted = await world.quote('evergreen', landscaping, 80_00)
  await world.accept(landscaping, accepted)
  const snow = await world.request('Snow Removal')
  pending = await world.quote('curb', snow, 90_00)
})
afterAll(async () => {
  await db.end()
  await world.close()
})

/** As the tables' owner, without row rules. */
const attempt = (sql: string, ...values: string[]) => db.query(sql, values)

const book = (set: string) => `
  insert into appointments (building_id, building_service_id, service_quote_id, vendor_id, status, nominal_date, series_date,
    series_time, scheduled_date, scheduled_time)
  select coalesce(o.building_id, q.building_id), coalesce(o.building_service_id, q.building_service_id), q.id,
    coalesce(o.vendor_id, q.vendor_id), coalesce(o.status, 'confirmed'), coalesce(o.day, '2027-05-03'),
    coalesce(o.day, '2027-05-03'), '09:00', coalesce(o.day, '2027-05-03'), '09:00'
  from service_quotes q, (select null::uuid as building_id, null::uuid as building_service_id, null::uuid as vendor_id,
    null::text as status, null::date as day) as none, lateral (select ${set}) as o where q.id = $1`
const others = (change: string) =>
  ['building_id', 'building_service_id', 'vendor_id', 'status', 'day']
    .map((column) => (change.endsWith(` as ${column}`) ? change : `none.${column}`))
    .join(', ')

test.each([
  ['another building', `(select id from buildings where address like '420%') as building_id`],
  ['another service', `(select id from building_services where status = 'Quote') as building_service_id`],
  ['another vendor', `(select id from vendor_profiles where company_name like 'Curb%') as vendor_id`],
  ['a booked day', `(select max(scheduled_date) from appointments) as day`],
  ['a later status', `'completed' as status`],
])('a visit matches its quote, not %s [3.tied.1] [V2.2.3]', async (_, change) => {
  await expect(attempt(book(others(change)), accepted)).rejects.toThrow(
    /appointments_of_quote|one_visit_a_day|a visit is booked for an accepted quote only/,
  )
})

test('a visit belongs to an accepted quote [3.tied.1]', async () => {
  await expect(attempt(book(others('')), pending)).rejects.toThrow(
    'a visit is booked for an accepted quote only',
  )
  await attempt(book(others('')), accepted)
})

test('a moved visit may share its new day', async () => {
  await attempt(
    `update appointments set scheduled_date = (select max(scheduled_date) from appointments), changed_by = 'vendor',
       change_reason = 'Rain', earlier_date = scheduled_date, earlier_time = scheduled_time
     where service_quote_id = $1 and scheduled_date = (select min(scheduled_date) from appointments)`,
    accepted,
  )
})

test.each([
  ['building', `building_id = (select id from buildings where address like '420%')`],
  ['service type', `service_type_id = (select id from service_types where name = 'Concierge')`],
])('a quote has the %s of its service', async (_, change) => {
  await expect(attempt(`update service_quotes set ${change} where id = $1`, pending)).rejects.toThrow(
    'service_quotes_service',
  )
})

test.each([
  ['a captain without the flag', `update buildings set captain_id = null where captain_id = $1`],
  ['a pending captain', `update profiles set status = 'pending' where id = $1`],
  ['a flag without the role', `update profiles set role = 'homeowner' where id = $1`],
  [
    'a captain of another building',
    `update profiles set building_id = (select id from buildings where address like '420%') where id = $1`,
  ],
])('the flag and the role go together: not %s [3.tied.2]', async (_, change) => {
  await expect(attempt(change, world.idOf('maya'))).rejects.toThrow(
    /a building's captain is the one that its flag names|profiles_one_captain/,
  )
})

test('the captain role without the flag is rejected', async () => {
  const promote = `update profiles set role = 'captain' where id = $1`
  await expect(attempt(promote, world.idOf('ned'))).rejects.toThrow('profiles_one_captain')
  await db.query('begin')
  await db.query(`update profiles set role = 'homeowner' where id = $1`, [world.idOf('maya')])
  await db.query(promote, [world.idOf('ned')])
  await expect(db.query('commit')).rejects.toThrow("a building's captain is the one that its flag names")
  await db.query('begin')
  await db.query(`update profiles set role = 'homeowner' where id = $1`, [world.idOf('maya')])
  await db.query(promote, [world.idOf('ned')])
  await db.query(`update buildings set captain_id = $1 where captain_id = $2`, [
    world.idOf('ned'),
    world.idOf('maya'),
  ])
  await db.query('commit')
})
