import { choiceOfBits } from '../../../domain/votes/choice.ts'
import { type CountedBallot, tally } from '../../../domain/votes/tally.ts'
import { closeVote, openVote, reminderTime } from '../../../domain/votes/vote.ts'
import { outcomeText } from '../../../domain/votes/vote-words.ts'
import { asSystem } from '../../db/as-viewer.ts'
import type { Source, Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { eachOnItsOwn } from '../../jobs/each-on-its-own.ts'
import type { Portal } from '../../rpc/context.ts'
import { openBox, shuffled } from './ballot-box.ts'
import {
  boxOf,
  buildingRoll,
  type DueVote,
  dueVotes,
  lockRunning,
  markCancelled,
  markClosed,
  markOpen,
  openBallots,
  paperChoices,
  type RunningVote,
  rollSum,
  saveRoll,
} from './run.db.ts'
import { publishBallots } from './secret.db.ts'
import { choosableOf, onBallot } from './vote.db.ts'
import { KEYS_LOST, makeVoteKeys, readVoteKeys, type VoteSecrets } from './vote-keys.ts'

type Runs = Pick<Portal, 'now' | 'files'> & { db: Source }

/** How long the box of a vote that is over waits for its key, in hours: the file storage may be away. */
const KEY_GRACE_HOURS = 24

/**
 * Opens votes at their time with the roll of that moment, reminds once those who have not voted, closes votes at their end and counts them, and
 * deletes the keys of those that are over. However many servers run it, each happens once; each vote on its own, so that one that fails keeps
 * no other waiting. Product 4.4
 */
export async function runVotes(portal: Runs, stop?: AbortSignal): Promise<void> {
  const now = portal.now()
  const { opening, closing, running, over } = await asSystem(portal.db, (tx) => dueVotes(tx, now))
  const steps = [
    ...opening.map((vote) => () => openOne(portal, vote)),
    ...closing.map((vote) => () => closeOne(portal, vote)),
    ...running.map((vote) => () => remindOf(portal, vote)),
    ...over.map((box) => () => forgetKeys(portal, box)),
  ]
  await eachOnItsOwn(steps, (step) => step(), {
    stop,
    failed: (count) => `${count} votes could not be opened, closed or told`,
  })
}

/** Opens a vote that is to open at once; if that fails, the job does it within a minute. */
export async function openNow(portal: Runs & Pick<Portal, 'log'>, id: string): Promise<void> {
  try {
    const { opening } = await asSystem(portal.db, (tx) => dueVotes(tx, portal.now()))
    const vote = opening.find((each) => each.id === id)
    if (vote) await openOne(portal, vote)
  } catch (error) {
    portal.log.warn({ err: error, vote: id }, 'a vote could not be opened at once; the job opens it')
  }
}

async function openOne(portal: Runs, { id, is_secret }: DueVote): Promise<void> {
  // Before the transaction: it takes a while.
  const keys = is_secret ? await makeVoteKeys(portal) : null
  const isOpened = await asSystem(portal.db, async (tx) => {
    const vote = await lockRunning(tx, id)
    if (!vote?.opens_at || vote.opens_at > portal.now()) return false
    const { building_id, question, kind, closes_at } = vote
    const roll = await buildingRoll(tx, building_id, vote.basis)
    const next = openVote(vote, { units: roll.lines.length, candidates: onBallot(vote).length })
    if (next?.state === 'cancelled') await cancelRunning(tx, vote, next.reason)
    if (next?.state !== 'open') return false
    await saveRoll(tx, { vote_id: id, building_id }, roll)
    await markOpen(tx, vote, keys)
    const data = {
      question,
      kind,
      is_secret,
      units: roll.lines.length,
      closes_at: closes_at?.toISOString() ?? '',
    }
    await record(tx, { kind: 'vote_opened', actor: null, building_id, subject: id, data })
    return true
  })
  // Another server was first. After a failure the file stays: the transaction may have ended well all the same.
  if (keys && !isOpened) await portal.files.remove(keys.key_file)
}

async function closeOne(portal: Runs, { id, is_secret, closes_at, key_file }: DueVote): Promise<void> {
  const secrets = is_secret && key_file !== null ? await readVoteKeys(portal, key_file) : null
  if (is_secret && !secrets) {
    const hours = (portal.now().getTime() - (closes_at?.getTime() ?? 0)) / 3_600_000
    if (hours < KEY_GRACE_HOURS)
      throw new Error(`The key file ${key_file} of a secret vote is missing, so it can't be counted`)
  }
  await asSystem(portal.db, async (tx) => {
    const vote = await lockRunning(tx, id)
    if (vote?.state !== 'open' || !vote.closes_at || vote.closes_at > portal.now()) return
    if (vote.is_secret && !secrets) return cancelRunning(tx, vote, KEYS_LOST)
    const ballots = secrets ? await publishSecret(tx, vote, secrets) : await openBallots(tx, id)
    const { building_id, question, kind, max_choices, majority, quorum } = vote
    const rules = { kind, max_choices, majority, quorum, options: choosableOf(vote).options }
    const result = tally(rules, await rollSum(tx, id), ballots)
    const next = closeVote(vote, result.outcome)
    if (!next) return
    await markClosed(tx, id, next.state, result)
    const { outcome, voted, roll } = result
    const data = { question, outcome, voted: voted.units, units: roll.units }
    const said = outcomeText({ kind, ...result }, vote.options)
    const event = { actor: null, building_id, subject: id, data: { ...data, result: said } }
    await record(tx, { kind: 'vote_closed', ...event })
  })
}

/** Opens the box, mixes what is in it with the papers, and publishes all at once. Returns the ballots. */
async function publishSecret(tx: Tx, vote: RunningVote, { box_key }: VoteSecrets): Promise<CountedBallot[]> {
  const { id: vote_id, building_id } = vote
  const box = openBox(box_key, vote_id, (await boxOf(tx, vote_id))?.box ?? null)
  const choosable = choosableOf(vote)
  const online = [...box.values()].map((bits) => choiceOfBits(choosable, bits))
  const choices = shuffled([...online, ...(await paperChoices(tx, vote_id))])
  await publishBallots(tx, { vote_id, building_id }, choices, [...box.keys()])
  return choices.map((choice) => ({ weight: 1, choice }))
}

async function remindOf({ db, now }: Runs, { id, opens_at, closes_at }: DueVote): Promise<void> {
  if (!opens_at || !closes_at || reminderTime(opens_at, closes_at) > now()) return
  await asSystem(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('votes')
      .set({ reminded_at: now() })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .where('reminded_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return
    const { building_id, question } = await tx
      .selectFrom('votes')
      .where('id', '=', id)
      .select(['building_id', 'question'])
      .executeTakeFirstOrThrow()
    const data = { question, closes_at: closes_at.toISOString() }
    await record(tx, { kind: 'vote_reminded', actor: null, building_id, subject: id, data })
  })
}

/** The file first: a row without a file only deletes it again. */
async function forgetKeys(
  { db, files }: Runs,
  { vote_id, key_file }: { vote_id: string; key_file: string },
): Promise<void> {
  await files.remove(key_file)
  await asSystem(db, (tx) => tx.deleteFrom('vote_boxes').where('vote_id', '=', vote_id).execute())
}

async function cancelRunning(tx: Tx, vote: RunningVote, reason: string): Promise<void> {
  const { id: subject, building_id, question, state } = vote
  await markCancelled(tx, subject, reason)
  const was = state === 'scheduled' ? 'scheduled' : 'open'
  const data = { question, reason, was } as const
  await record(tx, { kind: 'vote_cancelled', actor: null, building_id, subject, data })
}
