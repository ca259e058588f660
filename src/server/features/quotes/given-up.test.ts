import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { NOW, openWorld, type Vendor, type World } from '../../../../test/world.ts'
import { createPool } from '../../db/pool.ts'

let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('given_up')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
})
afterAll(() => Promise.all([db.end(), world.close()]))

beforeEach(async () => {
  world.clock.now = NOW
  await db.query('truncate events, building_services cascade')
})

const SNOW = 'Snow Removal'
const REASON = 'We are full until spring.'
const giveUp = (id: string, by: Vendor = 'curb') => world.as(by).quotes.giveUp({ id, reason: ` ${REASON} ` })
const received = (service: string) => world.as('ned').quotes.received({ building_service_id: service })
const own = (id: string, by: Vendor = 'curb') => world.as(by).quotes.get({ id })
const events = async (kind: string) => {
  const { rows } = await db.query('select subject, vendor_id, data from events where kind = $1 order by id', [
    kind,
  ])
  return rows
}

test('a vendor declines a request with a reason: the building reads it, and others do not [Product 2.4]', async () => {
  const service = await world.request(SNOW, {}, 'ned')
  const id = await world.quoteOf('curb', service)
  await giveUp(id)
  expect(await own(id)).toMatchObject({ state: 'lost', given_up_reason: REASON, per_visit_price: null })
  expect(await received(service)).toMatchObject({
    quotes: [],
    given_up: [{ company_name: 'Curb & Corner', given_up_reason: REASON }],
    unanswered: 2,
  })
  expect(await events('quote_given_up')).toMatchObject([
    { subject: id, vendor_id: world.companyOf('curb'), data: { reason: REASON, quoted: false } },
  ])
  const { rows } = await db.query(
    `select recipient from mails m join events e on e.id = m.event_id where e.kind = 'quote_given_up' order by 1`,
  )
  expect(rows.map(({ recipient }) => recipient)).toEqual(['maya@example.com', 'ned@example.com'])
  const others = JSON.stringify([
    await world.as('evergreen').quotes.list({ tab: 'all', page: 1 }),
    await world.as('evergreen').quotes.get({ id: await world.quoteOf('evergreen', service) }),
    await world.as('evergreen').quotes.questions({ building_service_id: service, round: 1 }),
  ])
  expect(others).not.toContain(REASON)
})

test('a withdrawn price is no more counted, compared or accepted [Product 2.4]', async () => {
  const service = await world.request(SNOW)
  const id = await world.quote('curb', service, 50_00)
  const other = await world.quote('evergreen', service, 60_00)
  await giveUp(id)
  const { quotes } = await received(service)
  expect(quotes.map((quote) => quote.id)).toEqual([other])
  const [card] = await world.as('maya').services.list()
  expect(card).toMatchObject({ quotes_received: 1, lowest_price: 60_00, vendors_asked: 3 })
  await expect(world.as('maya').quotes.accept({ id, per_visit_price: 50_00 })).rejects.toMatchObject({
    message: 'this quote is no longer open',
  })
  expect(await world.accept(service, other)).toBeGreaterThan(0)
  // Who gave up is not told that another was chosen.
  expect((await events('quote_declined')).map(({ subject }) => subject)).not.toContain(id)
  expect(await own(id)).toMatchObject({ state: 'lost', given_up_reason: REASON })
})

test('what is given up stays so; a decided quote can’t be given up', async () => {
  const service = await world.request(SNOW)
  const id = await world.quote('curb', service, 50_00)
  await giveUp(id)
  const closed = { code: 'CONFLICT' }
  await expect(giveUp(id)).rejects.toMatchObject(closed)
  await expect(world.as('curb').quotes.update({ id, per_visit_price: 40_00 })).rejects.toMatchObject(closed)
  const chosen = await world.quote('evergreen', service, 60_00)
  await world.accept(service, chosen)
  await expect(giveUp(chosen, 'evergreen')).rejects.toMatchObject(closed)
  for (const change of [`status = 'pending'`, 'given_up_reason = null', `per_visit_price = 1`])
    await expect(db.query(`update service_quotes set ${change} where id = $1`, [id])).rejects.toThrow(
      'only an open quote is given up, and for good',
    )
  await expect(
    db.query(`update service_quotes set given_up_reason = 'No.' where id = $1`, [chosen]),
  ).rejects.toThrow('only an open quote is given up, and for good')
})

test('a vendor that gave up hears of no change, and is asked again in the next round', async () => {
  const service = await world.request(SNOW)
  const id = await world.quoteOf('curb', service)
  await giveUp(id)
  await world.as('maya').services.edit({
    id: service,
    description: 'The ramp only',
    service_type: 'on-demand',
    preferred_start_date: '2026-12-04',
  })
  const told = (await events('request_changed')).map(({ subject }) => subject)
  expect(told).toHaveLength(2)
  expect(told).not.toContain(id)
  await world.as('maya').services.withdraw({ id: service, reason: 'Later.' })
  expect(await own(id)).toMatchObject({ withdrawn: false, given_up_reason: REASON })
  await world.request(SNOW)
  expect(await world.quoteOf('curb', service)).not.toBe(id)
})

test('a vendor sees that the building opened its price; a changed price was not opened [Product 2.4]', async () => {
  const service = await world.request(SNOW)
  const id = await world.quote('curb', service, 50_00)
  const open = async () => world.as('ned').quotes.open(await world.pricesShown(service))
  expect((await own(id)).opened_at).toBeNull()
  await open()
  const { opened_at } = await own(id)
  expect(opened_at).not.toBeNull()
  // Once for each price, however often it is looked at.
  await open()
  expect(await events('quote_opened')).toMatchObject([{ subject: id, vendor_id: world.companyOf('curb') }])
  expect((await own(id)).opened_at).toEqual(opened_at)
  await world.as('curb').quotes.update({ id, per_visit_price: 45_00 })
  expect((await own(id)).opened_at).toBeNull()
  // A price that changed after it was read was not opened.
  const read = await world.pricesShown(service)
  await world.as('curb').quotes.update({ id, per_visit_price: 120_00 })
  await world.as('ned').quotes.open(read)
  expect((await own(id)).opened_at).toBeNull()
  await expect(world.as('otto').quotes.open(read)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect((await own(id)).opened_at).toBeNull()
})
