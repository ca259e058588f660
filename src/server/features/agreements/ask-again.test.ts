import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { NOW, openWorld, type World } from '../../../../test/world.ts'
import { breachesOf } from '../../cli/check.ts'
import { createPool } from '../../db/pool.ts'
import { tellOfEnds } from './notices.ts'

let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('ask_again')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 2 })
})
afterAll(() => Promise.all([db.end(), world.close()]))
beforeEach(() => db.query('truncate events, building_services, renewals cascade'))
afterEach(async () => {
  world.clock.now = NOW
  expect(await breachesOf(world.portal.db)).toEqual([])
})

const SERVICE = 'Landscaping'
const ENDS = '2027-02-12'
const TERMS = { until_date: '2027-06-30', price: 85_00 }
const NEXT = { preferred_start_date: '2027-02-13', preferred_end_date: '2027-05-15' }

/** Every four weeks from today on, until February 12. */
async function agreement() {
  const service = await world.request(SERVICE)
  const quote = await world.quote('curb', service, 80_00)
  await world.accept(service, quote)
  return { service, quote }
}
const askAgain = (follows: string, change = {}) => world.request(SERVICE, { follows, ...NEXT, ...change })
const services = () => world.as('maya').services.list()
const offer = (by: 'maya' | 'curb', id: string) =>
  world.as(by).agreements.offer({ id, ends_on: ENDS, instead_of: null, note: null, ...TERMS })

test('vendors are asked again for what follows, the present one too; both run side by side [Product 2.9]', async () => {
  const { service, quote } = await agreement()
  const next = await askAgain(service)
  expect(await services()).toMatchObject([
    { id: next, status: 'Quote', vendors_asked: 3, follows: service },
    { id: service, status: 'Accepted', follows: null },
  ])
  const chosen = await world.quote('hilltop', next, 70_00)
  expect(await world.accept(next, chosen)).toBe(4)
  const { visits } = await world.as('maya').visits.upcoming({ page: 1, all: true })
  expect(visits.map(({ scheduled_date, company_name }) => `${scheduled_date} ${company_name}`)).toEqual([
    ...['2026-11-20', '2026-12-18', '2027-01-15', '2027-02-12'].map((day) => `${day} Curb & Corner`),
    ...['2027-02-13', '2027-03-13', '2027-04-10', '2027-05-08'].map((day) => `${day} Hilltop Care`),
  ])
  expect(await world.as('maya').agreements.get({ id: quote })).toMatchObject({
    asked_again: true,
    is_renewable: false,
  })
})

test('it begins after the end, within ninety days of it, once, and of the same type', async () => {
  const { service } = await agreement()
  const other = await world.request('Snow Removal')
  await expect(askAgain(service, { preferred_start_date: ENDS })).rejects.toThrow('after February 12, 2027')
  await expect(askAgain(other)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  world.clock.now = new Date('2026-11-13T20:00:00Z')
  await expect(askAgain(service)).rejects.toThrow('within 90 days')
  world.clock.now = NOW
  const both = await Promise.allSettled([askAgain(service), askAgain(service)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(askAgain(service)).rejects.toThrow('already')
  // Nor beside them.
  await expect(world.request(SERVICE)).rejects.toThrow('already')
  const next = (await services()).find(({ follows }) => follows === service)?.id ?? ''
  const changed = { id: next, description: 'x', service_type: 'recurring', required_every_weeks: 4 } as const
  await expect(
    world.as('maya').services.edit({ ...changed, ...NEXT, preferred_start_date: ENDS }),
  ).rejects.toThrow('after February 12, 2027')
})

test('what is asked again is not renewed and not reminded of; once it was withdrawn it is', async () => {
  const { service, quote } = await agreement()
  await offer('curb', quote)
  const { open } = await world.as('maya').agreements.get({ id: quote })
  await expect(world.request(SERVICE, { follows: service, ...NEXT }, 'ned')).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  const next = await askAgain(service)
  // Its offer is refused, so that it doesn't wait unseen.
  expect((await db.query('select answer from renewals')).rows).toEqual([{ answer: 'refused' }])
  const { rows } = await db.query(
    `select m.recipient from mails m join events e on e.id = m.event_id where e.kind = 'renewal_refused'`,
  )
  expect(rows).toEqual([{ recipient: 'curb@example.com' }])
  await expect(world.as('maya').agreements.agree({ id: open?.id ?? '', ...TERMS })).rejects.toThrow(
    'asked again',
  )
  await expect(offer('curb', quote)).rejects.toThrow('asked again')
  world.clock.now = new Date('2026-12-20T20:00:00Z')
  await tellOfEnds(world.portal)
  expect((await db.query(`select from events where kind = 'agreement_ends'`)).rowCount).toBe(0)
  await world.as('maya').services.withdraw({ id: next })
  await offer('curb', quote)
  const again = (await world.as('maya').agreements.get({ id: quote })).open?.id ?? ''
  expect(await world.as('maya').agreements.agree({ id: again, ...TERMS })).toEqual({ visits: 4 })
})

test('renewing and asking again at the same moment: one of them', async () => {
  for (let round = 0; round < 6; round += 1) {
    await db.query('truncate events, building_services, renewals cascade')
    const { service, quote } = await agreement()
    await offer('curb', quote)
    const { open } = await world.as('maya').agreements.get({ id: quote })
    await Promise.allSettled([
      world.as('maya').agreements.agree({ id: open?.id ?? '', ...TERMS }),
      askAgain(service),
    ])
    const agreed = (await db.query(`select from renewals where answer = 'agreed'`)).rowCount
    const following = (await db.query('select from building_services where follows is not null')).rowCount
    expect((agreed ?? 0) + (following ?? 0)).toBe(1)
  }
})

test('once both are over, the service is requested as before, and can be followed again', async () => {
  const { service } = await agreement()
  const next = await askAgain(service)
  await world.accept(next, await world.quote('hilltop', next, 70_00))
  world.clock.now = new Date('2027-06-01T20:00:00Z')
  const days = { preferred_start_date: '2027-06-02', preferred_end_date: '2027-08-25' }
  expect(await world.request(SERVICE, days)).toBe(service)
  const quote = await world.quote('curb', service, 80_00)
  await world.accept(service, quote)
  const after = { preferred_start_date: '2027-08-26', preferred_end_date: '2027-10-21' }
  expect(await askAgain(service, after)).toBe(next)
  expect((await services()).map(({ id, status }) => [id, status])).toEqual([
    [next, 'Quote'],
    [service, 'Accepted'],
  ])
})
