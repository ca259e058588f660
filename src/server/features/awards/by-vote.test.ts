import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { awardOf } from '../../../../test/awards.ts'
import { createWorldDatabase } from '../../../../test/database.ts'
import { NOW, openWorld, type World } from '../../../../test/world.ts'
import { breachesOf } from '../../cli/check.ts'
import { createPool } from '../../db/pool.ts'
import { runVotes } from '../votes/run-votes.ts'
import { runAwards } from './run-awards.ts'

// Quotes that the owners decide: Product 4.3, 4.4.

let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('by_vote')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
})
afterAll(() => Promise.all([db.end(), world.close()]))
beforeEach(async () => {
  world.clock.now = NOW
  await db.query('truncate events, building_services, spending_policies, votes cascade')
  await world
    .as('maya')
    .awards.setPolicy({ version: 0, alone_up_to: 0, two_up_to: 0, names_in_record: false })
})

const PRICE = { per_visit_price: 90_00, interest: false }

/** A quote that maya chose, and the vote that was made from it and opened. */
async function putToVote() {
  const dates = { preferred_start_date: '2026-12-25', preferred_end_date: '2027-03-19' }
  const service = await world.request('Snow Removal', dates)
  const id = await world.quote('curb', service, 90_00)
  expect(await world.as('maya').quotes.accept({ id, ...PRICE })).toEqual({ visits: 0, waits: 'vote' })
  await run()
  const { rows } = await db.query('select vote_id from awards')
  return { service, id, award: await awardOf(world, id), vote: String(rows[0].vote_id) }
}

async function run(): Promise<void> {
  await runAwards(world.portal)
  await runVotes(world.portal)
  await runAwards(world.portal)
}

const stateOf = async (id: string) => {
  const { rows } = await db.query(
    `select q.status, a.state, a.ended_reason, v.state as vote, v.closes_at,
       (select count(*)::int from appointments v where v.service_quote_id = q.id) as visits
     from service_quotes q join awards a on a.service_quote_id = q.id left join votes v on v.id = a.vote_id where q.id = $1`,
    [id],
  )
  return rows[0]
}

/** Every owner votes so. */
async function vote(id: string, choice: 'yes' | 'no'): Promise<void> {
  for (const name of ['maya', 'ned'] as const) {
    const { units, version } = await world.as(name).votes.get({ id })
    for (const { unit_id } of units)
      await world.as(name).votes.cast({ id, version, unit_id, choice: [choice] })
  }
}

const END = new Date('2026-12-01T20:00:00Z')

test('a vote of yes accepts the quote by itself, and is in the record [Product 4.3, 4.4]', async () => {
  const { id, service, vote: made } = await putToVote()
  expect(await stateOf(id)).toMatchObject({ state: 'waiting', vote: 'open', visits: 0 })
  const shown = await world.as('ned').votes.get({ id: made })
  expect(shown.question).toBe(
    'Shall we accept the quote of Curb & Corner for Snow Removal, for $360.00 in the first year?',
  )
  await vote(made, 'yes')
  world.clock.now = END
  await run()
  await run()
  expect(await stateOf(id)).toMatchObject({ status: 'accepted', state: 'accepted', visits: 4 })
  const { rows } = await db.query(`select actor from events where kind = 'quote_accepted'`)
  expect(rows).toEqual([{ actor: null }])
  expect(await world.as('ned').awards.record({ building_service_id: service })).toMatchObject([
    { needs: 'vote', vote: { id: made, result: 'Passed' }, approvals: [{ name: 'Maya Test' }] },
  ])
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('a vote of no, and one without its quorum, accepts nothing; the quotes are open again [Product 4.3, 4.4]', async () => {
  const refused = await putToVote()
  await vote(refused.vote, 'no')
  world.clock.now = END
  await run()
  expect(await stateOf(refused.id)).toMatchObject({ status: 'pending', state: 'refused', visits: 0 })
  await db.query('truncate events, building_services, votes cascade')
  world.clock.now = NOW
  const missed = await putToVote()
  world.clock.now = END
  await run()
  expect(await stateOf(missed.id)).toMatchObject({
    ...{ status: 'pending', state: 'refused', vote: 'failed_quorum' },
    ended_reason: 'Failed quorum: it decides nothing.',
  })
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('a cancelled vote frees the quote, and a quote that changes cancels its vote [Product 4.3, 4.4]', async () => {
  const cancelled = await putToVote()
  await world.as('maya').votes.cancel({ id: cancelled.vote, reason: 'We ask again' })
  await run()
  expect(await stateOf(cancelled.id)).toMatchObject({
    ...{ status: 'pending', state: 'lapsed' },
    ended_reason: 'The vote was cancelled: We ask again.',
  })
  await db.query('truncate events, building_services, votes cascade')
  const changed = await putToVote()
  await world.as('curb').quotes.update({ id: changed.id, per_visit_price: 95_00 })
  await run()
  expect(await stateOf(changed.id)).toMatchObject({ state: 'lapsed', vote: 'cancelled' })
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('nobody approves, refuses, takes back or rewords what the owners decide [Product 4.3]', async () => {
  const { award, vote: made } = await putToVote()
  const maya = world.as('maya')
  const forbidden = { code: 'FORBIDDEN' }
  await expect(maya.awards.approve({ id: award, interest: false })).rejects.toMatchObject(forbidden)
  await expect(maya.awards.refuse({ id: award, reason: 'No.' })).rejects.toMatchObject(forbidden)
  await expect(maya.awards.withdraw({ id: award })).rejects.toMatchObject(forbidden)
  const words = { question: 'Shall we paint?', details: null }
  await expect(maya.votes.reword({ id: made, version: 1, ...words })).rejects.toThrow(/made from a quote/)
})

test('a quote that leaves the owners no day to vote is not put to them [Product 4.3]', async () => {
  const service = await world.request('Snow Removal', { preferred_start_date: '2026-11-21' })
  const id = await world.quote('curb', service, 90_00)
  await expect(world.as('maya').quotes.accept({ id, ...PRICE })).rejects.toThrow(/at least a day/)
  expect((await db.query('select from awards')).rowCount).toBe(0)
})
