import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { contentOf, exampleWith } from '../../../../test/mails.ts'
import { ballotIn, closeVotes, draftVote, openVoteOf, owner, unitsIn } from '../../../../test/votes.ts'
import { openWorld, PASSWORD, type World } from '../../../../test/world.ts'
import type { Payload } from '../../../domain/events.ts'
import { breachesOf } from '../../cli/check.ts'
import type { Person } from '../../demo/person.ts'

// Open ballots, proxies and papers: Product 4.4.

let world: World
let db: pg.Client
let rosa: Person
let tom: Person

beforeAll(async () => {
  const connection = await createWorldDatabase('ballots')
  world = await openWorld(connection)
  db = new pg.Client(connection)
  await db.connect()
  rosa = await owner(world, 'rosa', '4A')
  tom = await owner(world, 'tom', '4B')
  await owner(world, 'uma', '5A')
  await world.as('maya').members.setOffices({ id: tom.id, offices: ['secretary'] })
})
afterAll(() => Promise.all([db.end(), world.close()]))

const maya = () => world.as('maya').votes
const ned = () => world.as('ned').votes
const LATER = { opens_on: '2026-11-21', opens_time: '12:00' }
const open = (change = {}) => openVoteOf(world.portal, world.as('maya'), change)
/** How the unit with this number voted. */
const stands = async (id: string, number: string) => {
  const { rows } = await db.query(
    `select r.voted_as, b.choice, p.first_name from vote_roll r left join ballots b using (vote_id, unit_id)
     left join profiles p on p.id = b.person where r.vote_id = $1 and r.number = $2`,
    [id, number],
  )
  return [rows[0]?.voted_as, rows[0]?.choice?.join() ?? null, rows[0]?.first_name ?? null]
}

/** Who is mailed that a proxy of this vote ended, and how. */
const toldOf = async (id: string) => {
  const { rows } = await db.query<{ kind: 'proxy_ended'; name: string; data: Payload<'proxy_ended'> }>(
    `select split_part(m.recipient, '@', 1) as name, e.data from mails m join events e on e.id = m.event_id
     where e.kind = 'proxy_ended' and e.data ->> 'vote_id' = $1 order by 1`,
    [id],
  )
  return rows.map(
    ({ name, data }) =>
      `${name}: ${contentOf('proxy_ended', { ...exampleWith('proxy_ended', ''), data }).subject}`,
  )
}

test('a unit has one ballot, which any of its owners changes until the vote closes', async () => {
  const id = await open()
  await maya().cast({ ...(await ballotIn(world.as('maya'), id)), choice: ['yes'] })
  await ned().cast({ ...(await ballotIn(world.as('ned'), id)), choice: ['no'] })
  expect(await stands(id, '3B')).toEqual(['owner', 'no', 'Ned'])
  expect((await maya().get({ id })).units).toMatchObject([{ voted_as: 'owner', choice: ['no'] }])
  await expect(
    rosa.call.votes.cast({ ...(await ballotIn(world.as('ned'), id)), choice: ['yes'] }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await closeVotes(world.portal)
  await expect(db.query(`update ballots set choice = '{yes}' where vote_id = $1`, [id])).rejects.toThrow(
    'open',
  )
  await expect(db.query('delete from ballots where vote_id = $1', [id])).rejects.toThrow('open')
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('a ballot is in one’s own name, for a unit of one’s own, with options of the vote, in the database, too', async () => {
  const id = await open()
  const { unit_id } = await ballotIn(rosa.call, id)
  const insert = (person: string, choice: string, cast_as = 'owner') =>
    db.query(
      `insert into ballots (vote_id, unit_id, building_id, choice, cast_as, person)
       select id, $2, building_id, $3, $4, $5 from votes where id = $1`,
      [id, unit_id, choice, cast_as, person],
    )
  await expect(insert(tom.id, '{yes}')).rejects.toThrow('a unit of others')
  await expect(insert(tom.id, '{yes}', 'proxy')).rejects.toThrow('a unit of others')
  await expect(insert(rosa.id, '{maybe}')).rejects.toThrow('options of its vote')
  await expect(insert(rosa.id, '{yes,no}')).rejects.toThrow('options of its vote')
  await insert(rosa.id, '{yes}')
  expect(await stands(id, '4A')).toEqual(['owner', 'yes', 'Rosa'])
})

test('a proxy votes for a unit, until its owner takes it back or votes after all', async () => {
  const id = await open()
  const { unit_id } = await ballotIn(rosa.call, id)
  const give = (holder_id: string) => rosa.call.votes.giveProxy({ id, unit_id, holder_id })
  await give(tom.id)
  await give(tom.id)
  const held = (await unitsIn(tom.call, id)).find(({ number }) => number === '4A')
  expect(held?.unit_id).toBe(unit_id)
  const ballot = { id, version: 1, unit_id }
  await tom.call.votes.cast({ ...ballot, choice: ['no'] })
  expect(await stands(id, '4A')).toEqual(['proxy', 'no', 'Tom'])
  await rosa.call.votes.revokeProxy({ id, unit_id })
  expect(await stands(id, '4A')).toEqual([null, null, null])
  await expect(tom.call.votes.cast({ ...ballot, choice: ['no'] })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await give(tom.id)
  await tom.call.votes.cast({ ...ballot, choice: ['no'] })
  await rosa.call.votes.cast({ ...ballot, choice: ['yes'] })
  expect(await stands(id, '4A')).toEqual(['owner', 'yes', 'Rosa'])
  await expect(tom.call.votes.cast({ ...ballot, choice: ['no'] })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(give(tom.id)).rejects.toThrow('voted already')
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('nobody holds more proxies than the vote allows, and no co-owner, stranger or holder gives one', async () => {
  const id = await open({ proxies: 1 })
  const { unit_id } = await ballotIn(rosa.call, id)
  await rosa.call.votes.giveProxy({ id, unit_id, holder_id: tom.id })
  const own = await ballotIn(world.as('maya'), id)
  await expect(maya().giveProxy({ id, unit_id: own.unit_id, holder_id: tom.id })).rejects.toThrow(
    'a proxy already',
  )
  await expect(maya().giveProxy({ id, unit_id: own.unit_id, holder_id: world.idOf('ned') })).rejects.toThrow(
    'own the unit themselves',
  )
  await expect(
    maya().giveProxy({ id, unit_id: own.unit_id, holder_id: world.idOf('otto') }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(tom.call.votes.giveProxy({ id, unit_id, holder_id: world.idOf('ned') })).rejects.toMatchObject(
    { code: 'NOT_FOUND' },
  )
  await expect(
    db.query(
      `insert into vote_proxies (vote_id, unit_id, building_id, holder_id, given_by)
       select id, $2, building_id, $3, $4 from votes where id = $1`,
      [id, own.unit_id, tom.id, world.idOf('maya')],
    ),
  ).rejects.toThrow('as many proxies as')
  const none = await open({ proxies: 0 })
  await expect(
    rosa.call.votes.giveProxy({
      id: none,
      unit_id: (await ballotIn(rosa.call, none)).unit_id,
      holder_id: tom.id,
    }),
  ).rejects.toThrow('allows no proxies')
})

test('a paper ballot counts once another officer has confirmed it', async () => {
  const id = await open()
  const { rows } = await db.query(`select unit_id from vote_roll where vote_id = $1 and number = '5A'`, [id])
  const [{ unit_id }] = rows
  const sheet_id = randomUUID()
  const sheet = { id, sheet_id, unit_ids: [unit_id], choices: [['no']] }
  await maya().enterPapers(sheet)
  await maya().enterPapers(sheet)
  await expect(maya().enterPapers({ ...sheet, sheet_id: randomUUID() })).rejects.toThrow('entered already')
  expect(await stands(id, '5A')).toEqual([null, null, null])
  await expect(maya().confirmPapers({ id, sheet_id })).rejects.toThrow('another officer')
  await expect(rosa.call.votes.confirmPapers({ id, sheet_id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect((await tom.call.votes.get({ id })).papers).toMatchObject([
    { entered_name: 'Maya Test', units: [{ number: '5A', choice: ['no'] }] },
  ])
  await tom.call.votes.confirmPapers({ id, sheet_id })
  expect(await stands(id, '5A')).toEqual(['paper', 'no', null])
  await expect(maya().discardPapers({ id, sheet_id })).rejects.toThrow('confirmed already')
  await expect(db.query('delete from paper_sheets where id = $1', [sheet_id])).rejects.toThrow('stays')
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('an owner votes after all in place of a paper; a paper never replaces an owner’s ballot', async () => {
  const id = await open()
  const { unit_id, version } = await ballotIn(rosa.call, id)
  const [first, second] = [randomUUID(), randomUUID()]
  await maya().enterPapers({ id, sheet_id: first, unit_ids: [unit_id], choices: [['no']] })
  await rosa.call.votes.cast({ id, version, unit_id, choice: ['yes'] })
  await expect(tom.call.votes.confirmPapers({ id, sheet_id: first })).rejects.toThrow('voted already')
  await maya().discardPapers({ id, sheet_id: first })
  await expect(
    maya().enterPapers({ id, sheet_id: second, unit_ids: [unit_id], choices: [['no']] }),
  ).rejects.toThrow('voted already')
  const own = await ballotIn(world.as('ned'), id)
  await maya().enterPapers({ id, sheet_id: second, unit_ids: [own.unit_id], choices: [['no']] })
  await tom.call.votes.confirmPapers({ id, sheet_id: second })
  await ned().cast({ ...own, choice: ['yes'] })
  expect(await stands(id, '3B')).toEqual(['owner', 'yes', 'Ned'])
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('who is removed holds no proxy, has given none and does not stand; ballots that were cast stay', async () => {
  const vera = await owner(world, 'vera', '6A')
  const [used, unused] = [await open(), await open()]
  const [{ unit_id }, own] = [await ballotIn(rosa.call, unused), await ballotIn(vera.call, unused)]
  await rosa.call.votes.giveProxy({ id: used, unit_id, holder_id: vera.id })
  await vera.call.votes.cast({ id: used, version: 1, unit_id, choice: ['no'] })
  await vera.call.votes.cast({ id: used, version: 1, unit_id: own.unit_id, choice: ['no'] })
  await rosa.call.votes.giveProxy({ id: unused, unit_id, holder_id: vera.id })
  await vera.call.votes.giveProxy({ id: unused, unit_id: own.unit_id, holder_id: tom.id })
  const option = { id: randomUUID(), label: 'Vera', candidate_id: vera.id }
  const election = await draftVote(world.as('maya'), { kind: 'election', options: [option], ...LATER })
  await maya().schedule({ id: election })
  await vera.call.votes.answerCandidacy({ id: election, option_id: option.id, accepts: true })

  const { members } = world.as('maya')
  const { votes, proxies, elections } = await members.removal({ id: vera.id })
  expect({ votes: votes >= 2, proxies, elections }).toEqual({
    votes: true,
    proxies: ['4A', '6A'],
    elections: 1,
  })
  await members.remove({ id: vera.id })
  expect([await stands(used, '4A'), await stands(used, '6A')]).toEqual([
    ['proxy', 'no', 'Vera'],
    ['owner', 'no', 'Vera'],
  ])
  const left = await db.query('select 1 from vote_proxies where vote_id = $1', [unused])
  expect(left.rows).toEqual([])
  expect(await toldOf(unused)).toEqual([
    'rosa: Please vote for unit 4A yourself',
    'tom: You no longer vote for unit 6A',
  ])
  expect(await toldOf(used), 'its ballot stays').toEqual([])
  expect((await unitsIn(tom.call, unused)).map(({ number }) => number)).toEqual(['4B'])
  expect((await maya().get({ id: election })).options).toMatchObject([{ answer: null, is_here: false }])
  await expect(rosa.call.votes.giveProxy({ id: unused, unit_id, holder_id: vera.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('an account that is closed ends its proxies like a removal', async () => {
  const walt = await owner(world, 'walt', '7A')
  const [used, unused] = [await open(), await open()]
  const [{ unit_id }, own] = [await ballotIn(rosa.call, unused), await ballotIn(walt.call, unused)]
  for (const id of [used, unused]) await rosa.call.votes.giveProxy({ id, unit_id, holder_id: walt.id })
  await walt.call.votes.cast({ id: used, version: 1, unit_id, choice: ['no'] })
  await walt.call.votes.giveProxy({ id: unused, unit_id: own.unit_id, holder_id: tom.id })
  await walt.call.accounts.close({ current_password: PASSWORD })
  expect(await stands(used, '4A')).toEqual(['proxy', 'no', null])
  expect((await unitsIn(tom.call, unused)).map(({ number }) => number)).toEqual(['4B'])
  expect(await toldOf(unused)).toEqual([
    'rosa: Please vote for unit 4A yourself',
    'tom: You no longer vote for unit 7A',
  ])
  expect(await toldOf(used)).toEqual([])
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('a draft names nobody who has left: it is saved and scheduled once they are no candidates', async () => {
  const xena = await owner(world, 'xena', '8A')
  const options = [rosa, xena].map(({ id }) => ({ id: randomUUID(), label: 'x', candidate_id: id }))
  const plan = { kind: 'election', options, ...LATER } as const
  const id = await draftVote(world.as('maya'), plan)
  await world.as('maya').members.remove({ id: xena.id })
  const { state, options: shown } = await maya().get({ id })
  expect([state, shown.map(({ is_here }) => is_here)]).toEqual(['draft', [true, false]])
  const gone = 'Xena Test is no longer in the building. Remove them from the candidates first'
  await expect(maya().schedule({ id })).rejects.toThrow(gone)
  await expect(draftVote(world.as('maya'), plan)).rejects.toThrow(gone)
  await db.query('delete from vote_options where candidate_id = $1', [xena.id])
  await maya().schedule({ id })
  const asked = await db.query(`select 1 from events where subject = $1 and kind = 'candidate_named'`, [
    xena.id,
  ])
  expect(asked.rows).toEqual([])
})
