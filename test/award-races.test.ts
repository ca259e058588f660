import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, type Person, type Procedures } from '../src/server/demo/person.ts'
import { addOfficer, awardOf, RULE } from './awards.ts'
import { openTwoServers, ROUNDS, TIME } from './two-servers.ts'
import { MINOR, NOW, type World } from './world.ts'

// Officers and vendors decide about a chosen quote at the same time, each on a server of its own. Product 4.3
let servers: Awaited<ReturnType<typeof openTwoServers>>
let world: World
let db: pg.Pool
let tess: Person
let ruth: Person

beforeAll(async () => {
  servers = await openTwoServers('award_races')
  world = servers.world
  db = servers.db
  tess = await addOfficer(world, 'maya', 'tess', MINOR)
  ruth = await addOfficer(world, 'maya', 'ruth', MINOR, 'secretary')
  await world.as('maya').awards.setPolicy({ version: 0, ...RULE })
})
afterAll(() => servers.close())

const there = (person: Person): Procedures => openBrowser(servers.other, '127.0.0.1', person.jar)
const race: typeof servers.race = (...both) => servers.race(...both)
const PRICE = { per_visit_price: 90_00 }
const NO_INTEREST = { ...PRICE, interest: false }

/** A new request with a price of curb, and the award by which tess chose it. */
async function chosen() {
  const { id, service } = await offered()
  await tess.call.quotes.accept({ id, ...NO_INTEREST })
  return { id, service, award: await awardOf(world, id) }
}

async function offered() {
  await db.query('truncate events, building_services cascade')
  world.clock.now = NOW
  const dates = {
    preferred_start_date: '2027-01-04',
    preferred_end_date: '2027-02-01',
    required_every_weeks: 1,
  }
  const service = await world.request('Snow Removal', dates)
  return { service, id: await world.quote('curb', service, PRICE.per_visit_price) }
}

const stateOf = async (id: string) => {
  const { rows } = await db.query(
    `select q.status, a.state, (select count(*)::int from award_approvals p where p.award_id = a.id) as approvals,
       (select count(*)::int from appointments) as visits, (select count(*)::int from awards) as awards
     from service_quotes q left join awards a on a.service_quote_id = q.id where q.id = $1`,
    [id],
  )
  return rows[0]
}

/** That it was approved, as the race sees it: an approval that comes too late for the quote ends without an error. */
const approving = (officer: Procedures, id: string) => async () => {
  const outcome = await officer.awards.approve({ id, interest: false })
  if ('lapsed' in outcome) throw Object.assign(new Error(outcome.lapsed), { code: 'CONFLICT' })
}

test('an approval comes, or the withdrawal of who chose [Product 4.3]', { timeout: TIME }, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, award } = await chosen()
    const [withdrawn, approved] = await race(
      round,
      () => there(tess).awards.withdraw({ id: award }),
      approving(ruth.call, award),
    )
    expect(withdrawn).not.toBe(approved)
    expect(await stateOf(id)).toMatchObject(
      approved
        ? { status: 'accepted', state: 'accepted', approvals: 2, visits: 5 }
        : { status: 'pending', state: 'withdrawn', approvals: 1, visits: 0 },
    )
    outcomes.add(`${approved}`)
  }
  expect(outcomes.size, 'each of them was first').toBe(2)
})

test('of two approvals one counts, and the quote is accepted once [Product 4.3]', {
  timeout: TIME,
}, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, award } = await chosen()
    const [one, other] = await race(round, approving(there(ruth), award), approving(world.as('maya'), award))
    expect(one).not.toBe(other)
    expect(await stateOf(id)).toMatchObject({ status: 'accepted', approvals: 2, visits: 5 })
    outcomes.add(`${one}`)
  }
  expect(outcomes.size, 'each of them was first').toBe(2)
})

test('of two officers who choose at once one does, and the other quote waits for nothing [Product 4.3]', {
  timeout: TIME,
}, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, service } = await offered()
    const other = await world.quote('evergreen', service, PRICE.per_visit_price)
    const [one, another] = await race(
      round,
      () => there(tess).quotes.accept({ id, ...NO_INTEREST }),
      () => ruth.call.quotes.accept({ id: other, ...NO_INTEREST }),
    )
    expect(one).not.toBe(another)
    expect(await stateOf(one ? id : other)).toMatchObject({ status: 'pending', state: 'waiting', awards: 1 })
    outcomes.add(`${one}`)
  }
  expect(outcomes.size, 'each of them was first').toBe(2)
})

test('a price changes while it is approved: what was approved is booked, or the choice is freed [Product 4.3]', {
  timeout: TIME,
}, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, award } = await chosen()
    const [changed, approved] = await race(
      round,
      () =>
        openBrowser(servers.other, '127.0.0.1', world.people.curb.jar).quotes.update({
          id,
          per_visit_price: 99_00,
        }),
      approving(ruth.call, award),
    )
    expect(changed).not.toBe(approved)
    expect(await stateOf(id)).toMatchObject(
      approved
        ? { status: 'accepted', state: 'accepted' }
        : { status: 'pending', state: 'lapsed', visits: 0 },
    )
    outcomes.add(`${approved}`)
  }
  expect(outcomes.size, 'each of them was first').toBe(2)
})

test('an officer says that they have an interest while they approve elsewhere: one of both holds [Product 4.3]', {
  timeout: TIME,
}, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, award } = await chosen()
    const [declared, approved] = await race(
      round,
      () => there(ruth).awards.declareInterest({ id }),
      approving(ruth.call, award),
      20,
      ['CONFLICT', 'FORBIDDEN'],
    )
    expect(declared).not.toBe(approved)
    expect(await stateOf(id)).toMatchObject({ state: approved ? 'accepted' : 'waiting' })
    outcomes.add(`${approved}`)
  }
  expect(outcomes.size, 'each of them was first').toBe(2)
})
