import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { createRecordingDb } from '../../../../test/statements.ts'
import { NOW, openWorld, PASSWORD, TODAY, type World } from '../../../../test/world.ts'
import { addWeeks } from '../../../domain/calendar.ts'
import { createPool } from '../../db/pool.ts'
import { openBrowser } from '../../demo/person.ts'

let connection: pg.PoolConfig
let world: World
let db: pg.Pool

beforeAll(async () => {
  connection = await createWorldDatabase('services')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
})
afterAll(() => Promise.all([db.end(), world.close()]))

beforeEach(async () => {
  world.clock.now = NOW
  await db.query('truncate events, building_services cascade')
})

const wanted = (service: string) => ({
  service_type_id: world.typeId(service),
  description: `${service}, please.`,
  service_type: 'recurring' as const,
  required_every_weeks: 4,
  preferred_start_date: TODAY,
})
type Request = Parameters<ReturnType<World['as']>['services']['request']>[0]
const request = (more: Partial<Request>, service = 'Landscaping') =>
  world.as('maya').services.request({ ...wanted(service), ...more })

const setStatus = (id: string, status: string) =>
  db.query('update building_services set status = $2 where id = $1', [id, status])

async function events() {
  const { rows } = await db.query(
    'select kind, actor, building_id, vendor_id, subject from events order by id',
  )
  return rows
}

async function quotesOf(id: string) {
  const { rows } = await db.query(
    `select q.id, company_name, round, status, vendor_status, per_visit_price from service_quotes q
     join vendor_profiles v on v.id = q.vendor_id where building_service_id = $1 order by round, company_name`,
    [id],
  )
  return rows
}

test('the catalog has at least 30 active types, by category, then name, each with a description [3.service-types] [7.types.1]', async () => {
  await db.query(`update service_types set is_active = false where name = 'Holiday Lights'`)
  const catalog = await world.anonymous.services.catalog()
  expect(catalog.length).toBeGreaterThanOrEqual(30)
  const names = catalog.map(({ category, name }) => `${category}/${name}`)
  expect(names).toEqual([...names].sort())
  expect(catalog.map(({ name }) => name)).not.toContain('Holiday Lights')
  expect(catalog.every(({ description }) => description)).toBe(true)
  await db.query(`update service_types set is_active = true where name = 'Holiday Lights'`)
})

test('the available types are those not in use, by name; a service that returned to None is available [2.services.13] [4.service.6] [7.types.2]', async () => {
  const names = async () => (await world.as('ned').services.available()).map(({ name }) => name)
  const all = await names()
  expect(all).toEqual([...all].sort())
  const service = await world.request('Landscaping')
  await world.request('Snow Removal', {}, 'otto')
  const rest = all.filter((name) => name !== 'Landscaping')
  for (const [status, available] of [
    ['Quote', rest],
    ['pending_quotes', rest],
    ['None', all],
  ] as const) {
    await setStatus(service, status)
    expect([status, await names()]).toEqual([status, available])
  }
})

test('the list has requested and running services, newest change first, with the data of each card [2.services.6]', async () => {
  const snow = await world.request('Snow Removal', { preferred_start_date: '2026-12-01' })
  const landscaping = await world.request('Landscaping')
  const trash = await world.request('Trash Take-Out', {
    service_type: 'on-demand',
    required_every_weeks: null,
    preferred_end_date: null,
  })
  await world.request('Tree Care', {}, 'otto')
  await setStatus(trash, 'pending_quotes')
  await world.quote('curb', landscaping, 120_00)
  await world.quote('evergreen', landscaping, 99_00)
  await world.accept(snow, await world.quote('hilltop', snow, 75_50))

  const list = await world.as('ned').services.list()
  expect(list.map(({ name }) => name)).toEqual(['Snow Removal', 'Landscaping'])
  expect(list).toMatchObject([
    {
      id: snow,
      status: 'Accepted',
      company_name: 'Hilltop Care',
      vendors_asked: 3,
      accepted_price: 75_50,
      next_visit_date: '2026-12-01',
      next_visit_time: '09:00:00',
      requested_at: expect.toSatisfy((told) => new Date(told).getTime() === NOW.getTime()),
    },
    {
      id: landscaping,
      status: 'Quote',
      description: 'Landscaping, please.',
      service_type: 'recurring',
      required_every_weeks: 4,
      preferred_start_date: TODAY,
      preferred_end_date: '2027-02-12',
      company_name: null,
      vendors_asked: 3,
      quotes_received: 2,
      lowest_price: 99_00,
      accepted_price: null,
      next_visit_date: null,
    },
  ])

  // The next visit is the next confirmed one from today on.
  await db.query(
    `update appointments set status = 'cancelled', changed_by = 'vendor', change_reason = 'Rain' where scheduled_date = '2026-12-01'`,
  )
  const next = async () => (await world.as('maya').services.list())[0]?.next_visit_date
  expect(await next()).toBe('2026-12-29')
  world.clock.now = new Date('2027-01-01T00:00:00Z')
  expect(await next()).toBe('2027-01-26')
})

describe('a request', () => {
  test('asks each vendor that offers the type once, and returns how many; the service becomes Quote [3.building-services] [4.service.2] [4.quote.1]', async () => {
    const { id, vendors } = await world.as('ned').services.request({
      ...wanted('Landscaping'),
      description: '  Mow.\r\nTrim. ',
      preferred_end_date: '2027-11-20',
    })
    expect(vendors).toBe(3)
    const pending = { round: 1, status: 'pending', vendor_status: 'not_quoted', per_visit_price: null }
    expect(await quotesOf(id)).toMatchObject([
      { company_name: 'Curb & Corner', ...pending },
      { company_name: 'Evergreen Grounds', ...pending },
      { company_name: 'Hilltop Care', ...pending },
    ])
    const { rows } = await db.query('select * from building_services where id = $1', [id])
    expect(rows[0]).toMatchObject({
      status: 'Quote',
      description: 'Mow.\nTrim.',
      required_every_weeks: 4,
      frequency_weeks: 4,
      requested_by: world.idOf('ned'),
      assigned_vendor: null,
    })
    const building_id = rows[0].building_id
    const [first, ...rest] = await events()
    const actor = world.idOf('ned')
    expect(first).toEqual({ kind: 'service_requested', actor, building_id, vendor_id: null, subject: id })
    expect(rest.map(({ kind, vendor_id }) => [kind, vendor_id]).sort()).toEqual(
      (['evergreen', 'curb', 'hilltop'] as const)
        .map((name) => ['quote_requested', world.companyOf(name)])
        .sort(),
    )
  })

  test('for a type that nobody offers succeeds, and asks no vendors [8.success.11]', async () => {
    expect(await request({}, 'Pest Control')).toMatchObject({ vendors: 0 })
    expect(await world.as('maya').services.list()).toMatchObject([{ name: 'Pest Control', vendors_asked: 0 }])
  })

  test('skips excluded vendors, who see nothing of it, and vendors that stopped offering the type [4.quote.2] [6.vendor.2]', async () => {
    await db.query(
      `update vendor_services set is_active = false where vendor_id = $1 and service_type_id = $2`,
      [world.companyOf('hilltop'), world.typeId('Landscaping')],
    )
    const { id, vendors } = await request({ excluded_vendors: [world.companyOf('curb')] })
    await db.query('update vendor_services set is_active = true')
    expect(vendors).toBe(1)
    expect((await quotesOf(id)).map(({ company_name }) => company_name)).toEqual(['Evergreen Grounds'])
    for (const name of ['curb', 'hilltop'] as const) {
      expect(await world.as(name).quotes.list({ tab: 'all', page: 1 })).toEqual([])
      expect(await world.as(name).vendors.dashboard()).toMatchObject({ requests_available: 0 })
    }
    // Their own choice is none of the building's business, nor anybody else's.
    expect((await events()).filter(({ vendor_id }) => vendor_id === world.companyOf('curb'))).toEqual([])
  })

  test('can exclude only vendors that offer the type [5.request.8]', async () => {
    for (const stranger of [world.idOf('ada'), world.idOf('maya'), crypto.randomUUID()]) {
      const excluded_vendors = [world.companyOf('curb'), stranger]
      await expect(request({ excluded_vendors })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: 'Only vendors that offer this service can be left out',
        cause: { field: 'excluded_vendors' },
      })
    }
    expect(await events()).toEqual([])
  })

  test('for a type that is unknown, or no longer in the catalog, is rejected as not found', async () => {
    await db.query(`update service_types set is_active = false where name = 'Holiday Lights'`)
    for (const service_type_id of [world.typeId('Holiday Lights'), crypto.randomUUID()])
      await expect(request({ service_type_id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await db.query('update service_types set is_active = true')
  })

  test('for a requested or running service is rejected with a message, and changes nothing [4.service.7] [V2.3.2]', async () => {
    const service = await world.request('Landscaping')
    const before = [await quotesOf(service), await events()]
    const refused = {
      code: 'CONFLICT',
      message: 'This service is already requested or active for your building.',
    }
    await expect(request({ description: 'Something else' })).rejects.toMatchObject(refused)
    await setStatus(service, 'pending_quotes')
    await expect(request({})).rejects.toMatchObject(refused)
    await setStatus(service, 'Quote')
    expect([await quotesOf(service), await events()]).toEqual(before)
    await world.accept(service, await world.quote('curb', service, 10_00))
    await expect(request({})).rejects.toMatchObject(refused)
    // Another building's is its own.
    await world.request('Landscaping', {}, 'otto')
  })

  test('may start today in the city’s time zone, until its midnight, but not the day before [5.request.4]', async () => {
    const from = (day: string) => request({ preferred_start_date: day })
    const past = {
      code: 'BAD_REQUEST',
      message: 'Desired Start Date must be today or later',
      cause: { field: 'preferred_start_date' },
    }
    // 23:59:59 in Seattle, when it is tomorrow at Greenwich for eight hours already.
    world.clock.now = new Date('2026-11-21T07:59:59Z')
    await expect(from('2026-11-19')).rejects.toMatchObject(past)
    const { id } = await from('2026-11-20')
    await setStatus(id, 'None')
    world.clock.now = new Date('2026-11-21T08:00:00Z')
    await expect(from('2026-11-20')).rejects.toMatchObject(past)
    await from('2026-11-21')
  })

  test('may book at most 520 visits, and must not end before it starts [4.visit.5] [V2.2.3] [V2.3.2]', async () => {
    const until = (weeks: number) =>
      request({ required_every_weeks: 1, preferred_end_date: addWeeks(TODAY, weeks) })
    await expect(until(520)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'At most 520 visits can be booked. Choose an earlier end date.',
      cause: { field: 'preferred_end_date' },
    })
    await expect(request({ preferred_end_date: '2026-11-19' })).rejects.toMatchObject({
      message: 'End Date must be on or after the start date',
    })
    const { id } = await until(519)
    expect(await world.accept(id, await world.quote('curb', id, 1_00))).toBe(520)
  })

  test('for an accepted service is rejected while a visit is upcoming, and starts a new round when none is [4.service.9]', async () => {
    const service = await world.request('Landscaping', {
      service_type: 'on-demand',
      required_every_weeks: null,
      preferred_end_date: null,
    })
    await world.accept(service, await world.quote('curb', service, 50_00))
    const offered = async () => (await world.as('maya').services.available()).map(({ name }) => name)
    const again = { preferred_start_date: '2026-11-22', preferred_end_date: null }
    await expect(request(again)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await offered()).not.toContain('Landscaping')
    // Its one visit is of yesterday, whether the vendor has marked it or not.
    world.clock.now = new Date('2026-11-21T20:00:00Z')
    expect(await offered()).toContain('Landscaping')
    expect((await request(again)).id).toBe(service)
    expect(await world.as('maya').services.list()).toMatchObject([{ id: service, status: 'Quote' }])
    expect((await quotesOf(service)).map(({ round, status }) => [round, status])).toContainEqual([
      1,
      'accepted',
    ])
    expect(await offered()).not.toContain('Landscaping')
  })

  test('after a return to None starts a new round with new quotes, and leaves the old ones unchanged [3.service-quotes] [4.service.3]', async () => {
    const service = await world.request('Landscaping')
    const old = await world.quote('curb', service, 50_00)
    await world.accept(service, old)
    const before = await quotesOf(service)
    await setStatus(service, 'None')

    const { id, vendors } = await request({
      description: 'Hedges only',
      service_type: 'on-demand',
      required_every_weeks: null,
      excluded_vendors: [world.companyOf('hilltop')],
    })
    expect([id, vendors]).toEqual([service, 2])
    const quotes = await quotesOf(service)
    expect(quotes.filter(({ round }) => round === 1)).toEqual(before)
    expect(quotes.filter(({ round }) => round === 2)).toMatchObject([
      { company_name: 'Curb & Corner', status: 'pending', vendor_status: 'not_quoted' },
      { company_name: 'Evergreen Grounds', status: 'pending', vendor_status: 'not_quoted' },
    ])
    expect(await world.as('maya').services.list()).toMatchObject([
      {
        id: service,
        status: 'Quote',
        description: 'Hedges only',
        service_type: 'on-demand',
        required_every_weeks: null,
        preferred_end_date: null,
        company_name: null,
        vendors_asked: 2,
        quotes_received: 0,
        accepted_price: null,
      },
    ])
    expect(await world.as('maya').quotes.received({ building_service_id: service })).toMatchObject({
      quotes: [],
    })
    expect(await world.as('curb').quotes.counts()).toMatchObject({ accepted: 1, needs_quote: 1, all: 2 })
  })

  test('leaves each vendor with the words and dates of the rounds that asked it, and with its visits [4.service.3]', async () => {
    const service = await world.request('Landscaping', { description: 'Mow.' })
    const accepted = await world.quote('curb', service, 50_00)
    await world.quote('hilltop', service, 60_00)
    await world.accept(service, accepted)
    const card = async (name: 'curb' | 'hilltop') => {
      const { quotes } = world.as(name)
      return Promise.all((await quotes.list({ tab: 'all', page: 1 })).map(({ id }) => quotes.get({ id })))
    }
    const [won, lost] = [await card('curb'), await card('hilltop')]
    expect(won).toMatchObject([{ state: 'accepted', description: 'Mow.', visit_date: '2026-11-20' }])
    expect(lost).toMatchObject([{ state: 'lost', description: 'Mow.', visit_date: null }])
    await setStatus(service, 'None')

    const hilltop = world.companyOf('hilltop')
    await request({
      description: 'Hedges only',
      preferred_start_date: '2026-12-24',
      excluded_vendors: [hilltop],
    })
    expect(await card('hilltop')).toEqual(lost)
    const [asked, before] = await card('curb')
    expect(before).toEqual(won[0])
    expect(asked).toMatchObject({
      state: 'needs_quote',
      description: 'Hedges only',
      preferred_start_date: '2026-12-24',
    })
    // The visits of the earlier round stay the vendor's to complete.
    const { visits } = await world.as('curb').visits.upcoming({ page: 1 })
    await world.as('curb').visits.complete({ id: visits[0]?.id ?? '' })
    expect(await world.as('curb').vendors.dashboard()).toMatchObject({
      next_visit: { title: 'Landscaping', scheduled_date: '2026-12-18' },
    })
    expect(await card('curb')).toMatchObject([{}, { visit_date: '2026-12-18' }])
  })

  test('takes as many statements for 500 vendors as for three', async () => {
    await db.query(`
      with people as (insert into auth_users (name, email)
        select 'Many Vendors', 'many' || n || '@example.com' from generate_series(1, 497) n returning id, email),
      profiles as (insert into profiles (id, first_name, last_name, email, role, status, vendor_id)
        select id, 'Many', 'Vendors', email, 'contractor', 'active', id from people returning id),
      vendors as (insert into vendor_profiles (id, company_name, address, city, state, zip_code)
        select id, 'One of Many', '1 Pike St', 'Seattle', 'WA', '98101' from people returning id)
      select from vendors`)
    await db.query(
      `insert into vendor_services (vendor_id, service_type_id)
       select id, $1 from vendor_profiles where company_name = 'One of Many'`,
      [world.typeId('Snow Removal')],
    )
    const { db: counted, statements } = createRecordingDb(connection)
    const maya = openBrowser({ ...world.portal, db: counted })
    await maya.accounts.signIn({ email: 'maya@example.com', password: PASSWORD })
    const ask = async (service: string) => {
      statements.length = 0
      const { vendors } = await maya.services.request(wanted(service))
      return { vendors, statements: statements.length }
    }
    const few = await ask('Landscaping')
    const many = await ask('Snow Removal')
    await counted.destroy()
    expect([few.vendors, many.vendors]).toEqual([3, 500])
    expect(few.statements).toBeGreaterThan(0)
    expect(many.statements).toBe(few.statements)
    expect((await events()).filter(({ kind }) => kind === 'quote_requested')).toHaveLength(503)
  })
})
