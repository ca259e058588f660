import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { NOW, openWorld, type Vendor, type World } from '../../../../test/world.ts'
import { QUOTE_TABS } from '../../../domain/quotes/quote.ts'
import { NO_TERMS } from '../../../domain/quotes/terms.ts'
import { createPool } from '../../db/pool.ts'

let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('quotes')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
})
afterAll(() => Promise.all([db.end(), world.close()]))
beforeEach(async () => {
  world.clock.now = NOW
  await db.query('truncate events, building_services cascade')
})

const received = (service: string) => world.as('ned').quotes.received({ building_service_id: service })
const query = async (sql: string, values: unknown[] = []) => (await db.query(sql, values)).rows
const one = async (sql: string, values: unknown[] = []) => (await query(sql, values))[0]
const setService = (id: string, set: string) =>
  db.query(`update building_services set ${set} where id = $1`, [id])

const quoteRows = (service: string) =>
  query(
    `select company_name, q.status, vendor_status, per_visit_price from service_quotes q
     join vendor_profiles v on v.id = q.vendor_id where building_service_id = $1 order by company_name`,
    [service],
  )
const serviceRow = (id: string) =>
  one('select status, assigned_vendor, next_scheduled_visit from building_services where id = $1', [id])
const visits = (service: string) =>
  query(
    `select scheduled_date, scheduled_time, confirmed_date, confirmed_time, status, vendor_id, service_quote_id
     from appointments where building_service_id = $1 order by scheduled_date`,
    [service],
  )
const events = (kinds: string) =>
  query(
    'select kind, actor, vendor_id, subject, building_id is not null as told, data from events where kind like $1 order by id',
    [kinds],
  )

/** Everything that an acceptance writes to. */
async function state(service: string) {
  return [await quoteRows(service), await serviceRow(service), await visits(service), await events('%')]
}

describe('received quotes', () => {
  test('count the vendors without an answer, who are declined by an acceptance as well', async () => {
    const service = await world.request('Snow Removal', { excluded_vendors: [world.companyOf('evergreen')] })
    const unanswered = async () => (await received(service)).unanswered
    expect(await unanswered()).toBe(2)
    await world.quote('curb', service, 50_00)
    expect(await unanswered()).toBe(1)
    // An earlier round's are not among them.
    await world.as('maya').services.withdraw({ id: service })
    await world.request('Snow Removal')
    expect(await unanswered()).toBe(3)
    await world.accept(service, await world.quote('curb', service, 60_00))
    expect(await unanswered()).toBe(0)
  })

  test('are those with a price, cheapest first, then earliest first, with their vendor [2.received.2] [7.quotes.2]', async () => {
    const service = await world.request('Landscaping')
    expect(await received(service)).toMatchObject({
      id: service,
      name: 'Landscaping',
      status: 'Quote',
      quotes: [],
    })
    await world.quote('hilltop', service, 80_00)
    await world.quote('evergreen', service, 1_000_00)
    expect((await received(service)).quotes).toEqual([
      {
        id: await world.quoteOf('hilltop', service),
        status: 'pending',
        vendor_status: 'quoted',
        for_earlier_request: false,
        vendor_id: world.companyOf('hilltop'),
        company_name: 'Hilltop Care',
        address: '88 Spring St',
        city: 'Seattle',
        state: 'WA',
        per_visit_price: 80_00,
        weekdays: [],
        arrives_from: null,
        arrives_until: null,
        ...NO_TERMS,
        requirements: null,
        files: [],
        scorecard: null,
        opened_at: null,
        updated_at: expect.any(Date),
        chosen: [],
      },
      expect.objectContaining({ company_name: 'Evergreen Grounds', per_visit_price: 1_000_00 }),
    ])
    await world.quote('curb', service, 80_00)
    expect((await received(service)).quotes.map(({ company_name }) => company_name)).toEqual([
      'Hilltop Care',
      'Curb & Corner',
      'Evergreen Grounds',
    ])
  })

  test('without a price stay hidden after the acceptance; the others show their outcome', async () => {
    const service = await world.request('Landscaping')
    const won = await world.quote('curb', service, 90_00)
    await world.quote('evergreen', service, 80_00)
    await world.accept(service, won)
    expect((await received(service)).quotes.map((quote) => [quote.company_name, quote.status])).toEqual([
      ['Evergreen Grounds', 'declined'],
      ['Curb & Corner', 'accepted'],
    ])
  })
})

describe('a price', () => {
  const quote = (vendor: Vendor, id: string) => world.as(vendor).quotes.get({ id })

  test('sets a waiting service to Quote if it is the first; later ones leave the status unchanged [4.service.4] [4.quote.7]', async () => {
    const service = await world.request('Landscaping')
    await setService(service, `status = 'pending_quotes'`)
    expect(await world.as('maya').services.list()).toEqual([])
    const id = await world.quote('curb', service, 42_01)
    expect((await serviceRow(service)).status).toBe('Quote')
    expect(await quote('curb', id)).toMatchObject({
      state: 'submitted',
      per_visit_price: 42_01,
      name: 'Landscaping',
    })
    await world.quote('evergreen', service, 41_00)
    expect((await serviceRow(service)).status).toBe('Quote')
    const told = { kind: 'quote_submitted', told: true }
    expect(await events('quote_submitted')).toEqual([
      {
        ...told,
        actor: world.idOf('curb'),
        vendor_id: world.companyOf('curb'),
        subject: id,
        data: { per_visit_price: 42_01 },
      },
      expect.objectContaining({ ...told, vendor_id: world.companyOf('evergreen') }),
    ])
  })

  test('can be changed while submitted, but not submitted twice, nor changed before it is submitted', async () => {
    const service = await world.request('Landscaping')
    const id = await world.quoteOf('curb', service)
    const { submit, update } = world.as('curb').quotes
    await setService(service, `status = 'pending_quotes'`)
    await expect(update({ id, per_visit_price: 10_00 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'this quote has no price yet',
    })
    // What was written before the refusal is taken back with it.
    expect((await serviceRow(service)).status).toBe('pending_quotes')
    await submit({ id, per_visit_price: 10_00 })
    await expect(submit({ id, per_visit_price: 11_00 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'this quote was already submitted',
    })
    await update({ id, per_visit_price: 12_50 })
    expect(await quote('curb', id)).toMatchObject({ state: 'submitted', per_visit_price: 12_50 })
    expect((await received(service)).quotes).toMatchObject([{ per_visit_price: 12_50 }])
    expect((await events('quote_%ed')).map(({ kind, data }) => [kind, data.per_visit_price])).toEqual([
      ...Array.from({ length: 3 }, () => ['quote_requested', undefined]),
      ['quote_submitted', 10_00],
      ['quote_updated', 12_50],
    ])
  })

  test('is read-only once a quote is accepted, whether it won, lost or was never submitted [4.state.5]', async () => {
    const service = await world.request('Landscaping')
    await world.quote('evergreen', service, 30_00)
    await world.accept(service, await world.quote('curb', service, 20_00))
    const before = await state(service)
    for (const vendor of ['curb', 'evergreen', 'hilltop'] as const) {
      const price = { id: await world.quoteOf(vendor, service), per_visit_price: 1_00 }
      const refused = { code: 'CONFLICT', message: 'this quote can no longer be changed' }
      await expect(world.as(vendor).quotes.submit(price)).rejects.toMatchObject(refused)
      await expect(world.as(vendor).quotes.update(price)).rejects.toMatchObject(refused)
    }
    expect(await state(service)).toEqual(before)
  })
})

describe('an acceptance', () => {
  const NINE = '09:00:00'
  const day = (scheduled_date: string) => ({
    scheduled_date,
    scheduled_time: NINE,
    confirmed_date: scheduled_date,
    confirmed_time: NINE,
    status: 'confirmed',
  })

  test('accepts the quote, declines the others, sets the service to Accepted, and books its visits, with events [3.appointments] [4.service.5] [4.quote.6] [4.visit.1] [4.visit.4] [9.time.1]', async () => {
    const service = await world.request('Landscaping', {
      required_every_weeks: 2,
      preferred_start_date: '2026-11-24',
      preferred_end_date: '2026-12-22',
    })
    const won = await world.quote('curb', service, 90_00)
    const lost = await world.quote('evergreen', service, 80_00)
    const unsent = await world.quoteOf('hilltop', service)
    expect(await world.as('ned').quotes.accept({ id: won, per_visit_price: 90_00 })).toEqual({
      visits: 3,
    })

    expect(await quoteRows(service)).toEqual([
      { company_name: 'Curb & Corner', status: 'accepted', vendor_status: 'quoted', per_visit_price: 90_00 },
      {
        company_name: 'Evergreen Grounds',
        status: 'declined',
        vendor_status: 'quoted',
        per_visit_price: 80_00,
      },
      { company_name: 'Hilltop Care', status: 'declined', vendor_status: 'quoted', per_visit_price: null },
    ])
    const vendor_id = world.companyOf('curb')
    expect(await serviceRow(service)).toEqual({
      status: 'Accepted',
      assigned_vendor: vendor_id,
      next_scheduled_visit: '2026-11-24',
    })
    expect(await visits(service)).toEqual(
      ['2026-11-24', '2026-12-08', '2026-12-22'].map((date) => ({
        ...day(date),
        vendor_id,
        service_quote_id: won,
      })),
    )
    const told = { actor: world.idOf('ned'), told: true, data: {} }
    expect(await events('quote_accepted')).toEqual([
      { ...told, kind: 'quote_accepted', vendor_id, subject: won },
    ])
    const declined = await events('quote_declined')
    expect(declined.map(({ subject }) => subject).sort()).toEqual([lost, unsent].sort())
    for (const event of declined) expect(event).toMatchObject({ ...told, kind: 'quote_declined' })
    expect(await world.as('hilltop').quotes.counts()).toMatchObject({ lost: 1, needs_quote: 0 })
  })

  const weekly = { required_every_weeks: 1, preferred_start_date: '2027-03-07' }
  const oneTime = { service_type: 'on-demand', required_every_weeks: null } as const
  test.each([
    [
      'weekly, across a change to daylight saving time',
      { ...weekly, preferred_end_date: '2027-03-21' },
      ['2027-03-07', '2027-03-14', '2027-03-21'],
    ],
    [
      'weekly, ending a day before its next visit',
      { ...weekly, preferred_end_date: '2027-03-20' },
      ['2027-03-07', '2027-03-14'],
    ],
    [
      'yearly, ending on its first day',
      { required_every_weeks: 52, preferred_start_date: '2028-02-29', preferred_end_date: '2028-02-29' },
      ['2028-02-29'],
    ],
    ['recurring without an end date', { ...weekly, preferred_end_date: null }, ['2027-03-07']],
    [
      'one-time',
      { ...oneTime, preferred_start_date: '2026-12-31', preferred_end_date: null },
      ['2026-12-31'],
    ],
  ])('books the visits of a request that is %s', async (_, request, days) => {
    const service = await world.request('Snow Removal', request)
    expect(await world.accept(service, await world.quote('hilltop', service, 1))).toBe(days.length)
    expect(await visits(service)).toMatchObject(days.map(day))
  })

  test('at an old price changes nothing, and names the new price [4.quote.9]', async () => {
    const service = await world.request('Landscaping')
    const id = await world.quote('curb', service, 90_00)
    await world.as('curb').quotes.update({ id, per_visit_price: 1_095_00 })
    const before = await state(service)
    await expect(world.as('maya').quotes.accept({ id, per_visit_price: 90_00 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'the vendor changed the price to $1,095.00 a visit; please look at it again',
    })
    expect(await state(service)).toEqual(before)
    expect(await world.as('maya').quotes.accept({ id, per_visit_price: 1_095_00 })).toEqual({
      visits: 4,
    })
  })

  test('sent twice has one effect; accepting another quote afterwards is rejected [4.quote.10]', async () => {
    const service = await world.request('Landscaping')
    const id = await world.quote('curb', service, 90_00)
    const other = await world.quote('evergreen', service, 80_00)
    expect(await world.accept(service, id)).toBe(4)
    const before = await state(service)
    expect(await world.as('ned').quotes.accept({ id, per_visit_price: 90_00 })).toEqual({ visits: 4 })
    await expect(world.as('ned').quotes.accept({ id: other, per_visit_price: 80_00 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'this service already has an accepted quote',
    })
    expect(await state(service)).toEqual(before)
  })

  test('needs a price and an open service [V2.3.1]', async () => {
    const service = await world.request('Landscaping')
    const unsent = await world.quoteOf('hilltop', service)
    const id = await world.quote('curb', service, 90_00)
    await expect(world.as('maya').quotes.accept({ id: unsent, per_visit_price: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'the vendor has not sent a price yet',
    })
    await setService(service, `status = 'None'`)
    await expect(world.as('maya').quotes.accept({ id, per_visit_price: 90_00 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'this quote is no longer open',
    })
  })

  test('of a quote from an earlier round is rejected [4.quote.11]', async () => {
    const service = await world.request('Landscaping')
    const old = await world.quote('curb', service, 90_00)
    await setService(service, `status = 'None'`)
    await world.request('Landscaping', { description: 'Much more than before' })
    const fresh = await world.quoteOf('curb', service)
    expect(await world.as('curb').quotes.counts()).toMatchObject({ lost: 1, needs_quote: 1 })
    expect((await events('quote_declined')).map(({ subject }) => subject)).toContain(old)
    const before = await state(service)
    await expect(world.as('maya').quotes.accept({ id: old, per_visit_price: 90_00 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'this quote is no longer open',
    })
    for (const price of ['submit', 'update'] as const)
      await expect(world.as('curb').quotes[price]({ id: old, per_visit_price: 1_00 })).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'this quote can no longer be changed',
      })
    expect(await state(service)).toEqual(before)
    await world.as('curb').quotes.submit({ id: fresh, per_visit_price: 95_00 })
    expect(await world.accept(service, fresh)).toBe(4)
  })

  test.each([
    ['a visit', 'appointments', 'true'],
    ['the last event', 'events', `new.kind = 'quote_declined'`],
  ])('that fails at %s changes nothing, and can be repeated [V2.3.3] [V16.5.3]', async (_, table, condition) => {
    const service = await world.request('Landscaping')
    const id = await world.quote('curb', service, 90_00)
    const before = await state(service)
    await db.query(`create function fail() returns trigger language plpgsql as $$ begin
      raise exception 'the disk is on fire'; end $$;
      create trigger fail before insert on ${table} for each row when (${condition}) execute function fail()`)
    await expect(world.accept(service, id)).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
    await db.query('drop function fail cascade')
    expect(await state(service)).toEqual(before)
    expect(await world.accept(service, id)).toBe(4)
  })
})

test('a vendor that signs up during an acceptance is not asked for that service', async () => {
  const service = await world.request('Concierge')
  const keeper = await world.vendor('keeper', 'Keeper', ['Concierge'])
  const [asked] = await keeper.call.quotes.list({ tab: 'needs_quote', page: 1 })
  await keeper.call.quotes.submit({ id: asked?.id ?? '', per_visit_price: 50_00 })
  await db.query(`create function linger() returns trigger language plpgsql as $$ begin
      perform pg_sleep(1); return new; end $$;
    create trigger linger before insert on appointments for each statement execute function linger()`)
  const accepting = world.accept(service, asked?.id ?? '')
  await world.vendor('late', 'Too Late', ['Concierge'])
  await accepting
  await db.query('drop function linger cascade')
  const { rows } = await db.query('select state from service_quotes where building_service_id = $1', [
    service,
  ])
  expect(rows).toEqual([{ state: 'accepted' }])
})

describe('a vendor with 5,000 quotes', () => {
  // In batches, as requests come: those of one batch have one time of creation, so that only the id tells them apart.
  // Analyzed afterwards: statistics that autovacuum takes in the middle of it say that the tables are nearly empty.
  const fill = async () => {
    await db.query(`with homes as (
        insert into buildings (address, city, state, zip_code)
        select n || ' Many St', 'Seattle', 'WA', '98101' from generate_series(1, 142) n
        on conflict do nothing returning id),
      asked as (
        insert into building_services (building_id, service_type_id, status, assigned_vendor, preferred_start_date)
        select h.id, t.id, 'Accepted', '${world.companyOf('curb')}', '2026-12-01' from homes h cross join service_types t returning *)
      insert into service_quotes (building_service_id, building_id, service_type_id, vendor_id, status, vendor_status,
        per_visit_price, created_at)
      select id, building_id, service_type_id, '${world.companyOf('curb')}',
        (array['pending', 'pending', 'accepted', 'declined'])[1 + n % 4],
        case n % 4 when 0 then 'not_quoted' else 'quoted' end, case n % 4 when 0 then null else 100 + n end,
        timestamptz '2026-11-01' + (n / 100) * interval '1 hour'
      from (select *, row_number() over ()::int as n from asked limit 5000) numbered`)
    await db.query('analyze')
  }

  test('pages through each tab without gaps or duplicates, newest first, with exact counts [2.quotes.3] [7.quotes.1]', {
    timeout: 60_000,
  }, async () => {
    await fill()
    const { counts, list } = world.as('curb').quotes
    const found = await counts()
    const { rows } = await db.query('select id, created_at from service_quotes')
    const made = new Map<string, number>(rows.map(({ id, created_at }) => [id, created_at.getTime()]))
    expect(found).toEqual({
      all: 5000,
      needs_quote: 1250,
      submitted: 1250,
      accepted: 1250,
      lost: 1250,
      page_size: 24,
    })
    for (const tab of QUOTE_TABS) {
      const pages = Math.ceil(found[tab] / found.page_size)
      // One after the other: a hundred at once are more than a machine that does much else answers in time.
      const answers: Awaited<ReturnType<typeof list>>[] = []
      while (answers.length < pages) answers.push(await list({ tab, page: answers.length + 1 }))
      const seen = answers.flat()
      expect(answers.slice(0, -1).every((quotes) => quotes.length === found.page_size)).toBe(true)
      expect(seen).toHaveLength(found[tab])
      expect(new Set(seen.map(({ id }) => id)).size).toBe(found[tab])
      if (tab !== 'all') expect(new Set(seen.map((quote) => quote.state))).toEqual(new Set([tab]))
      const times = seen.map(({ id }) => made.get(id) ?? Number.NaN)
      expect(times).toEqual([...times].sort((a, b) => b - a))
      expect(await list({ tab, page: pages + 1 })).toEqual([])
    }
    expect(await world.as('evergreen').quotes.counts()).toMatchObject({ all: 0 })
  })
})
