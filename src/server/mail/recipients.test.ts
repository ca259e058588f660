import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, createWorldDatabase } from '../../../test/database.ts'
import { openPostOffice } from '../../../test/mailbox.ts'
import { copyIntoEarlier, migrateTo, migrations } from '../../../test/upgrade.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { EVENTS, type EventKind } from '../../domain/events.ts'
import { mails } from '../app.ts'
import { migrate } from '../db/migrate.ts'
import { createPool } from '../db/pool.ts'

let connection: pg.PoolConfig
let world: World
let db: pg.Pool

beforeAll(async () => {
  connection = await createWorldDatabase('recipients')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
})
afterAll(() => Promise.all([db.end(), world.close()]))

test('exactly the kinds with a template are mailed', async () => {
  const { rows } = await db.query<{ kind: EventKind }>(
    'select kind from unnest($1::text[]) kind where mail_relation(kind) is not null order by 1',
    [Object.keys(EVENTS)],
  )
  expect(rows.map(({ kind }) => kind)).toEqual(Object.keys(mails).sort())
})

/** The people who are mailed about an event of Maya's building and the company Curb. */
async function concernedBy(kind: EventKind): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select lower(p.first_name) as name from profiles p join profiles maya on maya.id = $2
     where still_concerns(mail_relation($1), maya.building_id, $3, p) order by 1`,
    [kind, world.idOf('maya'), world.companyOf('curb')],
  )
  return rows.map(({ name }) => name)
}

describe('the recipients of an event', () => {
  test.each<[EventKind, string[]]>([
    ['member_joined', ['maya']],
    ['quote_requested', ['curb']],
    ['quote_submitted', ['maya', 'ned']],
    ['quote_accepted', ['curb']],
    ['quote_declined', ['curb']],
    // Crew, too, of whom only those are mailed who are assigned to it.
    ['visit_moved', ['cole', 'curb', 'maya', 'ned']],
    ['visit_cancelled', ['cole', 'curb', 'maya', 'ned']],
  ])('%s: %j', async (kind, names) => expect(await concernedBy(kind)).toEqual(names))

  test.each<EventKind>([
    'member_removed',
    'member_accepted',
  ])('%s: the person, whatever their status', async (kind) =>
    expect(await concernedBy(kind)).toContain('pia'))

  test('an event that is not mailed concerns nobody', async () => {
    expect(await concernedBy('profile_updated')).toEqual([])
  })

  test('pending people are not recipients for a building or a company', async () => {
    await db.query(
      `begin; update profiles set status = 'pending' where first_name in ('Maya', 'Ned', 'Curb', 'Cole')`,
    )
    const kinds: EventKind[] = ['member_joined', 'quote_requested', 'quote_submitted', 'visit_moved']
    for (const kind of kinds) expect(await concernedBy(kind)).toEqual([])
    await db.query('rollback')
  })
})

test('a recipient who moved out after the event is not mailed [4.mail.13]', async () => {
  const post = openPostOffice(world.portal)
  const service = await world.request('Snow Removal', {}, 'ned')
  await world.quote('curb', service, 90_00)
  await db.query(
    `update profiles set building_id = (select building_id from profiles where first_name = 'Otto') where first_name = 'Ned'`,
  )
  expect((await post.mailsTo('ned@example.com')).join()).not.toContain('has sent a quote')
  const { rows } = await db.query(`select recipient, last_error from mails where last_error is not null`)
  expect(rows).toEqual([
    { recipient: 'ned@example.com', last_error: 'This no longer concerns the recipient' },
  ])
  expect((await post.mailsTo('maya@example.com')).at(-1)).toContain('has sent a quote for Snow Removal')
  post.close()
})

test('a request to 500 vendors looks each one up instead of reading all people', async () => {
  await db.query(`
    begin;
    create temp table crowd as select gen_random_uuid() as id, n from generate_series(1, 5000) n;
    insert into auth_users (id, name, email) select id, 'Crowd', n || '@crowd.example' from crowd;
    insert into vendor_profiles (id, company_name, address, city, state, zip_code)
      select id, 'Crowd', '1 Crowd St', 'Seattle', 'WA', '98101' from crowd;
    insert into profiles (id, first_name, last_name, email, role, status, vendor_id)
      select id, 'Crowd', 'Test', n || '@crowd.example', 'contractor', 'active', id from crowd;
    analyze profiles, buildings, service_quotes, building_services`)
  const read = async () =>
    (await db.query(`select seq_tup_read::int from pg_stat_xact_user_tables where relname = 'profiles'`)).rows
  const before = await read()
  await db.query(
    `insert into events (kind, vendor_id) select 'quote_requested', id from crowd where n <= 500`,
  )
  expect(await read()).toEqual(before)
  const { rowCount } = await db.query(`select from mails where recipient like '%@crowd.example'`)
  expect(rowCount).toBe(500)
  await db.query('rollback')
})

test('an upgrade sends the mails that the earlier version queued', async () => {
  const earlier = await createTestDatabase('queued_before')
  const pool = createPool({ ...earlier, max: 1 })
  await pool.query('drop schema public cascade; create schema public')
  await migrateTo(pool, migrations.indexOf('015_parts_of_addresses.sql') + 1)
  await copyIntoEarlier(db, pool)
  const moved = {
    service: 'Snow Removal',
    company_name: 'Curb & Corner',
    scheduled_date: '2026-11-25',
    scheduled_time: '13:30:00',
    earlier_date: '2026-11-24',
    earlier_time: '09:00:00',
    changed_by: 'vendor',
    change_reason: 'Rain',
  }
  // Its own triggers queue the mail to the captain.
  await pool.query(
    `insert into events (kind, actor, vendor_id, building_id, data)
     select 'appointment_moved', $1, $1, building_id, $3 from profiles where id = $2`,
    [world.idOf('curb'), world.idOf('maya'), moved],
  )
  expect(
    (await pool.query(`select from mails where recipient = 'maya@example.com' and sent_at is null`)).rowCount,
  ).toBeGreaterThan(0)
  await migrate(pool)
  const upgraded = await openWorld(earlier)
  const post = openPostOffice(upgraded.portal)
  expect((await post.mailsTo('maya@example.com')).at(-1)?.replace(/\s+/g, ' ')).toContain(
    'Curb & Corner moved the Snow Removal visit at 1431 Minor Ave from Tue, Nov 24 at 9:00 AM',
  )
  const { rows } = await pool.query(`select distinct kind from events where kind ~ 'appointment|visit'`)
  expect(rows).toEqual([{ kind: 'visit_moved' }])
  post.close()
  await upgraded.close()
  await pool.end()
})
