import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { type Name, openWorld, type Vendor, type World } from '../../../../test/world.ts'
import { createPool } from '../../db/pool.ts'

let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('settings')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
})
afterAll(() => Promise.all([db.end(), world.close()]))
beforeEach(() => db.query('truncate events, building_services cascade'))

const settings = (vendor: Vendor) => world.as(vendor).vendors.get()

/** Saves the form as it is, but for these fields. */
async function save(vendor: Vendor, change: { services?: string[]; [field: string]: unknown }) {
  const { dog_photo_url, created_at, pending_email, ...form } = await settings(vendor)
  const { services, ...fields } = change
  const service_type_ids = services ? services.map(world.typeId) : form.service_type_ids
  return world.as(vendor).vendors.update({ ...form, ...fields, service_type_ids })
}

async function asked(vendor: Vendor) {
  const quotes = await world.as(vendor).quotes.list({ tab: 'all', page: 1 })
  return quotes.map(({ name, state, address }) => `${name} ${state} ${address}`).sort()
}

const OWN = ['Landscaping', 'Snow Removal', 'Trash Take-Out']

test('the form shows the person, the company and what it offers, and saving stores exactly what was entered [2.vendor-settings.2] [3.vendor-profiles] [4.settings.1]', async () => {
  expect(await settings('curb')).toMatchObject({
    first_name: 'Curb',
    last_name: 'Test',
    company_name: 'Curb & Corner',
    email: 'curb@example.com',
    phone: '(206) 555-0142',
    address: '88 Spring St',
    city: 'Seattle',
    state: 'WA',
    zip_code: '98104',
    service_type_ids: OWN.map(world.typeId).sort(),
    pending_email: null,
  })
  const change = {
    first_name: 'Cora',
    company_name: 'Curb & Corner, Inc.',
    phone: '',
    address: '9 Pike St',
    city: 'Tacoma',
    state: 'or',
    zip_code: '97201',
  }
  expect(await save('curb', change)).toEqual({ email_requested: false })
  expect(await settings('curb')).toMatchObject({ ...change, phone: null, state: 'OR' })
  expect(await world.as('curb').accounts.session()).toMatchObject({ first_name: 'Cora' })
  const { rows } = await db.query('select kind, actor, vendor_id, subject from events')
  const id = world.idOf('curb')
  const vendor_id = world.companyOf('curb')
  expect(rows).toEqual([{ kind: 'profile_updated', actor: id, vendor_id, subject: id }])
})

describe('a vendor that starts to offer a type', () => {
  test('gets its open requests, with an event each, but none that excludes it [4.quote.3]', async () => {
    const trees = await world.request('Tree Care')
    await world.request('Window Washing')
    const theirs = await world.request('Tree Care', {}, 'otto')
    await db.query('update building_services set excluded_vendors = $1 where id = $2', [
      [world.companyOf('curb')],
      theirs,
    ])
    await save('curb', { services: [...OWN, 'Tree Care'] })
    expect(await asked('curb')).toEqual(['Tree Care needs_quote 1431 Minor Ave'])
    const { rows } = await db.query(
      `select e.kind, e.actor, q.building_service_id from events e left join service_quotes q on q.id = e.subject
       where e.vendor_id = $1 and e.kind <> 'profile_updated' order by e.id`,
      [world.companyOf('curb')],
    )
    const actor = world.idOf('curb')
    expect(rows).toEqual([
      { kind: 'vendor_services_changed', actor, building_service_id: null },
      { kind: 'quote_requested', actor, building_service_id: trees },
    ])
    await world.quote('curb', trees, 12_00)
    await save('curb', { services: OWN })
  })

  test('finds its earlier prices again, and is not asked a second time [3.vendor-services]', async () => {
    const snow = await world.request('Snow Removal')
    await world.quote('curb', snow, 50_00)
    await save('curb', { services: ['Landscaping'] })
    await save('curb', { services: OWN })
    expect(await asked('curb')).toEqual(['Snow Removal submitted 1431 Minor Ave'])
  })

  test('gets no event about an accepted service', async () => {
    const trees = await world.request('Tree Care')
    await world.accept(trees, await world.quote('evergreen', trees, 10_00))
    await save('curb', { services: [...OWN, 'Tree Care'] })
    expect(await asked('curb')).toEqual([])
    await save('curb', { services: OWN })
  })
})

describe('a vendor that stops offering a type', () => {
  test('loses its quotes without a price, and keeps those with one [4.quote.4]', async () => {
    const snow = await world.request('Snow Removal')
    await world.quote('curb', snow, 50_00)
    await world.request('Snow Removal', {}, 'otto')
    const landscaping = await world.request('Landscaping')
    await world.accept(landscaping, await world.quote('curb', landscaping, 10_00))
    await world.request('Trash Take-Out')
    await save('curb', { services: ['Trash Take-Out'] })
    expect(await asked('curb')).toEqual([
      'Landscaping accepted 1431 Minor Ave',
      'Snow Removal submitted 1431 Minor Ave',
      'Trash Take-Out needs_quote 1431 Minor Ave',
    ])
    // Whose open page says how many were asked.
    const told = await db.query(
      `select b.address from events e join buildings b on b.id = e.building_id where kind = 'quote_withdrawn'`,
    )
    expect(told.rows).toEqual([{ address: '420 Denny Way' }])
    await save('curb', { services: OWN })
  })

  test('may offer nothing for a while, and is not asked during that time', async () => {
    await save('curb', { services: [] })
    expect((await settings('curb')).service_type_ids).toEqual([])
    await world.request('Trash Take-Out')
    expect(await asked('curb')).toEqual([])
    const rows = await db.query('select is_active from vendor_services where vendor_id = $1', [
      world.companyOf('curb'),
    ])
    expect(rows.rows.every(({ is_active }) => is_active === false)).toBe(true)
    await save('curb', { services: OWN })
    expect(await asked('curb')).toEqual(['Trash Take-Out needs_quote 1431 Minor Ave'])
  })
})

test('a save that fails at its last step changes nothing [4.settings.3]', async () => {
  await world.request('Tree Care')
  const before = await settings('curb')
  await db.query(`create function fail() returns trigger language plpgsql as $$ begin
    raise exception 'the disk is on fire'; end $$;
    create trigger fail before insert on service_quotes for each row execute function fail()`)
  await expect(save('curb', { first_name: 'X', services: ['Tree Care'] })).rejects.toThrow()
  await db.query('drop function fail cascade')
  expect(await settings('curb')).toEqual(before)
  const unknown = { ...before, service_type_ids: [crypto.randomUUID()] }
  const { dog_photo_url, created_at, pending_email, ...form } = unknown
  await expect(world.as('curb').vendors.update({ ...form, first_name: 'X' })).rejects.toMatchObject({
    message: 'One of these services is no longer offered here.',
    cause: { field: 'service_type_ids' },
  })
  expect(await settings('curb')).toEqual(before)
})

test.each([
  ['first_name', ' ', 'First Name is required'],
  ['company_name', '', 'Company Name is required'],
  ['email', '', 'Email is required'],
  ['address', '', 'Street Address is required'],
  ['city', '', 'City is required'],
  ['state', 'Wash', 'State can have at most 2 characters'],
  ['zip_code', '981011', 'Zip Code can have at most 5 characters'],
  ['phone', '555', 'Phone must have 10 digits'],
])('%s %j is rejected with its field [5.settings.5] [5.settings.6]', async (field, value, message) => {
  const answer = expect(save('curb', { [field]: value })).rejects
  await answer.toMatchObject({ code: 'BAD_REQUEST', message, cause: { field } })
})

test('a request and a change of offered services at the same moment never miss each other', async () => {
  const people: Name[] = ['maya', 'otto']
  for (const round of [1, 2, 3, 4, 5, 6]) {
    await db.query('truncate events, building_services cascade')
    await save('curb', { services: OWN })
    await Promise.all([
      save('curb', { services: [...OWN, 'Tree Care'] }),
      ...people.map((by) => world.request('Tree Care', {}, by)),
    ])
    expect([round, (await asked('curb')).length]).toEqual([round, 2])
    await Promise.all([
      save('curb', { services: ['Tree Care'] }),
      ...people.map((by) => world.request('Snow Removal', {}, by)),
    ])
    expect([round, await asked('curb')]).toEqual([
      round,
      ['Tree Care needs_quote 1431 Minor Ave', 'Tree Care needs_quote 420 Denny Way'],
    ])
  }
})
