import ical, { type VEvent } from 'node-ical'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, createWorldDatabase } from '../../../../test/database.ts'
import { serve } from '../../../../test/serve.ts'
import { migrateTo, migrations } from '../../../../test/upgrade.ts'
import { type Name, NOW, openWorld, PASSWORD, sessionCookie, type World } from '../../../../test/world.ts'
import { asViewer } from '../../db/as-viewer.ts'
import { migrate } from '../../db/migrate.ts'
import { createPool } from '../../db/pool.ts'
import { joinTeam } from '../../demo/person.ts'
import { createLog } from '../../ops/log.ts'
import { addFeed } from './db.ts'

let world: World
let db: pg.Pool
let connection: Awaited<ReturnType<typeof createWorldDatabase>>
let site: Awaited<ReturnType<typeof serve>>

/** Ten visits of curb at 1431 Minor Ave every four weeks from today on, and one of hilltop at 420 Denny Way. */
beforeAll(async () => {
  connection = await createWorldDatabase('feeds')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
  site = await serve(world.portal, connection)
  const snow = await world.request('Snow Removal', { preferred_end_date: '2027-07-30' })
  await world.accept(snow, await world.quote('curb', snow, 45_00))
  await world.visitToday('hilltop', 'Window Washing', 'otto')
})
afterAll(async () => {
  await site.close()
  await Promise.all([db.end(), world.close()])
})
beforeEach(() => db.query('truncate sign_in_limits; truncate feeds'))

/** The path of a new address. */
async function subscribe(who: Name, name = 'Phone'): Promise<string> {
  const { address } = await world.as(who).feeds.create({ name })
  return new URL(address).pathname
}

const get = (path: string, headers: Record<string, string> = {}) => fetch(site.origin + path, { headers })

async function eventsAt(path: string): Promise<VEvent[]> {
  const response = await get(path)
  expect(response.status).toBe(200)
  const parsed = Object.values(ical.sync.parseICS(await response.text()))
  return parsed.filter((each) => each?.type === 'VEVENT')
}

const idOf = ({ uid }: VEvent) => uid.split('@')[0] ?? ''

describe('a feed', () => {
  test('shows a resident the building’s visits, a vendor those of the company, without prices', async () => {
    const [ofNed, ofCurb] = [await subscribe('ned'), await subscribe('curb')]
    const [building, vendor] = [await eventsAt(ofNed), await eventsAt(ofCurb)]
    expect(building.map(({ summary }) => summary)).toEqual(Array(10).fill('Snow Removal · Curb & Corner'))
    expect(vendor.map(({ summary }) => summary)).toEqual(Array(10).fill('Snow Removal · 1431 Minor Ave'))
    expect(building.map(({ uid }) => uid)).toEqual(vendor.map(({ uid }) => uid))
    for (const { summary, description } of [...building, ...vendor])
      expect(`${summary} ${description}`).not.toMatch(/45|\$/)
    expect((await eventsAt(await subscribe('otto'))).map(({ summary }) => summary)).toEqual([
      'Window Washing · Hilltop Care',
    ])
    expect(await eventsAt(await subscribe('evergreen'))).toEqual([])
  })

  test('shows crew the visits that they are assigned to, without prices, and follows what they are [Product 1.8]', async () => {
    const path = await subscribe('cole')
    expect(await eventsAt(path)).toEqual([])
    const [, , , fourth] = (await world.as('curb').visits.upcoming({ page: 1 })).visits
    const assign = (person: string | null, scope: 'later' | 'all', visits: number) =>
      world.as('curb').visits.assign({ id: fourth?.id ?? '', person, scope, visits })
    await assign(world.idOf('cole'), 'later', 7)
    const events = await eventsAt(path)
    expect(events.map(({ summary }) => summary)).toEqual(Array(7).fill('Snow Removal · 1431 Minor Ave'))
    expect(events[0]).toMatchObject({
      url: `${world.portal.config.publicUrl}/vendor/today`,
      transparency: 'OPAQUE',
    })
    for (const { summary, description } of events) expect(`${summary} ${description}`).not.toMatch(/45|\$/)
    // What they are now decides what it shows.
    const become = (vendor_role: 'office' | 'crew') =>
      world.as('curb').team.changeRole({ id: world.idOf('cole'), vendor_role })
    await become('office')
    expect(await eventsAt(path)).toHaveLength(10)
    await become('crew')
    expect(await eventsAt(path)).toHaveLength(7)
    await assign(null, 'all', 10)
    expect(await eventsAt(path)).toEqual([])
    const [feed] = await world.as('cole').feeds.list()
    await world.as('cole').feeds.revoke({ id: feed?.id ?? '' })
    expect((await get(path)).status).toBe(404)
  })

  test('has the visits of ninety days back, and of twelve months ahead', async () => {
    const path = await subscribe('ned')
    const [first, second] = (await eventsAt(path)).map(idOf)
    const at = (days: number) => `'2026-11-20'::date + ${days}`
    const setDays = (one: number, other: number) =>
      db.query(
        `update appointments set scheduled_date = case id when $1 then ${at(one)} else ${at(other)} end where id in ($1, $2)`,
        [first, second],
      )
    await setDays(-90, 400)
    expect(await eventsAt(path)).toHaveLength(10)
    await setDays(-91, 401)
    expect(await eventsAt(path)).toHaveLength(8)
    await db.query(`update appointments set scheduled_date = nominal_date`)
  })

  test('follows its person to another building, and shows nothing once they have none', async () => {
    const path = await subscribe('ned')
    const move = (building: string | null) =>
      db.query('update profiles set building_id = $2 where id = $1', [world.idOf('ned'), building])
    const buildingOf = async (who: Name) =>
      (await db.query('select building_id from profiles where id = $1', [world.idOf(who)])).rows[0]
        .building_id
    await move(await buildingOf('otto'))
    expect((await eventsAt(path)).map(({ summary }) => summary)).toEqual(['Window Washing · Hilltop Care'])
    await move(null)
    expect((await get(path)).status).toBe(404)
    expect(await world.as('ned').feeds.list()).toHaveLength(1)
    await move(await buildingOf('maya'))
    expect(await eventsAt(path)).toHaveLength(10)
  })
})

describe('an address', () => {
  test('is shown once, and only its hash is stored', async () => {
    const path = await subscribe('ned', 'Google Calendar')
    const token = path.slice('/calendar/'.length, -'.ics'.length)
    expect(token).toMatch(/^[\w-]{43}$/)
    const { rows } = await db.query('select feeds::text as text, token_hash from feeds')
    expect(rows[0].text).not.toContain(token)
    expect(rows[0].token_hash).toHaveLength(32)
    const listed = await world.as('ned').feeds.list()
    expect(listed).toMatchObject([{ name: 'Google Calendar', last_read_at: null }])
    expect(JSON.stringify(listed)).not.toContain(token)
    const events = await db.query(`select events::text as text, data from events where kind = 'feed_created'`)
    expect(events.rows.at(-1)).toMatchObject({ data: { name: 'Google Calendar' } })
    expect(events.rows.map(({ text }) => text).join()).not.toContain(token)
    await get(path)
    expect((await world.as('ned').feeds.list())[0]?.last_read_at).toEqual(expect.any(String))
  })

  test('once revoked answers like an unknown one; the person’s others go on', async () => {
    const [first, second] = [await subscribe('ned', 'Phone'), await subscribe('ned', 'Tablet')]
    const [phone] = await world.as('ned').feeds.list()
    await world.as('ned').feeds.revoke({ id: phone?.id ?? '' })
    expect(await world.as('ned').feeds.list()).toMatchObject([{ name: 'Tablet' }])
    expect((await get(second)).status).toBe(200)
    const unknown = `/calendar/${'a'.repeat(43)}.ics`
    const answers = await Promise.all(
      [first, unknown].map(async (path) => {
        const response = await get(path)
        return [response.status, await response.text(), response.headers.get('cache-control')]
      }),
    )
    expect(answers[0]).toEqual([404, 'There is nothing here.', 'no-store'])
    expect(answers[1]).toEqual(answers[0])
  })

  test.each([
    ['is pending again', `update profiles set status = 'pending' where id = $1`],
    ['became an admin', `update profiles set role = 'admin', building_id = null where id = $1`],
    ['closed their account', 'delete from auth_users where id = $1'],
  ])('of somebody who %s answers 404', async (_, change) => {
    const { id, call } = await world.resident(`liv${change.length}`)
    await world.as('maya').members.accept({ id })
    const path = new URL((await call.feeds.create({ name: 'Phone' })).address).pathname
    expect((await get(path)).status).toBe(200)
    await db.query(change, [id])
    expect((await get(path)).status).toBe(404)
  })

  test('ends with its account, by the procedure', async () => {
    const { id, call } = await world.resident('lena')
    await world.as('maya').members.accept({ id })
    const path = new URL((await call.feeds.create({ name: 'Phone' })).address).pathname
    await call.accounts.close({ current_password: PASSWORD })
    expect((await get(path)).status).toBe(404)
    expect((await db.query('select from feeds where user_id = $1', [id])).rowCount).toBe(0)
  })

  test('of a removed colleague is gone, and none is made by a call that had begun before [Product 1.8]', async () => {
    const { id, call } = await joinTeam(world.portal, world.people.curb, {
      first_name: 'Olive',
      last_name: 'Test',
      email: 'olive@example.com',
      password: PASSWORD,
      vendor_role: 'office',
    })
    const path = new URL((await call.feeds.create({ name: 'Phone' })).address).pathname
    expect(await eventsAt(path)).toHaveLength(10)
    // Nor does one open anything that was left.
    await db.query(`update profiles set status = 'removed' where id = $1`, [id])
    expect((await get(path)).status).toBe(404)
    await db.query(`update profiles set status = 'active' where id = $1`, [id])
    const viewer = (await call.accounts.session())?.viewer ?? null
    await world.as('curb').team.remove({ id })
    expect((await get(path)).status).toBe(404)
    const adding = { user_id: id, name: 'Late', token_hash: Buffer.alloc(32, 7) }
    await expect(asViewer(world.portal.db, viewer, (tx) => addFeed(tx, adding))).rejects.toThrow(
      'a removed person has no calendar address',
    )
    expect((await db.query('select from feeds where user_id = $1', [id])).rowCount).toBe(0)
  })

  test('of somebody who was removed before is deleted by the upgrade; those of others stay', async () => {
    const earlier = createPool({ ...(await createTestDatabase('feeds_before')), max: 1 })
    await earlier.query('drop schema public cascade; create schema public')
    await migrateTo(earlier, migrations.indexOf('051_removed_people.sql'))
    await earlier.query(`
      insert into vendor_profiles (id, company_name, address, city, state, zip_code)
        values (gen_random_uuid(), 'Curb', '1 Curb St', 'Seattle', 'WA', '98101');
      insert into auth_users (name, email) select name, lower(name) || '@example.com' from unnest('{Curb,Gil}'::text[]) name;
      insert into profiles (id, first_name, last_name, email, role, status, vendor_id, vendor_role)
        select u.id, u.name, 'Test', u.email, 'contractor', case u.name when 'Gil' then 'removed' else 'active' end, v.id,
          case u.name when 'Gil' then 'crew' else 'owner' end from auth_users u, vendor_profiles v;
      insert into feeds (user_id, name, token_hash) select id, first_name, sha256(first_name::bytea) from profiles`)
    await migrate(earlier)
    expect((await earlier.query('select name from feeds')).rows).toEqual([{ name: 'Curb' }])
    await earlier.end()
  })

  test('gives nobody anything else: no session, no other method, no other token', async () => {
    const path = await subscribe('ned')
    const response = await get(path, { cookie: sessionCookie(world.people.otto.jar) })
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(await response.text()).not.toContain('Window Washing')
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect([method, (await fetch(site.origin + path, { method })).status]).toEqual([method, 404])
    const { rows } = await db.query(`select encode(token_hash, 'hex') as hex, id from feeds`)
    const { hex, id } = rows[0]
    for (const token of [
      hex,
      hex.slice(0, 43),
      id,
      Buffer.from(hex, 'hex').toString('base64url'),
      `${path}x`,
    ])
      expect([token, (await get(`/calendar/${encodeURIComponent(token)}.ics`)).status]).toEqual([token, 404])
    const other = path.replace(/.\.ics$/, (end) => `${end[0] === 'A' ? 'B' : 'A'}.ics`)
    expect((await get(other)).status).toBe(404)
  })

  test('is nowhere in the log, nor told to another site', async () => {
    const lines: string[] = []
    const log = createLog('debug', { write: (line: string) => lines.push(line) })
    const own = await serve({ ...world.portal, log }, connection)
    const path = await subscribe('ned')
    const token = path.slice('/calendar/'.length, -'.ics'.length)
    const response = await fetch(own.origin + path)
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    await fetch(`${own.origin}/calendar/${token}`)
    await fetch(`${own.origin}/calendar/${token}.ics/more`)
    for (const mistaken of ['//calendar/', '/Calendar/', '/calendar%2F'])
      await fetch(`${own.origin}${mistaken}${token}.ics`)
    expect(lines.map((line) => JSON.parse(line).path)).toEqual(Array(6).fill('/calendar/…'))
    expect(lines.join()).not.toContain(token)
    await own.close()
  })

  test('is one of at most five of a person, also when several are made at once', async () => {
    for (const name of ['1', '2', '3', '4']) await subscribe('ned', name)
    const both = await Promise.allSettled([subscribe('ned', '5'), subscribe('ned', '6')])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(subscribe('ned', '7')).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'You have 5 calendar addresses. Please revoke one that you no longer use.',
    })
    await expect(
      db.query(`insert into feeds (user_id, name, token_hash) values ($1, 'x', sha256('x'))`, [
        world.idOf('ned'),
      ]),
    ).rejects.toThrow('at most five')
    await subscribe('maya')
  })

  test('is limited: 120 reads, 300 unknown ones for an address, which keep nobody from a known one', async () => {
    const path = await subscribe('ned')
    await get(path)
    await db.query(`update sign_in_limits set points = 120 where key like 'feed:%'`)
    const refused = await get(path)
    expect([refused.status, refused.headers.get('etag')]).toEqual([429, null])
    const unknown = `/calendar/${'a'.repeat(43)}.ics`
    expect((await get(unknown)).status).toBe(404)
    await db.query(`update sign_in_limits set points = 300 where key like 'feed-address:%'`)
    expect((await get(unknown)).status).toBe(429)
    expect((await get(await subscribe('maya'))).status).toBe(200)
  })
})

describe('an unchanged feed', () => {
  test('answers 304 to what a calendar has, also when a proxy compressed it', async () => {
    const path = await subscribe('ned')
    const response = await get(path)
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('private, no-cache')
    const etag = response.headers.get('etag') ?? ''
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await get(path, { 'if-none-match': known })
      expect([known, again.status, await again.text()]).toEqual([known, 304, ''])
    }
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
    // Days go by without a change of the visits that it has.
    world.clock.now = new Date(NOW.getTime() + 24 * 60 * 60_000)
    expect((await get(path, { 'if-none-match': etag })).status).toBe(304)
    world.clock.now = NOW
  })

  test('answers 200 again after any change of what it says', async () => {
    const path = await subscribe('ned')
    let etag = (await get(path)).headers.get('etag') ?? ''
    const [, visit] = (await eventsAt(path)).map(idOf)
    for (const change of [
      `update vendor_profiles set company_name = company_name || ' LLC' where company_name like 'Curb%'`,
      `update appointments set changed_by = 'vendor', change_reason = 'Ice' where id = '${visit}'`,
      `update appointments set status = 'cancelled' where id = '${visit}'`,
    ]) {
      await db.query(change)
      const response = await get(path, { 'if-none-match': etag })
      expect([change, response.status]).toEqual([change, 200])
      etag = response.headers.get('etag') ?? ''
    }
    // Not by a way that a visit goes.
    await db.query('set session_replication_role = replica')
    await db.query(`update appointments set status = 'confirmed', changed_by = null, change_reason = null
      where id = '${visit}'`)
    await db.query('set session_replication_role = origin')
    await db.query(
      `update vendor_profiles set company_name = 'Curb & Corner' where company_name like 'Curb%'`,
    )
  })
})
