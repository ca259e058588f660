import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { NOW, openWorld, PASSWORD, TODAY, type World } from '../../../../test/world.ts'
import { readInvariants } from '../../cli/check.ts'
import { asViewer } from '../../db/as-viewer.ts'
import { createPool } from '../../db/pool.ts'
import { joinTeam, type Person } from '../../demo/person.ts'
import { bookAhead } from './book-ahead.ts'

let world: World
let db: pg.Pool
/** A second member of curb's crew. */
let gil: Person
/** A series of four visits, the first one today. */
let series: string[]

beforeAll(async () => {
  const connection = await createWorldDatabase('crew')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 2 })
  const turf = { key: 'turf', answer: ['1200'] }
  const service = await world.request('Landscaping', { scope: [turf] })
  await world.accept(service, await world.quote('curb', service, 12_345))
  series = (await curb().upcoming({ page: 1 })).visits.map(({ id }) => id)
  gil = await joinTeam(world.portal, world.people.curb, {
    first_name: 'Gil',
    last_name: 'Test',
    email: 'gil@example.com',
    password: PASSWORD,
    vendor_role: 'crew',
  })
})
afterAll(async () => {
  expect((await db.query(await readInvariants())).rows).toEqual([])
  await Promise.all([db.end(), world.close()])
})

const curb = () => world.as('curb').visits
const cole = () => world.as('cole').visits
const first = () => series[0] ?? ''
const at = NOW.toISOString()
const assignedTo = async () =>
  (
    await db.query(
      `select lower(p.first_name) as who from appointments a left join profiles p on p.id = a.assigned_to
       where a.id = any ($1) order by scheduled_date`,
      [series],
    )
  ).rows.map(({ who }) => who)

/** The newest events of assignments, each with whom it is about and who was mailed. */
async function told() {
  const { rows } = await db.query(
    `select e.kind, lower(p.first_name) as who, (e.data ->> 'visits')::int as visits, e.building_id,
       array(select split_part(recipient, '@', 1) from mails where event_id = e.id order by 1) as mailed
     from events e join profiles p on p.id = e.subject where e.kind in ('visit_assigned', 'visit_unassigned') order by e.id`,
  )
  return rows
}

test('a series is assigned with one event and one mail to the person alone; its building hears nothing [Product 1.8]', async () => {
  const assign = { id: first(), person: world.idOf('cole') }
  await curb().assign({ ...assign, scope: 'all', visits: 4 })
  expect(await assignedTo()).toEqual(Array(4).fill('cole'))
  expect(await told()).toEqual([
    { kind: 'visit_assigned', who: 'cole', visits: 4, building_id: null, mailed: ['cole'] },
  ])
  // Once more changes nothing, and tells nobody.
  await curb().assign({ ...assign, scope: 'all', visits: 4 })
  expect(await told()).toHaveLength(1)
})

test('another person takes later visits over, and the former one is told on their screens only', async () => {
  await curb().assign({ id: series[2] ?? '', person: gil.id, scope: 'later', visits: 2 })
  expect(await assignedTo()).toEqual(['cole', 'cole', 'gil', 'gil'])
  expect((await told()).slice(1)).toEqual([
    { kind: 'visit_unassigned', who: 'cole', visits: 2, building_id: null, mailed: [] },
    { kind: 'visit_assigned', who: 'gil', visits: 2, building_id: null, mailed: ['gil'] },
  ])
  await curb().assign({ id: series[3] ?? '', person: null, scope: 'this', visits: 1 })
  expect(await assignedTo()).toEqual(['cole', 'cole', 'gil', null])
})

test('other visits than were shown, strangers and people who have not joined are refused', async () => {
  const id = series[1] ?? ''
  await expect(curb().assign({ id, person: gil.id, scope: 'all', visits: 3 })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await expect(
    curb().assign({ id, person: world.idOf('hilltop'), scope: 'this', visits: 1 }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await world.as('curb').team.invite({ full_name: 'Ivy Test', email: 'ivy@example.com', vendor_role: 'crew' })
  const invited = (await world.as('curb').team.list()).find(({ first_name }) => first_name === 'Ivy')
  await expect(curb().assign({ id, person: invited?.id ?? '', scope: 'this', visits: 1 })).rejects.toThrow(
    'has not joined your company yet',
  )
})

test('crew sees today’s stop that they are assigned to, with its scope, and no price anywhere', async () => {
  const { stops } = await cole().today()
  expect(stops).toEqual([
    expect.objectContaining({
      id: first(),
      name: 'Landscaping',
      address: '1431 Minor Ave',
      description: 'Landscaping, please.',
      scope: ['Turf to mow: 1,200 sq ft'],
      checklist: ['Mow and edge the turf'],
      company_name: 'Curb & Corner',
    }),
  ])
  expect(JSON.stringify(stops)).not.toMatch(/price|12345/)
  expect(JSON.stringify(await curb().today())).not.toMatch(/price|12345/)
  expect((await gil.call.visits.today()).stops).toEqual([])
  const session = await world.as('cole').accounts.session()
  expect(session?.viewer).toEqual({ kind: 'crew', id: session?.id, vendor_id: world.companyOf('curb') })
})

const crew = () => ({ kind: 'crew', id: world.idOf('cole'), vendor_id: world.companyOf('curb') }) as const
const read = (statement: ReturnType<typeof sql>) =>
  asViewer(world.portal.db, crew(), async (tx) => (await statement.execute(tx)).rows)

test.each([
  'service_quotes',
  'quotes',
  'quote_requests',
  'building_services',
  'request_rounds',
  'vendor_services',
  'service_assignments',
  'service_stops',
  'visit_suggestions',
  'visit_ratings',
  'payables',
  'fees',
  'payments',
])('a crew member reads nothing of %s by SQL', async (table) => {
  expect(await read(sql`select * from ${sql.table(table)}`)).toEqual([])
})

test('a crew member’s SQL reaches their visits, and changes nothing of them but that somebody came', async () => {
  expect(await read(sql`select id from appointments order by scheduled_date`)).toEqual(
    series.slice(0, 2).map((id) => ({ id })),
  )
  expect(await read(sql`select address from buildings`)).toEqual([{ address: '1431 Minor Ave' }])
  expect(await read(sql`select first_name from profiles`)).toEqual([{ first_name: 'Cole' }])
  expect(await read(sql`select service, scope from assigned_work(${series[2]})`)).toEqual([])
  for (const change of [
    sql`scheduled_date = scheduled_date + 1`,
    sql`assigned_to = null`,
    sql`assigned_to = ${gil.id}`,
    sql`change_reason = 'Rain'`,
    sql`status = 'cancelled'`,
    sql`status = 'missed'`,
  ])
    await expect(read(sql`update appointments set ${change} where id = ${first()}`)).rejects.toThrow(
      /crew only attends|row-level security|does not become/,
    )
  for (const statement of [
    sql`select add_colleague('A', 'B', 'a@example.com', 'owner')`,
    sql`select change_vendor_role(${world.idOf('cole')}, 'owner')`,
    sql`select remove_colleague(${gil.id})`,
    sql`select add_account('A', 'B', 'a@example.com')`,
    sql`select add_invitation(${gil.id}, 'a@example.com')`,
  ])
    await expect(read(statement)).rejects.toThrow(
      /insufficient_privilege|permission denied|row-level security/,
    )
  expect(await read(sql`update vendor_profiles set company_name = 'Cole’s' returning id`)).toEqual([])
  // By ids, which crew may have heard of: its quotes and others' visits are not theirs to tell of.
  const [{ building_id, service_quote_id } = { building_id: '', service_quote_id: '' }] = (
    await db.query('select building_id, service_quote_id from appointments where id = $1', [first()])
  ).rows
  const tell = (kind: string, subject: string) =>
    read(sql`insert into events (actor, kind, vendor_id, building_id, subject)
      values (${world.idOf('cole')}, ${kind}, ${world.companyOf('curb')}, ${building_id}, ${subject})`)
  await expect(tell('quote_accepted', service_quote_id)).rejects.toThrow('row-level security')
  await expect(tell('visit_finished', series[2] ?? '')).rejects.toThrow('row-level security')
  await tell('visit_photo_added', first())
  await expect(
    asViewer(world.portal.db, (await world.as('maya').accounts.session())?.viewer ?? null, (tx) =>
      sql`update appointments set assigned_to = null where id = ${first()}`.execute(tx),
    ),
  ).rejects.toThrow('only its vendor assigns a visit')
})

test('an assigned person hears of a moved visit, and of no quote', async () => {
  const mailed = async (kind: string) => {
    const { rows } = await db.query(
      `select split_part(recipient, '@', 1) as who from mails m join events e on e.id = m.event_id where e.kind = $1 order by 1`,
      [kind],
    )
    return rows.map(({ who }) => who)
  }
  const [visit] = (await curb().upcoming({ page: 1 })).visits.slice(1)
  if (!visit) throw new Error('There is no second visit')
  const { id, scheduled_date: shown_date, scheduled_time: shown_time } = visit
  const moved = { id, shown_date, shown_time, scheduled_date: '2026-12-19', scheduled_time: '10:00' }
  await world.as('maya').visits.move({ ...moved, reason: 'The gate is being painted.' })
  expect(await mailed('visit_moved')).toEqual(['cole', 'curb'])
  expect(await mailed('quote_requested')).not.toContain('cole')
  expect(await mailed('quote_accepted')).toEqual(['curb'])
})

test('who checks in and who finishes is on record, and the building reads their first names', async () => {
  await cole().setOff({ id: first(), at })
  await cole().checkIn({ id: first(), at })
  await expect(gil.call.visits.finish({ id: first(), at, note: '', place: null })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  const proof = await world.as('maya').visits.proof({ id: first() })
  expect(proof).toMatchObject({ checked_in_name: 'Cole', finished_name: null, company_name: 'Curb & Corner' })
})

test('the person who finished a visit takes that back within a minute', async () => {
  await cole().checkIn({ id: first(), at })
  const ticked = ['Mow and edge the turf', 'Feed the lions']
  await cole().finish({ id: first(), at, note: '', ticked, place: null })
  const { checklist } = await world.as('maya').visits.proof({ id: first() })
  expect(checklist).toEqual([{ task: 'Mow and edge the turf', is_done: true }])
  await cole().reopen({ id: first() })
  const proof = await world.as('maya').visits.proof({ id: first() })
  expect(proof).toMatchObject({ status: 'confirmed', checked_in_name: 'Cole', finished_name: null })
})

test('a person who is removed in mid-visit loses everything at the next call; what they did stays', async () => {
  await world.as('curb').team.remove({ id: world.idOf('cole') })
  await expect(cole().finish({ id: first(), at, note: '', place: null })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
  expect(await assignedTo()).toEqual([null, null, 'gil', null])
  const { rows } = await db.query(
    `select checked_in_by = $1 as stays from attendances where appointment_id = $2`,
    [world.idOf('cole'), first()],
  )
  expect(rows).toEqual([{ stays: true }])
  // Nobody but the company goes on with it.
  await curb().finish({ id: first(), at, note: 'Done by the office.', place: null })
  const proof = await world.as('ned').visits.proof({ id: first() })
  expect(proof).toMatchObject({ checked_in_name: 'Cole', finished_name: 'Curb', status: 'completed' })
})

test('visits that are booked later go to whom the service is assigned', async () => {
  const service = await world.request('Snow Removal', { preferred_end_date: null, until_ended: true })
  await world.accept(service, await world.quote('curb', service, 5_000))
  const [visit] = (await curb().upcoming({ page: 1 })).visits.filter(({ name }) => name === 'Snow Removal')
  const ofService = await curb().ofService({ id: service })
  await curb().assign({ id: visit?.id ?? '', person: gil.id, scope: 'all', visits: ofService.visits.length })
  const before = (await curb().ofService({ id: service })).visits.length
  world.clock.now = new Date('2027-02-20T20:00:00Z')
  await bookAhead(world.portal)
  world.clock.now = NOW
  const { rows } = await db.query(
    `select count(*)::int as visits, count(*) filter (where assigned_to = $1)::int as assigned from appointments
     where building_service_id = $2`,
    [gil.id, service],
  )
  expect(rows[0].visits).toBeGreaterThan(before)
  expect(rows[0].assigned).toBe(rows[0].visits)
  expect(TODAY).toBe('2026-11-20')
})

test('a missed visit that takes place after all goes to nobody who was removed meanwhile', async () => {
  const hal = await joinTeam(world.portal, world.people.curb, {
    ...{ first_name: 'Hal', last_name: 'Test', email: 'hal@example.com' },
    ...{ password: PASSWORD, vendor_role: 'crew' },
  })
  const id = await world.visitToday('curb', 'Snow Removal', 'otto')
  await curb().assign({ id, person: hal.id, scope: 'this', visits: 1 })
  await db.query(`update appointments set status = 'missed' where id = $1`, [id])
  await world.as('curb').team.remove({ id: hal.id })
  await curb().checkIn({ id, at })
  const { rows } = await db.query('select status, assigned_to from appointments where id = $1', [id])
  expect(rows).toEqual([{ status: 'confirmed', assigned_to: null }])
})

test('who checked in stays on record, and nobody checks in for somebody else', async () => {
  const id = await world.visitToday('curb', 'Landscaping', 'otto')
  const viewer = (await world.as('curb').accounts.session())?.viewer ?? null
  const write = (statement: ReturnType<typeof sql>) =>
    asViewer(world.portal.db, viewer, (tx) => statement.execute(tx))
  const refused = "a check-in is in one's own name, and stays"
  await curb().setOff({ id, at })
  const inNameOf = (person: string) => sql`update attendances set checked_in_by = ${person},
    check_in_received_at = now() where appointment_id = ${id}`
  await expect(write(inNameOf(gil.id))).rejects.toThrow(refused)
  await curb().checkIn({ id, at })
  for (const change of [
    inNameOf(gil.id),
    sql`update attendances set checked_in_by = null where appointment_id = ${id}`,
    sql`update attendances set check_in_received_at = now() - interval '1 hour' where appointment_id = ${id}`,
  ])
    await expect(write(change)).rejects.toThrow(refused)
})
