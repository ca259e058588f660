import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { NOW, openWorld, type World } from '../../../../test/world.ts'
import { weekday } from '../../../domain/calendar.ts'
import { breachesOf } from '../../cli/check.ts'
import { createPool } from '../../db/pool.ts'
import { createPortal } from '../../portal.ts'
import { tellOfEnds } from './notices.ts'

let world: World
let db: pg.Pool
let other: ReturnType<typeof createPortal>

beforeAll(async () => {
  const connection = await createWorldDatabase('agreements')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 2 })
  other = createPortal(
    { ...connection, application_name: 'other server' },
    world.portal.config,
    () => world.clock.now,
  )
})
afterAll(async () => {
  await Promise.all([other.close(), db.end(), world.close()])
})
beforeEach(() => db.query('truncate events, building_services, renewals cascade'))
afterEach(async () => {
  world.clock.now = NOW
  expect(await breachesOf(world.portal.db)).toEqual([])
})

const on = (date: string) => {
  world.clock.now = new Date(`${date}T17:00:00Z`)
}

/** The database says when something was, by its own clock. */
const dateEvents = () => db.query('update events set at = $1', [world.clock.now])

const ENDS = '2027-02-12'
/** Every four weeks from today on, until February 12 by default. */
async function agreement(preferred_end_date = ENDS) {
  const service = await world.request('Landscaping', { preferred_end_date })
  const quote = await world.quote('curb', service, 80_00)
  await world.accept(service, quote)
  await dateEvents()
  return { service, quote }
}

type Side = 'maya' | 'curb'
const agreements = (by: Side) => world.as(by).agreements
const get = (quote: string, by: Side = 'maya') => agreements(by).get({ id: quote })
const TERMS = { until_date: '2027-06-30', price: 85_00 }
const offer = (by: Side, quote: string, change: Partial<typeof TERMS> & { instead_of?: string } = {}) =>
  agreements(by).offer({ id: quote, ends_on: ENDS, instead_of: null, note: null, ...TERMS, ...change })

const visits = async () =>
  (await world.as('maya').visits.upcoming({ page: 1, all: true })).visits.map(
    ({ scheduled_date, price }) => `${scheduled_date} ${price}`,
  )

test('an offer is agreed to by the other side: the visits go on in their step, at the new price, and nothing changes before [Product 2.9]', async () => {
  const { quote } = await agreement()
  const before = await visits()
  await offer('curb', quote)
  expect(await visits()).toEqual(before)
  const { open } = await get(quote)
  expect(open).toMatchObject({ offered_by: 'vendor', ...TERMS })
  expect(open?.visits).toBe(4)
  const shown = { id: open?.id ?? '', ...TERMS }
  await expect(agreements('maya').agree({ ...shown, visits: 5 })).rejects.toThrow('Please look at it')
  expect(await agreements('maya').agree({ ...shown, visits: 4 })).toEqual({ visits: 4 })
  const after = await visits()
  expect(after.slice(0, before.length)).toEqual(before)
  expect(after.slice(before.length)).toEqual([
    '2027-03-12 8500',
    '2027-04-09 8500',
    '2027-05-07 8500',
    '2027-06-04 8500',
  ])
  expect(new Set(after.map((visit) => weekday(visit.slice(0, 10)))).size).toBe(1)
  // A next renewal would be at the last price.
  expect(await get(quote)).toMatchObject({
    ends_on: '2027-06-30',
    price: 85_00,
    is_renewable: false,
    open: null,
  })
  const service = async () => (await world.as('maya').services.list())[0]
  expect(await service()).toMatchObject({
    accepted_price: 80_00,
    ends_on: '2027-06-30',
    preferred_end_date: ENDS,
  })
  on('2027-03-01')
  expect(await service()).toMatchObject({ accepted_price: 85_00 })
  // Sent again, as after a lost response.
  expect(await agreements('maya').agree({ id: open?.id ?? '', ...TERMS })).toEqual({ visits: 4 })
})

test('the other side answers, nobody else, and only to what it was shown', async () => {
  const { quote } = await agreement()
  await offer('curb', quote)
  const id = (await get(quote)).open?.id ?? ''
  await expect(agreements('curb').agree({ id, ...TERMS })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  for (const by of ['otto', 'hilltop'] as const)
    await expect(world.as(by).agreements.agree({ id, ...TERMS })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(world.as('ned').agreements.agree({ id, ...TERMS })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await expect(agreements('maya').agree({ id, ...TERMS, price: 84_00 })).rejects.toThrow('Please look at it')
  // Changed after it was shown.
  await offer('curb', quote, { price: 90_00, instead_of: id })
  await expect(agreements('maya').agree({ id, ...TERMS })).rejects.toThrow('Please look at it')
  const changed = (await get(quote)).open
  expect(changed).toMatchObject({ price: 90_00 })
  for (let sent = 0; sent < 2; sent += 1)
    await agreements('maya').refuse({ id: changed?.id ?? '', ...TERMS, price: 90_00 })
  expect(await get(quote)).toMatchObject({ open: null, renewals: [{ answer: 'refused', price: 90_00 }] })
  // The captain offers, and takes it back.
  await offer('maya', quote)
  const own = (await get(quote)).open?.id ?? ''
  await expect(agreements('curb').withdraw({ id: own })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await agreements('maya').withdraw({ id: own })
  // Sent again, as after a lost response.
  await agreements('maya').withdraw({ id: own })
  await expect(agreements('curb').agree({ id: own, ...TERMS })).rejects.toThrow('Please look at it')
})

test('both renew at the same moment: at the same price it is agreed once, at another nothing is [Product 2.9]', async () => {
  for (let round = 0; round < 6; round += 1) {
    await db.query('truncate events, building_services, renewals cascade')
    const { quote } = await agreement()
    const same = round % 2 === 0
    const both = await Promise.allSettled([
      offer('curb', quote),
      offer('maya', quote, same ? {} : { price: 84_00 }),
    ])
    const booked = (await db.query(`select from appointments where nominal_date > $1`, [ENDS])).rowCount
    const { rows } = await db.query('select answer from renewals')
    if (same) {
      expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
      expect(rows).toEqual([{ answer: 'agreed' }])
      expect(booked).toBe(4)
      // Whoever came second repeats it.
      const second = (await get(quote)).renewals[0]?.offered_by === 'vendor' ? 'maya' : 'curb'
      expect(await offer(second, quote)).toEqual({ visits: 4 })
    } else {
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(rows).toEqual([{ answer: null }])
      expect(booked).toBe(0)
    }
  }
})

test('nothing is renewed before ninety days, after the end, once it was ended, or without a visit', async () => {
  const { service, quote } = await agreement()
  on('2026-11-13')
  await expect(offer('curb', quote)).rejects.toThrow('within 90 days')
  on('2027-02-13')
  await expect(offer('curb', quote)).rejects.toThrow('within 90 days')
  on('2026-11-20')
  await expect(offer('curb', quote, { until_date: '2027-02-20' })).rejects.toThrow(
    'No visit falls before that day',
  )
  await expect(offer('curb', quote, { until_date: '2028-02-13' })).rejects.toThrow('a year at most')
  await offer('curb', quote)
  const { open } = await get(quote)
  const { visits: shown } = await world.as('maya').visits.ofService({ id: service })
  const ended = { id: service, from_date: '2026-12-01', reason: 'We do it ourselves' }
  await world.as('maya').visits.endService({
    ...ended,
    visits: shown.filter(({ scheduled_date }) => scheduled_date >= ended.from_date).length,
  })
  await expect(agreements('maya').agree({ id: open?.id ?? '', ...TERMS })).rejects.toThrow('within 90 days')
})

test('crew that is assigned to the agreement goes on, and a pause stays a pause', async () => {
  const { service, quote } = await agreement()
  const [first] = (await world.as('curb').visits.upcoming({ page: 1, all: true })).visits
  await world
    .as('curb')
    .visits.assign({ id: first?.id ?? '', person: world.idOf('cole'), scope: 'all', visits: 4 })
  await offer('curb', quote)
  const { open } = await get(quote)
  const pause = {
    id: service,
    from_date: '2027-04-01',
    until_date: '2027-04-30',
    reason: 'The court is paved',
  }
  await world.as('maya').visits.pauseService({ ...pause, visits: 0 })
  expect(await agreements('maya').agree({ id: open?.id ?? '', ...TERMS })).toEqual({ visits: 3 })
  const { rows } = await db.query(
    `select scheduled_date, status, assigned_to from appointments where nominal_date > $1 order by 1`,
    [ENDS],
  )
  expect(
    rows.filter(({ status }) => status === 'cancelled').map(({ scheduled_date }) => scheduled_date),
  ).toEqual(['2027-04-09'])
  for (const { status, assigned_to } of rows)
    if (status === 'confirmed') expect(assigned_to).toBe(world.idOf('cole'))
})

const told = async () =>
  (await db.query(`select data from events where kind = 'agreement_ends' order by id`)).rows.map(
    ({ data }) => data.days,
  )

test('of an agreement of months the captain hears 90, 60 and 30 days before its end, on these very days [Product 2.9]', async () => {
  await agreement('2027-05-07')
  const heard: [string, number[]][] = []
  for (const day of ['2027-02-05', '2027-02-06', '2027-03-07', '2027-03-08', '2027-04-06', '2027-04-07']) {
    on(day)
    await tellOfEnds(world.portal)
    heard.push([day, await told()])
  }
  expect(heard).toEqual([
    ['2027-02-05', []],
    ['2027-02-06', [90]],
    ['2027-03-07', [90]],
    ['2027-03-08', [90, 60]],
    ['2027-04-06', [90, 60]],
    ['2027-04-07', [90, 60, 30]],
  ])
})

test('a captain is reminded 90, 60 and 30 days before, once by two servers, and no more once it is renewed [Product 2.9]', async () => {
  const { quote } = await agreement()
  // Accepted 84 days before: it is not told of the ninety.
  for (const day of ['2026-11-20', '2026-12-13', '2026-12-14', '2026-12-15', '2027-01-13']) {
    on(day)
    await Promise.all([tellOfEnds(world.portal), tellOfEnds(other.portal)])
  }
  expect(await told()).toEqual([60, 30])
  const { rows } = await db.query(
    `select distinct m.recipient from mails m join events e on e.id = m.event_id where e.kind = 'agreement_ends'`,
  )
  expect(rows).toEqual([{ recipient: 'maya@example.com' }])
  await offer('curb', quote)
  const { open } = await get(quote)
  await agreements('maya').agree({ id: open?.id ?? '', ...TERMS })
  await db.query(`update events set at = '2027-01-13T17:00:00Z' where kind = 'renewal_agreed'`)
  on('2027-01-20')
  await tellOfEnds(world.portal)
  expect(await told()).toEqual([60, 30])
  // The new end has reminders of its own.
  on('2027-06-15')
  await tellOfEnds(world.portal)
  expect(await told()).toEqual([60, 30, 15])
})
