import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { NOW, openWorld, type World } from '../../../../test/world.ts'
import type { QuoteTerms } from '../../../domain/quotes/terms.ts'
import { createPool } from '../../db/pool.ts'

let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('terms')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
})
afterAll(() => Promise.all([db.end(), world.close()]))

beforeEach(async () => {
  world.clock.now = NOW
  await db.query('truncate events, building_services cascade')
})

const SCOPE = [
  { key: 'places', answer: ['Walks', 'Ramps'] },
  { key: 'salt', answer: ['Yes'] },
]
const TERMS: QuoteTerms = {
  lines: [
    { key: 'places', offer: 'included', price: null },
    { key: 'salt', offer: 'extra', price: 10_00 },
  ],
  start_price: 200_00,
  extras: [
    { name: 'Haul snow away', price: 40_00, per: 'visit' },
    { name: 'Stakes', price: 75_00, per: 'once' },
  ],
  valid_until: '2026-12-31',
  note: 'We come before 7.',
}
const PRICE = { per_visit_price: 90_00 }

/** Weekly from today on, five visits: the last one in December. */
const ask = () =>
  world.request('Snow Removal', {
    scope: SCOPE,
    service_type: 'recurring',
    required_every_weeks: 1,
    preferred_start_date: '2026-11-23',
    preferred_end_date: '2026-12-21',
  })
async function offer(service: string, terms: QuoteTerms | undefined = TERMS) {
  const id = await world.quoteOf('curb', service)
  await world.as('curb').quotes.submit({ id, ...PRICE, terms })
  return id
}
const received = async (service: string) =>
  (await world.as('ned').quotes.received({ building_service_id: service })).quotes
const own = (id: string) => world.as('curb').quotes.get({ id })
const priceOfVisits = async () => {
  const { visits } = await world.as('maya').visits.upcoming({ page: 1 })
  return visits.map(({ price }) => price)
}

test('the building reads what a quote includes, and another vendor does not [Product 2.4]', async () => {
  const service = await ask()
  const id = await offer(service)
  expect(await received(service)).toMatchObject([{ id, ...PRICE, ...TERMS }])
  expect(await own(id)).toMatchObject(TERMS)
  await expect(world.as('evergreen').quotes.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('terms that are not sent stay, and those that are sent replace them [Product 2.4]', async () => {
  const service = await ask()
  const id = await offer(service)
  await world.as('curb').quotes.update({ id, per_visit_price: 80_00 })
  expect(await own(id)).toMatchObject({ per_visit_price: 80_00, ...TERMS })
  const changed = { ...TERMS, lines: [], extras: [], note: null }
  await world.as('curb').quotes.update({ id, per_visit_price: 80_00, terms: changed })
  expect(await own(id)).toMatchObject(changed)
})

test('an older page can’t confirm terms of a scope that changed meanwhile', async () => {
  const service = await ask()
  const id = await offer(service)
  await world.as('maya').services.edit({
    id: service,
    description: 'Steps, ramp and walks',
    scope: [...SCOPE, { key: 'by', answer: ['7 AM'] }],
    service_type: 'recurring',
    required_every_weeks: 1,
    preferred_start_date: '2026-11-23',
    preferred_end_date: '2026-12-21',
  })
  await expect(world.as('curb').quotes.update({ id, ...PRICE })).rejects.toThrow(
    'Say for each line of the scope whether it is included',
  )
  expect(await own(id)).toMatchObject({ for_earlier_request: true })
  const lines = [...TERMS.lines, { key: 'by', offer: 'not_included' as const, price: null }]
  await world.as('curb').quotes.update({ id, ...PRICE, terms: { ...TERMS, lines } })
  expect(await own(id)).toMatchObject({ for_earlier_request: false, lines })
})

test('terms of another scope are refused with their field, and nothing is saved', async () => {
  const service = await ask()
  const id = await world.quoteOf('curb', service)
  const submit = (terms: Partial<QuoteTerms>) =>
    world.as('curb').quotes.submit({ id, ...PRICE, terms: { ...TERMS, ...terms } })
  await expect(submit({ lines: TERMS.lines.slice(1) })).rejects.toThrow(
    'Say for each line of the scope whether it is included',
  )
  await expect(submit({ valid_until: '2026-11-19' })).rejects.toThrow('Valid until must be today or later')
  expect(await own(id)).toMatchObject({ state: 'needs_quote', lines: [] })
})

test('an acceptance books the chosen extras, and what is paid once with the first visit [Product 2.4]', async () => {
  const service = await ask()
  const id = await offer(service)
  const shown = { id, ...PRICE, terms: TERMS }
  await world.as('ned').quotes.accept({ ...shown, chosen: ['salt', 'extra-1'] })
  expect(await own(id)).toMatchObject({
    state: 'accepted',
    per_visit_price: 90_00,
    chosen: ['salt', 'extra-1'],
    extra_price: 10_00,
    once_price: 275_00,
  })
  expect(await priceOfVisits()).toEqual([375_00, 100_00, 100_00, 100_00, 100_00])
  const [card] = await world.as('maya').services.list()
  expect(card?.accepted_price).toBe(100_00)

  // Its building's month and its vendor's expect the same, to the cent.
  const { to_come } = await world.as('maya').billing.dashboard()
  expect(to_come.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['visit', 100_00],
    ['start', 275_00],
    ['visit', 100_00],
  ])
  expect(to_come.amount).toBe(375_00 + 100_00)
  const figures = await world.as('curb').vendors.dashboard()
  expect(figures.revenue_opportunity).toBe(375_00)
})

test('the crew ticks what was agreed: neither what is left out, nor an extra that was not chosen [Product 2.1]', async () => {
  const checklistOf = async (salt: QuoteTerms['lines'][number], chosen: string[]) => {
    await db.query('truncate events, building_services cascade')
    world.clock.now = NOW
    const service = await ask()
    const [places] = TERMS.lines
    if (!places) throw new Error('The terms say nothing of the places')
    const terms = { ...TERMS, lines: [places, salt] }
    const id = await offer(service, terms)
    await world.as('ned').quotes.accept({ id, ...PRICE, terms, chosen })
    world.clock.now = new Date('2026-11-23T16:30:00Z')
    const { stops } = await world.as('curb').visits.today()
    return stops[0]?.checklist
  }
  const places = ['Clear the walks', 'Clear the ramps']
  const extra = { key: 'salt', offer: 'extra', price: 10_00 } as const
  expect(await checklistOf(extra, ['salt'])).toEqual([...places, 'Salt walks, stairs and ramps'])
  expect(await checklistOf(extra, [])).toEqual(places)
  expect(await checklistOf({ key: 'salt', offer: 'not_included', price: null }, [])).toEqual(places)
})

test('what is paid once goes to the next visit when the first is cancelled', async () => {
  const service = await ask()
  await world.as('ned').quotes.accept({ id: await offer(service), ...PRICE, terms: TERMS })
  const { visits } = await world.as('maya').visits.upcoming({ page: 1 })
  const { id = '', scheduled_date: shown_date = '', scheduled_time: shown_time = '' } = visits[0] ?? {}
  await world.as('maya').visits.cancel({ id, shown_date, shown_time, reason: 'No snow.' })
  const left = await world.as('maya').visits.upcoming({ page: 1 })
  expect(left.visits.filter(({ status }) => status === 'confirmed').map(({ price }) => price)).toEqual([
    290_00, 90_00, 90_00, 90_00,
  ])
})

test('an acceptance is refused for other terms than were shown, without any, and after the last day', async () => {
  const service = await ask()
  const id = await offer(service)
  const accept = (shown: object) => world.as('ned').quotes.accept({ id, ...PRICE, ...shown })
  const changed = 'the vendor changed what its quote includes; please look at it again'
  await expect(accept({})).rejects.toThrow(changed)
  await expect(accept({ terms: { ...TERMS, start_price: 150_00 } })).rejects.toThrow(changed)
  await expect(accept({ terms: TERMS, chosen: ['extra-2'] })).rejects.toThrow('this quote has no such extra')
  await world.as('curb').quotes.update({ id, ...PRICE, terms: { ...TERMS, valid_until: '2026-11-20' } })
  world.clock.now = new Date('2026-11-21T20:00:00Z')
  await expect(accept({ terms: { ...TERMS, valid_until: '2026-11-20' } })).rejects.toThrow(
    'this price no longer holds. Its vendor has to renew it first',
  )
  expect((await received(service))[0]?.status).toBe('pending')
})

test('the database holds the sums of what was chosen, and nothing that is no term', async () => {
  const service = await ask()
  const id = await offer(service)
  const accepted = `update service_quotes set status = 'accepted', chosen = $2, extra_price = $3, once_price = $4 where id = $1`
  const tried: [string[], number, number][] = [
    [['salt'], 0, 200_00],
    [['salt'], 10_00, 0],
    [[], 10_00, 200_00],
    [['extra-1'], 75_00, 200_00],
  ]
  for (const [chosen, extra, once] of tried)
    await expect(db.query(accepted, [id, chosen, extra, once])).rejects.toThrow('service_quotes_agreed')
  await expect(db.query(`update service_quotes set extra_price = 1 where id = $1`, [id])).rejects.toThrow(
    'service_quotes_agreed',
  )
  for (const [column, value] of [
    ['lines', [{ key: 'salt', offer: 'extra', price: -1 }]],
    ['lines', [{ key: 'salt', offer: 'extra', price: '5' }]],
    ['lines', [{ key: 'salt', offer: 'included', price: 5 }]],
    ['lines', [{ offer: 'included', price: null }]],
    ['lines', [null]],
    ['extras', [{ name: '', price: 5, per: 'once' }]],
    ['extras', [{ name: 'Stakes', price: 5, per: 'week' }]],
    ['extras', [{ name: 'Stakes', price: 100_000_001, per: 'once' }]],
    ['extras', {}],
  ] as const)
    await expect(
      db.query(`update service_quotes set ${column} = $2 where id = $1`, [id, JSON.stringify(value)]),
      JSON.stringify(value),
    ).rejects.toThrow('service_quotes_terms')
  await db.query(accepted, [id, ['salt', 'extra-0', 'extra-1'], 50_00, 275_00])
})
