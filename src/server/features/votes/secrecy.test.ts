import { randomInt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { size } from '../../../../test/faults/drill.ts'
import { serve } from '../../../../test/serve.ts'
import { blindToken, closeVotes, openVoteOf, type Receipt } from '../../../../test/votes.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import { BALLOT_PATH, choiceText } from '../../../domain/votes/receipt.ts'
import { shuffled } from './ballot-box.ts'
import { hexHash } from './blind-sign.ts'
import { runVotes } from './run-votes.ts'

// With all tables in hand, the versions of their rows, their places, events, logs and mails, nobody tells who voted what: Product 4.4,
// docs/voting-secrecy.md.

const VOTES = size(10, 100)
const UNITS = 8
const OPTIONS = 3

let world: World
let db: pg.Client
let site: Awaited<ReturnType<typeof serve>>
const logged: string[] = []

beforeAll(async () => {
  const connection = await createWorldDatabase('secrecy')
  world = await openWorld(connection)
  world.portal.log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  site = await serve(world.portal, connection)
  db = new pg.Client(connection)
  await db.connect()
  // Units that maya owns: she votes for each of them on its own.
  for (let unit = 0; unit < UNITS - 1; unit += 1)
    await db.query(
      `with made as (insert into units (building_id, number) select building_id, $1 from profiles where id = $2 returning *)
       insert into unit_holders (unit_id, building_id, profile_id, tie) select id, building_id, $2, 'owner' from made`,
      [`7${unit}`, world.idOf('maya')],
    )
})
afterAll(async () => {
  await db.end()
  await site.close()
  await world.close()
})

type Cast = { unit_id: string; bits: number; receipt: Receipt; blinded: string }

async function send(vote: string, { token, signature }: Receipt, bits: number): Promise<void> {
  const response = await fetch(site.origin + BALLOT_PATH, {
    method: 'POST',
    body: JSON.stringify({ vote, token, signature, choice: choiceText(bits) }),
  })
  expect(response.status).toBe(200)
}

/** Each unit signs and casts in an order of its own; some change their ballot. What was cast, in the order of the last casts. */
async function holdVote(): Promise<{ id: string; cast: Cast[] }> {
  const options = Array.from({ length: OPTIONS }, (_, at) => ({
    id: crypto.randomUUID(),
    label: `Option ${at}`,
    candidate_id: null,
  }))
  const id = await openVoteOf(world.portal, world.as('maya'), { is_secret: true, kind: 'one', options })
  const { public_key, units, version } = await world.as('maya').votes.get({ id })
  const cast: Cast[] = []
  for (const { unit_id } of shuffled(units)) {
    const token = await blindToken(public_key ?? '')
    const { signature } = await world.as('maya').votes.sign({ id, version, unit_id, blinded: token.blinded })
    const receipt = await token.finish(signature)
    const bits = 2 ** randomInt(OPTIONS)
    await send(id, receipt, bits)
    cast.push({ unit_id, bits, receipt, blinded: token.blinded })
  }
  for (const ballot of shuffled(cast).slice(0, 2)) {
    ballot.bits = 2 ** randomInt(OPTIONS)
    await send(id, ballot.receipt, ballot.bits)
    cast.push(...cast.splice(cast.indexOf(ballot), 1))
  }
  return { id, cast }
}

/** Every column of every row, hidden ones, too, by which rows of a table could be put into an order. */
async function orderings(table: string, where: string): Promise<Map<string, Record<string, string>[]>> {
  const { rows: columns } = await db.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and not attisdropped`,
    [table],
  )
  const found = new Map<string, Record<string, string>[]>()
  const text = columns.map(({ name }) => `${pg.escapeIdentifier(name)}::text as "${name}"`).join(', ')
  for (const { name } of columns) {
    const by = ['ctid', 'xmin'].includes(name)
      ? name.replace('xmin', 'xmin::text::bigint')
      : `${pg.escapeIdentifier(name)}::text`
    const { rows } = await db.query(`select ${text} from ${table} where ${where} order by ${by}`)
    found.set(`${table} by ${name}`, rows)
  }
  return found
}

test('the best guess of who voted what is no better than chance', {
  timeout: size(120_000, 900_000),
}, async () => {
  /** For each way to put units and ballots into an order: how many units it guesses right. */
  const right = new Map<string, number>()
  let ballots = 0
  let chance = 0
  let variance = 0
  for (let round = 0; round < VOTES; round += 1) {
    const { id, cast } = await holdVote()
    await closeVotes(world.portal)
    const { options } = await world.as('maya').votes.get({ id })
    const bitsOf = (choice: string) => 2 ** options.findIndex((option) => choice.includes(option.id))
    const truth = new Map(cast.map(({ unit_id, bits }) => [unit_id, bits]))
    const of = `vote_id = '${id}'`
    const unitOrders = new Map([
      ...(await orderings('vote_signatures', of)),
      ...(await orderings('vote_roll', of)),
      // What logs, events and a watch at the door would give: the exact order.
      ['the true order of casting', cast.map(({ unit_id }) => ({ unit_id }))] as const,
    ])
    const ballotOrders = await orderings('secret_ballots', of)
    for (const [unitsBy, units] of unitOrders)
      for (const [ballotsBy, published] of ballotOrders)
        for (const isReversed of [false, true]) {
          const guesses = published.map(({ choice = '' }) => bitsOf(choice))
          if (isReversed) guesses.reverse()
          const key = `${unitsBy} with ${ballotsBy}${isReversed ? ', reversed' : ''}`
          const hits = units.filter(({ unit_id = '' }, at) => truth.get(unit_id) === guesses[at]).length
          right.set(key, (right.get(key) ?? 0) + hits)
        }
    // A random matching guesses each unit right as often as its choice is among the ballots.
    const counts = new Map<number, number>()
    for (const bits of truth.values()) counts.set(bits, (counts.get(bits) ?? 0) + 1)
    const squares = [...counts.values()].reduce((sum, count) => sum + count * count, 0)
    ballots += UNITS
    chance += squares / UNITS
    const p = squares / UNITS / UNITS
    // At most: the hits of one matching lean against each other little.
    variance += UNITS * p * (1 - p) * (1 + 1 / (UNITS - 1)) + 1e-9
  }
  expect(ballots).toBe(VOTES * UNITS)
  expect(right.size).toBeGreaterThan(50)
  const most = chance + 5 * Math.sqrt(variance)
  const better = [...right].filter(([, hits]) => hits > most)
  expect(
    better.map(([key, hits]) => `${key}: ${hits} of ${ballots}, by chance ${chance.toFixed(1)}`),
  ).toEqual([])
})

test('all ballots of a vote are one row version, and nothing else in the database knows a receipt or a token', async () => {
  const { id, cast } = await holdVote()
  const dump = async () => {
    const { rows: tables } = await db.query<{ name: string }>(
      `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const texts = new Map<string, string>()
    for (const { name } of tables) {
      const { rows } = await db.query(`select xmin::text, ctid::text, t::text as row from ${name} t`)
      texts.set(name, rows.map(({ row }) => row).join('\n'))
    }
    return texts
  }
  const marks = cast.flatMap(({ receipt: { token, signature }, blinded }) => {
    const bytes = Buffer.from(token, 'base64url')
    return [token, bytes.toString('hex'), signature ?? '', hexHash(bytes), blinded]
  })
  const knowing = (texts: ReadonlyMap<string, string>) =>
    [...texts].filter(([, text]) => marks.some((mark) => text.includes(mark))).map(([name]) => name)
  expect(knowing(await dump())).toEqual([])
  await closeVotes(world.portal)
  expect(knowing(await dump())).toEqual(['public.vote_receipts'])
  for (const table of ['secret_ballots', 'vote_receipts']) {
    const { rows } = await db.query(
      `select count(distinct xmin::text)::int as versions, count(*)::int as rows from ${table} where vote_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ versions: 1, rows: UNITS }])
  }
})

test('logs, events, mails and files say nothing of a ballot', async () => {
  logged.length = 0
  const { rows: before } = await db.query('select coalesce(max(id), 0) as id from events')
  const { id, cast } = await holdVote()
  await runVotes(world.portal)
  const text = logged.join('')
  expect(text).not.toContain(BALLOT_PATH)
  for (const { receipt, blinded } of cast)
    for (const mark of [receipt.token, receipt.signature ?? '', blinded]) expect(text).not.toContain(mark)
  const { rows: events } = await db.query('select kind, data from events where id > $1 order by id', [
    before[0].id,
  ])
  expect(events.map(({ kind }) => kind)).toEqual(['vote_drafted', 'vote_scheduled', 'vote_opened'])
  const { rows: mails } = await db.query(
    'select distinct e.kind from mails m join events e on e.id = m.event_id where e.id > $1',
    [before[0].id],
  )
  expect(mails.map(({ kind }) => kind)).toEqual(['vote_opened'])
  const folder = join(world.portal.config.dataDir, 'files')
  for (const name of await readdir(folder, { recursive: true })) {
    const content = await readFile(join(folder, name)).catch(() => Buffer.alloc(0))
    for (const { receipt } of cast) expect(content.includes(receipt.token)).toBe(false)
  }
  await world.as('maya').votes.cancel({ id, reason: 'A test' })
})

test('the casting route takes no session, and sets no cookie', async () => {
  const { id, cast } = await holdVote()
  const [ballot] = cast
  const cookie = world.known.maya.cookies.map((each) => each.split(';')[0]).join('; ')
  const response = await fetch(site.origin + BALLOT_PATH, {
    method: 'POST',
    headers: { cookie },
    body: JSON.stringify({ vote: id, ...ballot?.receipt, choice: choiceText(1) }),
  })
  expect([response.status, response.headers.getSetCookie()]).toEqual([200, []])
  const broken = await fetch(site.origin + BALLOT_PATH, { method: 'POST', body: 'x'.repeat(5000) })
  expect(broken.status).toBe(413)
  for (const body of ['', '{}', JSON.stringify({ vote: id, ...ballot?.receipt, choice: '1' })])
    expect((await fetch(site.origin + BALLOT_PATH, { method: 'POST', body })).status).toBe(400)
  expect((await fetch(site.origin + BALLOT_PATH)).status).toBe(404)
  await world.as('maya').votes.cancel({ id, reason: 'A test' })
})
