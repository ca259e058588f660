import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import {
  ballotIn,
  blindToken,
  castWith,
  closeVotes,
  openVoteOf,
  owner,
  receiptFor,
} from '../../../../test/votes.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import { breachesOf } from '../../cli/check.ts'
import type { Person } from '../../demo/person.ts'
import { hexHash } from './blind-sign.ts'
import { runVotes } from './run-votes.ts'

// Secret ballots: Product 4.4. That nobody can tell whose is whose: secrecy.test.ts.

let world: World
let db: pg.Client
let rosa: Person
let tom: Person

beforeAll(async () => {
  const connection = await createWorldDatabase('secret')
  world = await openWorld(connection)
  db = new pg.Client(connection)
  await db.connect()
  rosa = await owner(world, 'rosa', '4A')
  tom = await owner(world, 'tom', '4B')
  for (const [name, unit] of [
    ['uma', '5A'],
    ['vic', '5B'],
    ['wes', '5C'],
  ])
    await owner(world, name ?? '', unit ?? '')
  await world.as('maya').members.setOffices({ id: tom.id, offices: ['secretary'] })
})
afterAll(() => Promise.all([db.end(), world.close()]))

const maya = () => world.as('maya').votes
const open = (change = {}) => openVoteOf(world.portal, world.as('maya'), { is_secret: true, ...change })
const result = async (id: string) => {
  const { state, result } = await maya().get({ id })
  return [state, result?.outcome, ...(result?.options ?? []).map(({ units }) => units), result?.voted.units]
}
const storedKeys = async () => {
  const keys: string[] = []
  for await (const key of world.portal.files.olderThan(new Date(Date.now() + 60_000)))
    if (key.startsWith('vote-keys/')) keys.push(key)
  return keys
}

test('a ballot is cast with a receipt, changed with it, and counted once', async () => {
  const id = await open()
  const receipt = await receiptFor(rosa.call, id)
  await castWith(world.portal, id, receipt, 1)
  await castWith(world.portal, id, receipt, 2)
  // On another device, from the receipt alone.
  await castWith(world.portal, id, { ...receipt, signature: null }, 1)
  await castWith(world.portal, id, await receiptFor(tom.call, id), 2)
  expect(await result(id)).toEqual(['open', undefined, undefined])
  expect((await maya().get({ id })).roll).toMatchObject({ units: 6, voted: 2 })
  await closeVotes(world.portal)
  expect(await result(id)).toEqual(['closed', 'tie', 1, 1, 2])
  const hashes = await world.as('ned').votes.receipts({ id })
  expect(hashes).toContain(hexHash(Buffer.from(receipt.token, 'base64url')))
  expect(hashes).toEqual([...hashes].sort())
  await expect(castWith(world.portal, id, receipt, 1)).rejects.toThrow('this vote is closed')
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('a unit’s token is signed once: the same one again, no other, by each of its owners', async () => {
  const id = await open()
  const { public_key } = await maya().get({ id })
  const ballot = await ballotIn(world.as('maya'), id)
  const [first, second] = [await blindToken(public_key ?? ''), await blindToken(public_key ?? '')]
  const sign = (who: 'maya' | 'ned', { blinded }: typeof first) =>
    world.as(who).votes.sign({ ...ballot, blinded })
  const signed = await sign('maya', first)
  expect(await sign('maya', first)).toEqual(signed)
  expect(await sign('ned', first)).toEqual(signed)
  await expect(sign('maya', second)).rejects.toThrow('begun on another device')
  await expect(sign('ned', second)).rejects.toThrow('begun on another device')
  await expect(rosa.call.votes.sign({ ...ballot, blinded: first.blinded })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  // However many browsers try at once.
  const others = await Promise.all(Array.from({ length: 8 }, () => blindToken(public_key ?? '')))
  const own = await ballotIn(rosa.call, id)
  const tries = await Promise.allSettled(
    others.map(({ blinded }) => rosa.call.votes.sign({ ...own, blinded })),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { rows } = await db.query('select count(*)::int from vote_signatures where vote_id = $1', [id])
  expect(rows[0].count).toBe(2)
  await maya().cancel({ id, reason: 'A test' })
})

test('a forged, an unsigned and a foreign token are refused', async () => {
  const [id, other] = [await open(), await open()]
  const receipt = await receiptFor(rosa.call, id)
  const refused = (vote: string, change: object) =>
    expect(castWith(world.portal, vote, { ...receipt, ...change }, 1)).rejects.toThrow(
      'no receipt of this vote',
    )
  await refused(id, { token: randomBytes(32).toString('base64url') })
  await refused(id, { signature: randomBytes(256).toString('base64url') })
  await refused(id, { signature: null })
  await refused(other, {})
  await expect(castWith(world.portal, id, receipt, 4)).rejects.toThrow('options of this vote')
  await expect(castWith(world.portal, id, receipt, 3)).rejects.toThrow('Choose one option')
  await expect(castWith(world.portal, randomUUID(), receipt, 1)).rejects.toThrow('could not find')
  await expect(maya().cast({ ...(await ballotIn(world.as('maya'), id)), choice: ['yes'] })).rejects.toThrow(
    'this vote is secret',
  )
  for (const vote of [id, other]) await maya().cancel({ id: vote, reason: 'A test' })
})

test('while it is open, no table holds a choice or a receipt; once it is over, no key is left', async () => {
  // Those of cancelled votes are gone.
  await runVotes(world.portal)
  const before = await storedKeys()
  const id = await open()
  const receipt = await receiptFor(rosa.call, id)
  await castWith(world.portal, id, receipt, 1)
  expect((await storedKeys()).length).toBe(before.length + 1)
  const box = await db.query('select box from vote_boxes where vote_id = $1', [id])
  const sealed: Buffer = box.rows[0].box
  expect(sealed.includes(Buffer.from(hexHash(Buffer.from(receipt.token, 'base64url')), 'hex'))).toBe(false)
  expect(
    (await db.query('select count(*)::int from secret_ballots where vote_id = $1', [id])).rows[0].count,
  ).toBe(0)
  await closeVotes(world.portal)
  expect((await db.query('select box from vote_boxes where vote_id = $1', [id])).rows).toEqual([
    { box: null },
  ])
  await runVotes(world.portal)
  expect((await db.query('select from vote_boxes where vote_id = $1', [id])).rowCount).toBe(0)
  expect(await storedKeys()).toEqual(before)
})

test('a cancelled vote throws its box away', async () => {
  const id = await open()
  await castWith(world.portal, id, await receiptFor(rosa.call, id), 1)
  await maya().cancel({ id, reason: 'Asked too early' })
  expect((await db.query('select box from vote_boxes where vote_id = $1', [id])).rows).toEqual([
    { box: null },
  ])
  await runVotes(world.portal)
  expect((await db.query('select from vote_boxes where vote_id = $1', [id])).rowCount).toBe(0)
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('paper ballots of a secret vote are three at least, and no list joins them to their units', async () => {
  const id = await open()
  const { rows } = await db.query(
    `select unit_id from vote_roll where vote_id = $1 and number like '5%' order by number`,
    [id],
  )
  const unit_ids = rows.map(({ unit_id }) => unit_id)
  const sheet_id = randomUUID()
  const choices = [['yes'], ['no'], ['yes']]
  await expect(
    maya().enterPapers({ id, sheet_id, unit_ids: unit_ids.slice(1), choices: choices.slice(1) }),
  ).rejects.toThrow('Fewer than 3')
  await maya().enterPapers({ id, sheet_id, unit_ids, choices })
  expect((await tom.call.votes.get({ id })).papers).toMatchObject([
    { choices: [['no'], ['yes'], ['yes']], units: [{ choice: null }, { choice: null }, { choice: null }] },
  ])
  await tom.call.votes.confirmPapers({ id, sheet_id })
  await castWith(world.portal, id, await receiptFor(rosa.call, id), 2)
  await closeVotes(world.portal)
  expect(await result(id)).toEqual(['closed', 'tie', 2, 2, 4])
  expect(await world.as('ned').votes.receipts({ id })).toHaveLength(1)
  expect((await tom.call.votes.get({ id })).papers).toMatchObject([{ choices: null }])
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('without its key a vote is not counted: it waits for the storage, and is cancelled after a day', async () => {
  const id = await open()
  const receipt = await receiptFor(rosa.call, id)
  await castWith(world.portal, id, receipt, 1)
  const { rows } = await db.query('select key_file from vote_boxes where vote_id = $1', [id])
  await world.portal.files.remove(rows[0].key_file)
  await expect(castWith(world.portal, id, receipt, 2)).rejects.toThrow('held again')
  const after = (hours: number) => ({
    ...world.portal,
    now: () => new Date(new Date('2026-11-27T20:00:00Z').getTime() + hours * 3_600_000),
  })
  await expect(runVotes(after(1))).rejects.toThrow('could not be opened, closed')
  expect((await maya().get({ id })).state).toBe('open')
  await runVotes(after(25))
  expect(await maya().get({ id })).toMatchObject({
    state: 'cancelled',
    cancel_reason: expect.stringContaining('in no backup'),
  })
})

test('a unit that got a signature and never cast is not counted', async () => {
  const id = await open({ quorum: 30 })
  await receiptFor(rosa.call, id)
  await castWith(world.portal, id, await receiptFor(tom.call, id), 1)
  await closeVotes(world.portal)
  expect(await result(id)).toEqual(['failed_quorum', 'failed_quorum', 1, 0, 1])
  expect(await breachesOf(world.portal.db)).toEqual([])
})
