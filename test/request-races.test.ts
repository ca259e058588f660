import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NO_TERMS } from '../src/domain/quotes/terms.ts'
import { ANY_TIME } from '../src/domain/visits/availability.ts'
import { closeOverdue } from '../src/server/features/services/deadlines.ts'
import { addInsurance } from './features/compliance.ts'
import { openTwoServers, ROUNDS, TIME } from './two-servers.ts'
import { type Name, NOW, type World } from './world.ts'

// A building and its vendors change a request at the same time, each on a server of its own.
let servers: Awaited<ReturnType<typeof openTwoServers>>
let world: World
let db: pg.Pool

beforeAll(async () => {
  servers = await openTwoServers('request_races')
  world = servers.world
  db = servers.db
})
afterAll(() => servers.close())

const here = (name: Name) => servers.here(name)
const there = (name: Name) => servers.there(name)
const race: typeof servers.race = (...both) => servers.race(...both)

const PRICE = { per_visit_price: 90_00 }
const REQUEST = {
  description: 'Steps and ramp.',
  service_type: 'recurring',
  required_every_weeks: 1,
  preferred_start_date: '2027-01-04',
  preferred_end_date: '2027-02-01',
} as const

/** A new request, and the price of one of its vendors. */
async function offered() {
  await db.query('truncate events, building_services cascade')
  world.clock.now = NOW
  const service = await world.request('Snow Removal', REQUEST)
  return { service, id: await world.quote('curb', service, PRICE.per_visit_price) }
}

const statusOf = async (id: string) => {
  const { rows } = await db.query(
    `select q.status, s.status as service, (select count(*)::int from appointments) as visits,
       given_up_reason is not null as given_up, withdrawn, once_price, for_earlier_request, r.description
     from service_quotes q join building_services s on s.id = q.building_service_id
     join request_rounds r on r.building_service_id = s.id and r.round = q.round where q.id = $1`,
    [id],
  )
  return rows[0]
}

test('a price is withdrawn, or accepted [Product 2.4]', { timeout: TIME }, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id } = await offered()
    const [withdrawn, accepted] = await race(
      round,
      () => there('curb').quotes.giveUp({ id, reason: 'Too far.' }),
      () => here('ned').quotes.accept({ id, ...PRICE }),
    )
    expect(withdrawn).not.toBe(accepted)
    expect(await statusOf(id)).toMatchObject(
      accepted
        ? { status: 'accepted', service: 'Accepted', visits: 5, given_up: false }
        : { status: 'declined', service: 'Quote', visits: 0, given_up: true },
    )
    outcomes.add(`${accepted}`)
  }
  expect(outcomes.size, 'each of them was first').toBe(2)
})

test('an acceptance is for terms that were shown, or refused [Product 2.4]', { timeout: TIME }, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id } = await offered()
    const terms = { ...NO_TERMS, start_price: 500_00 }
    const [changed, accepted] = await race(
      round,
      () => there('curb').quotes.update({ id, ...PRICE, terms }),
      () => here('ned').quotes.accept({ id, ...PRICE, availability: ANY_TIME }),
    )
    expect(changed).not.toBe(accepted)
    expect(await statusOf(id)).toMatchObject({ status: accepted ? 'accepted' : 'pending', once_price: 0 })
    outcomes.add(`${accepted}`)
  }
  expect(outcomes.size, 'each of them was first').toBe(2)
})

test('a request closes because nobody decided, or a quote of it is accepted [Product 2.2]', {
  timeout: TIME,
}, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id } = await offered()
    // Eight days after 'Decide by', and before the start.
    world.clock.now = new Date('2026-12-12T20:00:00Z')
    const [, accepted] = await race(
      round,
      () => closeOverdue(servers.other),
      () => here('ned').quotes.accept({ id, ...PRICE }),
    )
    outcomes.add(`${accepted}`)
    expect(await statusOf(id)).toMatchObject(
      accepted
        ? { status: 'accepted', service: 'Accepted', visits: 5, withdrawn: false }
        : { status: 'declined', service: 'None', visits: 0, withdrawn: true },
    )
  }
  expect(outcomes.size, 'each of them was first').toBe(2)
})

test('a request is withdrawn by its building, or a quote of it is accepted by a neighbor [Product 2.2]', {
  timeout: TIME,
}, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const { service, id } = await offered()
    const [withdrawn, accepted] = await race(
      round,
      () => there('maya').services.withdraw({ id: service, reason: 'We sold the ramp.' }),
      () => here('ned').quotes.accept({ id, ...PRICE }),
    )
    expect(withdrawn).not.toBe(accepted)
    expect((await statusOf(id))?.service).toBe(accepted ? 'Accepted' : 'None')
    outcomes.add(`${accepted}`)
  }
  expect(outcomes.size, 'each of them was first').toBe(2)
})

test('a price is for the request that its vendor saw, or marked as for an earlier one [Product 2.3]', {
  timeout: TIME,
}, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const { service } = await offered()
    const id = await world.quoteOf('evergreen', service)
    const { service_type: _, ...dates } = REQUEST
    const shown = { ...dates, until_ended: false, scope: '' }
    const [submitted, changed] = await race(
      round,
      () => there('evergreen').quotes.submit({ id, ...PRICE, asked: shown }),
      () => here('maya').services.edit({ id: service, ...REQUEST, description: 'The ramp only.' }),
    )
    expect(changed).toBe(true)
    const { rows } = await db.query('select state, for_earlier_request from service_quotes where id = $1', [
      id,
    ])
    expect(rows).toEqual([
      submitted
        ? { state: 'submitted', for_earlier_request: true }
        : { state: 'needs_quote', for_earlier_request: false },
    ])
    outcomes.add(`${submitted}`)
  }
  expect(outcomes.size, 'each of them was first').toBe(2)
})

test('an acceptance is for the request that was shown, or refused [Product 2.5]', {
  timeout: TIME,
}, async () => {
  const outcomes = new Set<string>()
  const { service_type: _, ...words } = REQUEST
  const asked = { ...words, until_ended: false, scope: '' }
  for (let round = 0; round < ROUNDS; round += 1) {
    const { service, id } = await offered()
    // The vendor confirms its price at once, so that only what was shown keeps the acceptance off.
    const editAndConfirm = async () => {
      await there('maya').services.edit({ id: service, ...REQUEST, description: 'The ramp, too.' })
      await there('curb').quotes.update({ id, ...PRICE })
    }
    const [changed, accepted] = await race(round, editAndConfirm, () =>
      here('ned').quotes.accept({ id, ...PRICE, asked }),
    )
    expect(changed).not.toBe(accepted)
    const { description } = accepted ? REQUEST : { description: 'The ramp, too.' }
    expect(await statusOf(id)).toMatchObject({ status: accepted ? 'accepted' : 'pending', description })
    outcomes.add(`${accepted}`)
  }
  expect(outcomes.size, 'each of them was first').toBe(2)
})

test('an acceptance is for the days and hours that were shown, or refused [Product 1.2, 2.5]', {
  timeout: TIME,
}, async () => {
  const outcomes = new Set<string>()
  const SATURDAYS = { weekdays: [6], arrives_from: '05:00', arrives_until: '08:00' }
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id } = await offered()
    const [changed, accepted] = await race(
      round,
      () => there('curb').quotes.update({ id, ...PRICE, availability: SATURDAYS }),
      () => here('ned').quotes.accept({ id, ...PRICE, availability: ANY_TIME }),
    )
    expect(changed).not.toBe(accepted)
    expect(await statusOf(id)).toMatchObject(
      accepted ? { status: 'accepted', visits: 5 } : { status: 'pending', visits: 0 },
    )
    outcomes.add(`${accepted}`)
  }
  expect(outcomes.size, 'each of them was first').toBe(2)
})

test('a vendor declines while more time is given: it is told of that before it declined, or not at all [Product 2.2]', {
  timeout: TIME,
}, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const { service } = await offered()
    const id = await world.quoteOf('evergreen', service)
    const ends = await race(
      round,
      () => there('evergreen').quotes.giveUp({ id, reason: 'Too far.' }),
      () => here('maya').services.extend({ id: service, quotes_by: '2026-12-11', decide_by: '2026-12-18' }),
    )
    expect(ends).toEqual([true, true])
    const { rows } = await db.query(
      `select kind from events where vendor_id = $1 and kind in ('quote_given_up', 'request_extended') order by id`,
      [world.companyOf('evergreen')],
    )
    const kinds = rows.map(({ kind }) => kind)
    expect(kinds.at(-1)).toBe('quote_given_up')
    expect(kinds.length).toBeLessThan(3)
    outcomes.add(kinds.join())
  }
  expect(outcomes.size, 'each of them was first').toBe(2)
})

test('the building closes a day of the week while a quote is accepted: what is booked was shown [Product 1.2, 2.5]', {
  timeout: TIME,
}, async () => {
  const outcomes = new Set<string>()
  const first = ['2027-01-04', '2027-01-11', '2027-01-18', '2027-01-25', '2027-02-01']
  const building = { name: 'The Minor', number_of_floors: 6, number_of_units: 24, square_feet: null }
  const closing = (closed_weekdays: number[]) => ({
    ...building,
    ...{ closed_weekdays, closed_on_holidays: false, quiet_from: null, quiet_until: null },
  })
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id } = await offered()
    await here('maya').buildings.update(closing([]))
    const [closed, accepted] = await race(
      round,
      () => there('maya').buildings.update(closing([1])),
      () => here('ned').quotes.accept({ id, ...PRICE, books: { visits: 5, first, total: 450_00 } }),
    )
    expect(closed).toBe(true)
    const { rows } = await db.query('select scheduled_date from appointments order by 1')
    expect(rows.map(({ scheduled_date }) => scheduled_date)).toEqual(accepted ? first : [])
    outcomes.add(`${accepted}`)
  }
  expect(outcomes.size, 'each of them was first').toBe(2)
  await here('maya').buildings.update(closing([]))
})

test('a verification is taken back or given while a quote is accepted: the acceptance goes through whole, or not at all [Product 2.6]', {
  timeout: TIME,
}, async () => {
  const service_type_id = world.typeId('Snow Removal')
  const requirement = { service_type_id, kind: 'insurance' } as const
  await here('ada').compliance.setRequirement({ ...requirement, required: true })
  const document = await addInsurance(world)
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    // The same one in each round: nobody may send so many.
    await db.query(
      `update compliance_documents set status = 'waiting', decided_at = null, decided_by = null, refused_reason = null`,
    )
    const takesBack = round % 4 < 2
    if (takesBack) await here('ada').compliance.verify({ id: document })
    const { id } = await offered()
    const decide = takesBack
      ? () => there('ada').compliance.refuse({ id: document, reason: 'Cancelled.' })
      : () => there('ada').compliance.verify({ id: document })
    const accept = () => here('ned').quotes.accept({ id, ...PRICE })
    // An acceptance reads the documents late: a short wait would seldom let it be the second.
    const [decided, accepted] = await race(round, decide, accept, 80)
    expect(decided).toBe(true)
    expect(await statusOf(id)).toMatchObject(
      accepted
        ? { status: 'accepted', service: 'Accepted', visits: 5 }
        : { status: 'pending', service: 'Quote', visits: 0 },
    )
    // The visits that an acceptance booked first are told of, however close the two were.
    const told = await db.query(
      `select (data->>'visits')::integer as visits from events where kind = 'visits_at_risk'`,
    )
    expect(told.rows).toEqual(takesBack && accepted ? [{ visits: 5 }] : [])
    // Afterwards there is no doubt.
    if (!accepted && takesBack) await expect(accept()).rejects.toThrow('its vendor lacks')
    if (!accepted && !takesBack) await accept()
    outcomes.add(`${takesBack} ${accepted}`)
  }
  expect(outcomes.size, 'each of them was first, both ways').toBe(4)
  await here('ada').compliance.setRequirement({ ...requirement, required: false })
})

test('a verification is taken back while somebody checks in: the visit has begun, or it has not [Product 2.6]', {
  timeout: TIME,
}, async () => {
  const service_type_id = world.typeId('Snow Removal')
  const requirement = { service_type_id, kind: 'insurance' } as const
  await here('ada').compliance.setRequirement({ ...requirement, required: true })
  const { rows: kept } = await db.query('select id from compliance_documents limit 1')
  const document = kept[0]?.id ?? (await addInsurance(world))
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    await db.query(
      `update compliance_documents set status = 'waiting', decided_at = null, decided_by = null, refused_reason = null`,
    )
    await here('ada').compliance.verify({ id: document })
    await db.query('truncate events, building_services cascade')
    world.clock.now = NOW
    const id = await world.visitToday('curb', 'Snow Removal')
    const checkIn = () => here('curb').visits.checkIn({ id, at: NOW.toISOString() })
    const [refused, begun] = await race(
      round,
      () => there('ada').compliance.refuse({ id: document, reason: 'Cancelled.' }),
      checkIn,
    )
    expect(refused).toBe(true)
    const { rows } = await db.query(
      'select checked_in_at is not null as begun from appointments where id = $1',
      [id],
    )
    expect(rows).toEqual([{ begun }])
    if (!begun) await expect(checkIn()).rejects.toThrow('insurance')
    outcomes.add(`${begun}`)
  }
  expect(outcomes.size, 'each of them was first').toBe(2)
  await here('ada').compliance.setRequirement({ ...requirement, required: false })
})
