import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DomainError } from '../src/domain/errors.ts'
import type { Person } from '../src/server/demo/person.ts'
import { openBrowser } from '../src/server/demo/person.ts'
import { runVotes } from '../src/server/features/votes/run-votes.ts'
import type { Portal } from '../src/server/rpc/context.ts'
import { openTwoServers, ROUNDS, TIME } from './two-servers.ts'
import { ballotIn, blindToken, castWith, draftVote, openVoteOf, owner, receiptFor } from './votes.ts'
import type { World } from './world.ts'

// Two people, or a person and the end of a vote, at the same moment, each on a server of its own.
let servers: Awaited<ReturnType<typeof openTwoServers>>
let world: World
let db: pg.Pool
let rosa: Person

beforeAll(async () => {
  servers = await openTwoServers('vote_races')
  world = servers.world
  db = servers.db
  rosa = await owner(world, 'rosa', '4A')
  await owner(world, 'tom', '4B')
})
afterAll(() => servers.close())

const open = (change = {}) => openVoteOf(world.portal, world.as('maya'), change)
const end = (vote: string) => world.as('maya').votes.cancel({ id: vote, reason: 'The next round' })
const row = async (sql: string, vote: string) => (await db.query(sql, [vote])).rows[0]
/** The end of all votes, as this server sees it. */
const closeOn = (portal: Portal) =>
  runVotes({ ...portal, now: () => new Date(world.clock.now.getTime() + 8 * 24 * 3_600_000) })
/** As a call rejects. */
const asCall = (work: Promise<unknown>) =>
  work.catch((error) => {
    throw error instanceof DomainError && error.code === 'conflict'
      ? Object.assign(error, { code: 'CONFLICT' })
      : error
  })
const rosaThere = () => openBrowser(servers.other, '127.0.0.1', rosa.jar)

test('a unit has one ballot, the later of two [Product 4.4]', { timeout: TIME }, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await open()
    const ballot = await ballotIn(world.as('maya'), id)
    const ends = await servers.race(
      round,
      () => servers.here('maya').votes.cast({ ...ballot, choice: ['yes'] }),
      () => servers.there('ned').votes.cast({ ...ballot, choice: ['no'] }),
    )
    expect(ends).toEqual([true, true])
    expect(await row('select count(*)::int as ballots from ballots where vote_id = $1', id)).toEqual({
      ballots: 1,
    })
    await end(id)
  }
})

test('a ballot is counted, or comes too late, and a recount says the same [Product 4.4]', {
  timeout: TIME,
}, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await open()
    const ballot = await ballotIn(rosa.call, id)
    const [cast, closed] = await servers.race(
      round,
      () => rosa.call.votes.cast({ ...ballot, choice: ['yes'] }),
      () => closeOn(servers.other),
    )
    expect(closed).toBe(true)
    expect(
      await row(`select state, (result -> 'voted' ->> 'units')::int as voted from votes where id = $1`, id),
    ).toEqual({
      state: 'closed',
      voted: cast ? 1 : 0,
    })
    outcomes.add(`${cast}`)
  }
  expect(outcomes.size, 'each of them was first').toBe(2)
})

test('a secret ballot is counted, or comes too late [Product 4.4]', { timeout: TIME }, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await open({ is_secret: true })
    const receipt = await receiptFor(rosa.call, id)
    const [cast, closed] = await servers.race(
      round,
      () => asCall(castWith(world.portal, id, receipt, 1)),
      () => closeOn(servers.other),
    )
    expect(closed).toBe(true)
    expect(
      await row(`select (result -> 'voted' ->> 'units')::int as voted from votes where id = $1`, id),
    ).toEqual({
      voted: cast ? 1 : 0,
    })
    outcomes.add(`${cast}`)
  }
  expect(outcomes.size, 'each of them was first').toBe(2)
})

test('a secret ballot is thrown away with its vote, or comes too late [Product 4.4]', {
  timeout: TIME,
}, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await open({ is_secret: true })
    const receipt = await receiptFor(rosa.call, id)
    const [, cancelled] = await servers.race(
      round,
      () => asCall(castWith(world.portal, id, receipt, 1)),
      () => servers.there('maya').votes.cancel({ id, reason: 'Asked too early' }),
    )
    expect(cancelled).toBe(true)
  }
})

test('two secret ballots at once lose neither [Product 4.4]', { timeout: TIME }, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await open({ is_secret: true })
    const [one, other] = [await receiptFor(rosa.call, id), await receiptFor(world.as('maya'), id)]
    const ends = await servers.race(
      round,
      () => asCall(castWith(world.portal, id, one, 1)),
      () => asCall(castWith(servers.other, id, other, 2)),
    )
    expect(ends).toEqual([true, true])
    await closeOn(world.portal)
    expect(
      await row(`select (result -> 'voted' ->> 'units')::int as voted from votes where id = $1`, id),
    ).toEqual({
      voted: 2,
    })
  }
})

test('one of two blinded tokens of a unit is signed [Product 4.4]', { timeout: TIME }, async () => {
  const outcomes = new Set<string>()
  const id = await open({ is_secret: true })
  const { public_key } = await world.as('maya').votes.get({ id })
  const ballot = await ballotIn(world.as('maya'), id)
  for (let round = 0; round < ROUNDS; round += 1) {
    const [one, other] = [await blindToken(public_key ?? ''), await blindToken(public_key ?? '')]
    const ends = await servers.race(
      round,
      () => servers.here('maya').votes.sign({ ...ballot, blinded: one.blinded }),
      () => servers.there('ned').votes.sign({ ...ballot, blinded: other.blinded }),
    )
    expect(ends.filter(Boolean)).toHaveLength(1)
    outcomes.add(`${ends[0]}`)
    await db.query(`set session_replication_role = replica; delete from vote_signatures where vote_id = '${id}';
      update vote_roll set voted_as = null where vote_id = '${id}'; set session_replication_role = origin`)
  }
  expect(outcomes.size, 'each of them was first').toBe(2)
  await end(id)
})

test('a vote opens once, with one roll [Product 4.4]', { timeout: TIME }, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const later = { opens_on: '2026-11-21', opens_time: '12:00', is_secret: round % 2 === 0 }
    const id = await draftVote(world.as('maya'), later)
    await world.as('maya').votes.schedule({ id })
    const openOn = (portal: Portal) =>
      runVotes({ ...portal, now: () => new Date(world.clock.now.getTime() + 36 * 3_600_000) })
    await servers.race(
      round,
      () => openOn(world.portal),
      () => openOn(servers.other),
    )
    expect(
      await row(
        `select state, (select count(*)::int from vote_roll where vote_id = v.id) as units,
           (select count(*)::int from events where subject = v.id and kind = 'vote_opened') as events from votes v where id = $1`,
        id,
      ),
    ).toEqual({ state: 'open', units: 3, events: 1 })
    await end(id)
  }
})

test('a holder gets one of two proxies where one is allowed [Product 4.4]', { timeout: TIME }, async () => {
  const { rows } = await db.query(`select id from profiles where first_name = 'Tom'`)
  const holder_id = rows[0]?.id
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await open({ proxies: 1 })
    const [mine, theirs] = [await ballotIn(world.as('maya'), id), await ballotIn(rosa.call, id)]
    const ends = await servers.race(
      round,
      () => servers.here('maya').votes.giveProxy({ id, unit_id: mine.unit_id, holder_id }),
      () => rosaThere().votes.giveProxy({ id, unit_id: theirs.unit_id, holder_id }),
    )
    expect(ends.filter(Boolean)).toHaveLength(1)
    await end(id)
  }
})

test('a proxy is revoked with its ballot, or votes too late [Product 4.4]', { timeout: TIME }, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await open()
    const { unit_id, version } = await ballotIn(rosa.call, id)
    // Ned holds it, who is on a server of his own.
    await rosa.call.votes.giveProxy({ id, unit_id, holder_id: world.idOf('ned') })
    const tries = await Promise.allSettled([
      servers.there('ned').votes.cast({ id, version, unit_id, choice: ['no'] }),
      rosa.call.votes.revokeProxy({ id, unit_id }),
    ])
    expect(tries[1]?.status).toBe('fulfilled')
    expect(await row('select count(*)::int as ballots from ballots where vote_id = $1', id)).toEqual({
      ballots: 0,
    })
    await end(id)
  }
})

test('who is removed holds no proxy, whatever was first [Product 4.1]', { timeout: TIME }, async () => {
  const { rows } = await db.query(`select id from profiles where first_name = 'Tom'`)
  const holder_id = rows[0]?.id
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await open()
    const { unit_id } = await ballotIn(rosa.call, id)
    const [, isRemoved] = await servers.race(
      round,
      () => rosaThere().votes.giveProxy({ id, unit_id, holder_id }),
      () => servers.here('maya').members.remove({ id: holder_id }),
      20,
      ['CONFLICT', 'NOT_FOUND'],
    )
    expect(isRemoved).toBe(true)
    expect(await row('select count(*)::int as proxies from vote_proxies where vote_id = $1', id)).toEqual({
      proxies: 0,
    })
    await world.as('maya').members.accept({ id: holder_id })
    await end(id)
  }
})
