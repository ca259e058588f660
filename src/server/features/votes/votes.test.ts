import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import {
  ballotIn,
  closeVotes,
  draftVote,
  openVoteOf,
  owner,
  QUESTION,
  weigh,
} from '../../../../test/votes.ts'
import { NOW, openWorld, type World } from '../../../../test/world.ts'
import { breachesOf } from '../../cli/check.ts'
import { asViewer } from '../../db/as-viewer.ts'
import type { Person } from '../../demo/person.ts'
import { runVotes } from './run-votes.ts'

// How a vote goes from its draft to its certificate: Product 4.4.

let world: World
let db: pg.Client
let rosa: Person
let tom: Person

beforeAll(async () => {
  const connection = await createWorldDatabase('votes')
  world = await openWorld(connection)
  db = new pg.Client(connection)
  await db.connect()
  rosa = await owner(world, 'rosa', '4A')
  tom = await owner(world, 'tom', '4B')
})
afterAll(() => Promise.all([db.end(), world.close()]))
beforeEach(() => {
  world.clock.now = NOW
})

const maya = () => world.as('maya').votes
const ned = () => world.as('ned').votes
const at = (instant: string) => {
  world.clock.now = new Date(instant)
}
const mailedAbout = async (kind: string, id: string) => {
  const { rows } = await db.query(
    `select split_part(m.recipient, '@', 1) as name from mails m join events e on e.id = m.event_id
     where e.kind = $1 and e.subject = $2 and m.sent_at is null order by 1`,
    [kind, id],
  )
  return rows.map(({ name }) => name)
}

test('a draft is its officers’ alone, and there once when it is sent again', async () => {
  const id = await draftVote(world.as('maya'))
  await draftVote(world.as('maya'), { id })
  expect(
    (await maya().list({ tab: 'current', page: 1, search: null })).votes.map((vote) => vote.id),
  ).toContain(id)
  expect(
    (await ned().list({ tab: 'current', page: 1, search: null })).votes.map((vote) => vote.id),
  ).not.toContain(id)
  await expect(ned().get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(ned().draft({ ...QUESTION, id: randomUUID() })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await maya().update({ ...QUESTION, id, version: 1, question: 'Shall we paint the roof?' })
  await expect(maya().update({ ...QUESTION, id, version: 1 })).rejects.toThrow('changed meanwhile')
  expect((await maya().get({ id })).question).toBe('Shall we paint the roof?')
  await maya().discard({ id })
  await expect(maya().get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('nobody opens or closes a vote, whatever their power: it does so at its time', async () => {
  const later = { opens_on: '2026-11-21', opens_time: '09:00' }
  const planned = await draftVote(world.as('maya'), later)
  await maya().schedule({ id: planned })
  const open = await openVoteOf(world.portal, world.as('maya'))
  const moved = async (name: 'maya' | 'ned' | 'ada', id: string, state: 'open' | 'failed_quorum') => {
    const viewer = (await world.as(name).accounts.session())?.viewer ?? null
    return asViewer(world.portal.db, viewer, async (tx) => {
      const update = tx.updateTable('votes').set({ state }).where('id', '=', id)
      return (await update.executeTakeFirstOrThrow()).numUpdatedRows
    }).catch((error: Error) => error.message)
  }
  for (const name of ['maya', 'ada'] as const) {
    expect(await moved(name, planned, 'open')).toContain('at its time')
    expect(await moved(name, open, 'failed_quorum')).toContain('at its time')
  }
  expect([await moved('ned', planned, 'open'), await moved('ned', open, 'failed_quorum')]).toEqual([0n, 0n])
  for (const id of [planned, open]) await maya().cancel({ id, reason: 'A test' })
})

test('an admin makes a vote for a building, and sees no sheet of papers', async () => {
  const ada = world.as('ada').votes
  const [building] = await ada.buildings({ search: '1431' })
  const id = randomUUID()
  await expect(ada.draft({ ...QUESTION, id })).rejects.toThrow('Choose a building')
  await ada.draft({ ...QUESTION, id, building_id: building?.id })
  await ada.schedule({ id })
  await runVotes(world.portal)
  expect(await ada.get({ id })).toMatchObject({ state: 'open', units: [], papers: [] })
  expect(
    (await ada.all({ tab: 'current', page: 1, search: 'roof minor' })).votes.map((vote) => vote.id),
  ).toContain(id)
  await expect(
    maya().draft({ ...QUESTION, id: randomUUID(), building_id: randomUUID() }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await ada.cancel({ id, reason: 'A test' })
})

test('a vote opens at its time with the roll of that moment, reminds who has not voted, and closes', async () => {
  const id = await draftVote(world.as('maya'), { opens_on: '2026-11-21', opens_time: '09:00', quorum: 50 })
  await maya().schedule({ id })
  await runVotes(world.portal)
  expect((await ned().get({ id })).state).toBe('scheduled')
  at('2026-11-21T17:00:30Z')
  // However many servers.
  await Promise.all([runVotes(world.portal), runVotes(world.portal)])
  const opened = await ned().get({ id })
  expect(opened).toMatchObject({ state: 'open', roll: { units: 3, voted: 0 }, result: null })
  expect(await mailedAbout('vote_opened', id)).toEqual(['maya', 'ned', 'rosa', 'tom'])

  await rosa.call.votes.cast({ ...(await ballotIn(rosa.call, id)), choice: ['yes'] })
  at('2026-11-25T20:00:30Z')
  await Promise.all([runVotes(world.portal), runVotes(world.portal)])
  expect(await mailedAbout('vote_reminded', id)).toEqual(['maya', 'ned', 'tom'])
  // Who votes before it is sent gets none; a co-owner has voted with them.
  await ned().cast({ ...(await ballotIn(world.as('ned'), id)), choice: ['no'] })
  expect(await mailedAbout('vote_reminded', id)).toEqual(['tom'])

  at('2026-11-27T20:00:00Z')
  await expect(tom.call.votes.cast({ ...(await ballotIn(tom.call, id)), choice: ['yes'] })).rejects.toThrow(
    'this vote is closed',
  )
  await Promise.all([runVotes(world.portal), runVotes(world.portal)])
  const closed = await ned().get({ id })
  expect(closed).toMatchObject({
    state: 'closed',
    result: { outcome: 'tie', voted: { units: 2, weight: 2 }, roll: { units: 3, weight: 3 } },
  })
  const { rows } = await db.query(
    `select count(*)::int from events where subject = $1 and kind = 'vote_closed'`,
    [id],
  )
  expect(rows[0].count).toBe(1)
  await maya().certify({ id })
  expect(await ned().get({ id })).toMatchObject({ state: 'certified', certified_name: 'Maya Test' })
  await expect(maya().certify({ id })).rejects.toThrow('only a closed vote is certified')
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('nobody sees a choice before the end, their own apart; then everybody sees how each unit voted', async () => {
  const id = await openVoteOf(world.portal, world.as('maya'))
  await rosa.call.votes.cast({ ...(await ballotIn(rosa.call, id)), choice: ['yes'] })
  const own = async (person: World['anonymous']) =>
    (await person.votes.get({ id })).units.map(({ choice }) => choice)
  expect(await own(rosa.call)).toEqual([['yes']])
  expect(await own(world.as('maya'))).toEqual([null])
  const seen = async (person: World['anonymous']) =>
    (await person.votes.roll({ id, page: 1, search: null })).units.map(({ number, voted_as, choice }) => [
      ...[number, voted_as, choice?.join() ?? null],
    ])
  for (const person of [world.as('maya'), world.as('ned'), rosa.call, world.as('ada')])
    expect(await seen(person)).toEqual([
      ['3B', null, null],
      ['4A', 'owner', null],
      ['4B', null, null],
    ])
  await closeVotes(world.portal)
  expect(await seen(tom.call)).toEqual([
    ['3B', null, null],
    ['4A', 'owner', 'yes'],
    ['4B', null, null],
  ])
  expect((await ned().get({ id })).result?.outcome).toBe('passed')
})

test('a vote that fails its quorum decides nothing', async () => {
  const id = await openVoteOf(world.portal, world.as('maya'), { quorum: 34 })
  await rosa.call.votes.cast({ ...(await ballotIn(rosa.call, id)), choice: ['yes'] })
  await closeVotes(world.portal)
  expect(await ned().get({ id })).toMatchObject({
    state: 'failed_quorum',
    result: { outcome: 'failed_quorum', winners: [] },
  })
  await expect(maya().certify({ id })).rejects.toThrow('did not reach its quorum')
})

test('shares decide a weighted vote', async () => {
  await weigh(world.portal, '4A', 3)
  const id = await openVoteOf(world.portal, world.as('maya'), { basis: 'share', majority: 'half_of_all' })
  await weigh(world.portal, '4A', 1)
  await rosa.call.votes.cast({ ...(await ballotIn(rosa.call, id)), choice: ['yes'] })
  await ned().cast({ ...(await ballotIn(world.as('ned'), id)), choice: ['no'] })
  await closeVotes(world.portal)
  expect((await ned().get({ id })).result).toMatchObject({
    outcome: 'passed',
    roll: { units: 3, weight: 5 },
    options: [
      { option: 'yes', units: 1, weight: 3 },
      { option: 'no', units: 1, weight: 1 },
    ],
  })
})

test('a unit that is sold while the vote is open votes by who owned it', async () => {
  const id = await openVoteOf(world.portal, world.as('maya'))
  await db.query(
    `update unit_holders set profile_id = $1 where profile_id = $2 and not exists (
       select from unit_holders o where o.unit_id = unit_holders.unit_id and o.profile_id = $1)`,
    [rosa.id, tom.id],
  )
  await tom.call.votes.cast({ ...(await ballotIn(tom.call, id)), choice: ['yes'] })
  expect((await rosa.call.votes.get({ id })).units).toHaveLength(1)
  await db.query(
    `update unit_holders set profile_id = $2 from units u where u.id = unit_id and u.number = '4B' and profile_id = $1`,
    [rosa.id, tom.id],
  )
  await maya().cancel({ id, reason: 'Asked too early' })
})

test('the words change until somebody has voted, and nobody votes on words that they have not seen', async () => {
  const id = await openVoteOf(world.portal, world.as('maya'))
  const shown = await ballotIn(rosa.call, id)
  await maya().reword({
    id,
    version: 1,
    question: 'Shall we renew the whole roof?',
    details: 'With insulation.',
  })
  await expect(rosa.call.votes.cast({ ...shown, choice: ['yes'] })).rejects.toThrow('changed meanwhile')
  await rosa.call.votes.cast({ ...shown, version: 2, choice: ['yes'] })
  await expect(maya().reword({ id, version: 2, question: 'Shall we?', details: null })).rejects.toThrow(
    'somebody has voted already',
  )
  await expect(db.query(`update votes set question = 'Other' where id = $1`, [id])).rejects.toThrow('stays')
  await expect(db.query(`update votes set quorum = 99 where id = $1`, [id])).rejects.toThrow(
    'stays as it was',
  )
  await expect(db.query('delete from votes where id = $1', [id])).rejects.toThrow('only a draft')
  await maya().cancel({ id, reason: 'Asked too early' })
  await expect(rosa.call.votes.cast({ ...shown, version: 2, choice: ['no'] })).rejects.toThrow('cancelled')
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('candidates are on the ballot once they accept', async () => {
  const [ana, ben] = [randomUUID(), randomUUID()]
  const options = [
    { id: ana, label: 'x', candidate_id: rosa.id },
    { id: ben, label: 'x', candidate_id: tom.id },
  ]
  const id = await draftVote(world.as('maya'), {
    ...{ kind: 'election', options, max_choices: 2, question: 'The board' },
    ...{ opens_on: '2026-11-21', opens_time: '09:00' },
  })
  await maya().schedule({ id })
  expect(await mailedAbout('candidate_named', rosa.id)).toEqual(['rosa'])
  expect((await ned().get({ id })).options.map(({ label }) => label)).toEqual(['Rosa Test', 'Tom Test'])
  await rosa.call.votes.answerCandidacy({ id, option_id: ana, accepts: true })
  await expect(ned().answerCandidacy({ id, option_id: ben, accepts: true })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(db.query(`update vote_options set answer = 'accepted' where id = $1`, [ben])).rejects.toThrow(
    'answers for themselves',
  )
  at('2026-11-21T17:00:00Z')
  await runVotes(world.portal)
  const ballot = await ballotIn(world.as('ned'), id)
  await expect(ned().cast({ ...ballot, choice: [ben] })).rejects.toThrow('options of this vote')
  await ned().cast({ ...ballot, choice: [ana] })
  await expect(tom.call.votes.answerCandidacy({ id, option_id: ben, accepts: true })).rejects.toThrow(
    'has opened',
  )
  await closeVotes(world.portal)
  expect((await ned().get({ id })).result).toMatchObject({ outcome: 'passed', winners: [ana] })
})

test('an election without a candidate, and a vote of a building without units, are cancelled at their time', async () => {
  const options = [{ id: randomUUID(), label: 'x', candidate_id: tom.id }]
  const election = await openVoteOf(world.portal, world.as('maya'), { kind: 'election', options })
  expect(await ned().get({ id: election })).toMatchObject({
    state: 'cancelled',
    cancel_reason: expect.stringContaining('No candidate'),
  })
  await db.query(
    `delete from unit_holders using units u where u.id = unit_id and u.building_id = (
    select building_id from profiles where id = $1)`,
    [world.idOf('otto')],
  )
  await db.query('delete from units where building_id = (select building_id from profiles where id = $1)', [
    world.idOf('otto'),
  ])
  const nobody = await openVoteOf(world.portal, world.as('otto'))
  expect(await world.as('otto').votes.get({ id: nobody })).toMatchObject({
    state: 'cancelled',
    cancel_reason: expect.stringContaining('no units'),
  })
})

test('what a vote asks for is refused when it can’t be held', async () => {
  const short = await draftVote(world.as('maya'), { closes_on: '2026-11-20', closes_time: '12:30' })
  await expect(maya().schedule({ id: short })).rejects.toThrow('at least an hour')
  const one = await draftVote(world.as('maya'), {
    kind: 'one',
    options: [{ id: randomUUID(), label: 'Red', candidate_id: null }],
  })
  await expect(maya().schedule({ id: one })).rejects.toThrow('at least two options')
  await expect(draftVote(world.as('maya'), { is_secret: true, basis: 'share' })).rejects.toThrow('counts one')
  await expect(
    draftVote(world.as('maya'), {
      kind: 'election',
      options: [{ id: randomUUID(), label: 'x', candidate_id: world.idOf('otto') }],
    }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
