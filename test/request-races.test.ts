import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ANY_TIME } from '../src/domain/visits/availability.ts'
import { breachesOf } from '../src/server/cli/check.ts'
import { createPool } from '../src/server/db/pool.ts'
import { openBrowser, type Procedures } from '../src/server/demo/person.ts'
import { closeOverdue } from '../src/server/features/services/deadlines.ts'
import { createPortal } from '../src/server/portal.ts'
import { createWorldDatabase } from './database.ts'
import { chances, size } from './faults/drill.ts'
import { addInsurance } from './features/compliance.ts'
import { type Name, NOW, openWorld, type World } from './world.ts'

// A building and its vendors change a request at the same time, each on a server of its own.
// Without one of the locks a race fails within its first rounds, so `npm test` runs few; `npm run test:faults` runs all.
const ROUNDS = size(20, 200)
const TIME = size(60_000, 240_000)
const random = chances()

let world: World
let db: pg.Pool
let other: ReturnType<typeof createPortal>

beforeAll(async () => {
  const connection = await createWorldDatabase('request_races')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
  other = createPortal(
    { ...connection, application_name: 'other server' },
    world.portal.config,
    () => world.clock.now,
  )
})
afterAll(() => Promise.all([other.close(), db.end(), world.close()]))

const here = (name: Name): Procedures => world.as(name)
const there = (name: Name): Procedures => openBrowser(other.portal, '127.0.0.1', world.people[name].jar)

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

/** Both at once, one of them first by some milliseconds in every other round. Whether each went through. */
async function race(
  round: number,
  one: () => Promise<unknown>,
  another: () => Promise<unknown>,
  longest = 20,
) {
  const after = async (waits: boolean, change: () => Promise<unknown>) => {
    if (waits) await sleep(random() * longest)
    await change()
  }
  const ends = await Promise.allSettled([after(round % 2 === 0, one), after(round % 2 === 1, another)])
  expect(await breachesOf(world.portal.db)).toEqual([])
  const codes = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []))
  expect(codes.filter((code) => code !== 'CONFLICT')).toEqual([])
  return ends.map(({ status }) => status === 'fulfilled')
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
    const terms = { lines: [], start_price: 500_00, extras: [], valid_until: null, note: null }
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
      () => closeOverdue(other.portal),
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
  }
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
    // The visits that an acceptance booked first are told of, whoever was first by how little.
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
