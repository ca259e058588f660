import { constants, randomBytes, randomUUID, sign } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import { choiceBits } from '../src/domain/votes/choice.ts'
import { choiceText, TOKEN_BYTES } from '../src/domain/votes/receipt.ts'
import { createPool, Db } from '../src/server/db/pool.ts'
import { sealBox } from '../src/server/features/votes/ballot-box.ts'
import { hexHash } from '../src/server/features/votes/blind-sign.ts'
import { runVotes } from '../src/server/features/votes/run-votes.ts'
import { makeVoteKeys, readVoteKeys } from '../src/server/features/votes/vote-keys.ts'
import { createFiles } from '../src/server/storage/storage.ts'
import { written } from './invoices.ts'
import { make, median, type SideName, type Workload } from './measure.ts'
import { call, folder, type Person } from './servers.ts'

type Origins = Record<SideName, string>
type Keys = { key_file: string; public_key: string }

const UNITS = 500
const BALLOTS = 10_000
const ROUNDS = 5
const OPTIONS = 10
const CHOSEN = 3
const DAY = 86_400_000
/** The same folder as the portal's. */
const files = createFiles(pathToFileURL(join(folder, 'files')).href)

const named = (name: string) => `(select id from votes where question = '${name}')`

/** What voting wrote. */
const forgetBallots = (name: string) => `
  delete from mails where event_id in (select id from events where subject in ${named(name)});
  delete from events where subject in ${named(name)};
  delete from ballots where vote_id in ${named(name)};
  update vote_boxes set box = null where vote_id in ${named(name)};
  update vote_roll set voted_as = null where vote_id in ${named(name)} and voted_as is not null`

async function forget(db: pg.Pool, name: string): Promise<void> {
  await written(db, forgetBallots(name))
  await db.query('vacuum analyze ballots, vote_boxes, vote_roll, events, mails')
}

async function takeBack(db: pg.Pool, name: string): Promise<void> {
  const { rows } = await db.query(`select key_file from vote_boxes where vote_id in ${named(name)}`)
  for (const { key_file } of rows) await files.remove(key_file)
  const tables = ['secret_ballots', 'vote_receipts', 'vote_boxes', 'vote_voters', 'vote_roll', 'vote_options']
  const deletions = tables.map((table) => `delete from ${table} where vote_id in ${named(name)}`)
  await written(
    db,
    [forgetBallots(name), ...deletions, `delete from votes where question = '${name}'`].join(';'),
  )
  await db.query('vacuum analyze votes, vote_roll, vote_voters')
}

/** An open vote about one of some options, in the building of this person, who owns all units of its roll. Returns its id and its units. */
async function openVote(
  db: pg.Pool,
  name: string,
  { email, units, keys }: { email: string; units: number; keys: Keys | null },
): Promise<{ vote: string; roll: string[] }> {
  const vote = randomUUID()
  const key = keys ? `'${keys.public_key}'` : 'null'
  await takeBack(db, name)
  await written(
    db,
    `insert into votes (id, building_id, kind, question, max_choices, basis, is_secret, quorum, majority, proxies, opens_at, closes_at, state,
       public_key, reminded_at)
     select '${vote}', building_id, 'several', '${name}', ${CHOSEN}, 'unit', ${keys !== null}, 0, 'more_yes', 0, now() - interval '1 day',
       now() + interval '10 days', 'open', ${key}, now() from profiles where email = '${email}';
     insert into vote_options (id, vote_id, building_id, position, label)
     select gen_random_uuid(), id, building_id, n, 'Option ' || n from votes, generate_series(1, ${OPTIONS}) n where id = '${vote}';
     insert into vote_roll (vote_id, building_id, unit_id, number, weight)
     select id, building_id, gen_random_uuid(), n, 1 from votes, generate_series(1, ${units}) n where id = '${vote}';
     insert into vote_voters (vote_id, building_id, unit_id, profile_id)
     select r.vote_id, r.building_id, r.unit_id, p.id from vote_roll r, profiles p where vote_id = '${vote}' and email = '${email}'`,
  )
  if (keys)
    await db.query(
      'insert into vote_boxes (vote_id, building_id, key_file) select id, building_id, $2 from votes where id = $1',
      [vote, keys.key_file],
    )
  await db.query('vacuum analyze votes, vote_roll, vote_voters, vote_options, vote_boxes')
  const { rows } = await db.query('select unit_id from vote_roll where vote_id = $1', [vote])
  return { vote, roll: rows.map(({ unit_id }) => unit_id) }
}

async function optionsOf(db: pg.Pool, vote: string): Promise<string[]> {
  const { rows } = await db.query('select id from vote_options where vote_id = $1 order by position', [vote])
  return rows.map(({ id }) => id)
}

/** W18: open ballots of 500 units, which one person owns: each a request of its own. */
export async function openCasting(db: pg.Pool, captain: Person, origins: Origins): Promise<Workload> {
  const name = 'W18'
  const { email, cookie } = captain
  const { vote, roll } = await openVote(db, name, { email, units: UNITS, keys: null })
  const choice = (await optionsOf(db, vote)).slice(0, CHOSEN)
  const ballot = { id: vote, version: 1, choice }
  return {
    name: `${name} open ballots, ${UNITS} units`,
    async run(side) {
      await forget(db, name)
      return make(
        roll.map((unit_id) => async () => {
          if (side === 'limit')
            await call(`${origins.limit}/ballot?vote=${vote}&unit=${unit_id}&choice={${choice}}`, cookie)
          else await call(`${origins.portal}/api/trpc/votes.cast`, cookie, { ...ballot, unit_id })
        }),
      )
    },
    done: () => takeBack(db, name),
  }
}

/** W19: secret ballots of 500 units, whose tokens were signed before. */
export async function secretCasting(db: pg.Pool, captain: Person, origins: Origins): Promise<Workload> {
  const name = 'W19'
  const keys = await makeVoteKeys({ files })
  const { vote } = await openVote(db, name, { email: captain.email, units: UNITS, keys })
  const options = await optionsOf(db, vote)
  const choice = choiceText(choiceBits({ options, max_choices: CHOSEN }, options.slice(0, CHOSEN)))
  const key = (await readVoteKeys({ files }, keys.key_file))?.private_key ?? ''
  const how = { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 48 }
  const ballots = Array.from({ length: UNITS }, () => {
    const token = randomBytes(TOKEN_BYTES)
    const signature = sign('sha384', token, how).toString('base64url')
    return { vote, token: token.toString('base64url'), signature, choice }
  })
  return {
    name: `${name} secret ballots, ${UNITS} units`,
    async run(side) {
      await forget(db, name)
      return make(
        ballots.map((ballot) => async () => {
          if (side === 'limit') await call(`${origins.limit}/secret-ballot?vote=${vote}`, '')
          else await call(`${origins.portal}/ballots`, '', ballot)
        }),
      )
    },
    done: () => takeBack(db, name),
  }
}

/** W20: closing a vote of 10,000 units that have all voted: reads and counts the ballots, writes the result and, of a secret vote, the ballots. */
export async function counting(connection: pg.PoolConfig, email: string): Promise<string> {
  const pool = createPool({ ...connection, max: 2 })
  try {
    const times = { open: [] as number[], secret: [] as number[] }
    for (let round = 0; round < ROUNDS; round += 1) {
      times.open.push(await countOnce(pool, email, null))
      times.secret.push(await countOnce(pool, email, await makeVoteKeys({ files })))
    }
    const took = (kind: keyof typeof times) => `${median(times[kind]).toFixed(0)} ms`
    return `${'W20 counting'.padEnd(28)} ${BALLOTS} ballots: open ${took('open')}, secret ${took('secret')}`
  } finally {
    await takeBack(pool, 'W20')
    await pool.end()
  }
}

async function countOnce(pool: pg.Pool, email: string, keys: Keys | null): Promise<number> {
  const { vote } = await openVote(pool, 'W20', { email, units: BALLOTS, keys })
  if (keys) await fillBox(pool, vote, keys)
  else
    await written(
      pool,
      `insert into ballots (vote_id, unit_id, building_id, choice, cast_as, person)
       select r.vote_id, r.unit_id, r.building_id, array(select id::text from vote_options o where o.vote_id = r.vote_id
         and (position + r.number::int) % ${OPTIONS} < ${CHOSEN}), 'owner', v.profile_id
       from vote_roll r join vote_voters v using (vote_id, unit_id) where r.vote_id = '${vote}'`,
    )
  await written(
    pool,
    `update vote_roll set voted_as = '${keys ? 'secret' : 'owner'}' where vote_id = '${vote}'`,
  )
  await pool.query('vacuum analyze ballots, vote_roll, vote_boxes')
  const portal = { db: new Db(pool), files, now: () => new Date(Date.now() + 11 * DAY) }
  const from = performance.now()
  await runVotes(portal)
  const took = performance.now() - from
  const { rows } = await pool.query('select result from votes where id = $1', [vote])
  const voted = rows[0]?.result?.voted?.units
  if (voted !== BALLOTS) throw new Error(`${voted} ballots of ${BALLOTS} were counted`)
  return took
}

/** The same choices as in an open vote. */
async function fillBox(pool: pg.Pool, vote: string, { key_file }: Keys): Promise<void> {
  const choosable = { options: await optionsOf(pool, vote), max_choices: CHOSEN }
  const chosen = (at: number) => choosable.options.filter((_, place) => (place + at) % OPTIONS < CHOSEN)
  const ballots = new Map(
    Array.from({ length: BALLOTS }, (_, at): [string, number] => [
      hexHash(randomBytes(TOKEN_BYTES)),
      choiceBits(choosable, chosen(at)),
    ]),
  )
  const secrets = await readVoteKeys({ files }, key_file)
  if (!secrets) throw new Error(`The key file ${key_file} is missing`)
  const box = sealBox(secrets.box_key, vote, ballots)
  await pool.query('update vote_boxes set box = $2 where vote_id = $1', [vote, box])
}
