import { sql } from 'kysely'
import type { RollLine, RollVoter, VoteBasis } from '../../../domain/votes/roll.ts'
import { rollOf } from '../../../domain/votes/roll.ts'
import type { CountedBallot, UnitSum, VoteResult } from '../../../domain/votes/tally.ts'
import type { Tx } from '../../db/pool.ts'

/** The votes that are to open at this time, to close, or whose reminder may be due; and the keys of those that are over. */
export async function dueVotes(tx: Tx, now: Date) {
  const votes = await tx
    .selectFrom('votes as v')
    .leftJoin('vote_boxes as x', 'x.vote_id', 'v.id')
    .where((eb) =>
      eb.or([
        eb('v.state', '=', 'open'),
        eb.and([eb('v.state', '=', 'scheduled'), eb('v.opens_at', '<=', now)]),
      ]),
    )
    .orderBy('v.closes_at')
    .orderBy('v.id')
    .select(['v.id', 'v.state', 'v.is_secret', 'v.opens_at', 'v.closes_at', 'v.reminded_at', 'x.key_file'])
    .execute()
  const over = await tx
    .selectFrom('vote_boxes as x')
    .innerJoin('votes as v', 'v.id', 'x.vote_id')
    .where('v.state', '<>', 'open')
    .select(['x.vote_id', 'x.key_file'])
    .execute()
  return {
    opening: votes.filter(({ state }) => state === 'scheduled'),
    closing: votes.filter(({ state, closes_at }) => state === 'open' && closes_at && closes_at <= now),
    running: votes.filter(
      ({ state, closes_at, reminded_at }) =>
        state === 'open' && reminded_at === null && closes_at && closes_at > now,
    ),
    over,
  }
}
export type DueVote = Awaited<ReturnType<typeof dueVotes>>['opening'][number]

/** Locks a vote: ballots that are being cast are waited for, and later ones wait. */
export const lockRunning = (tx: Tx, id: string) =>
  tx
    .selectFrom('votes as v')
    .where('v.id', '=', id)
    .select([
      'v.id',
      'v.building_id',
      'v.question',
      'v.kind',
      'v.max_choices',
      'v.basis',
      'v.is_secret',
      'v.quorum',
    ])
    .select(['v.majority', 'v.state', 'v.opens_at', 'v.closes_at', 'v.reminded_at'])
    .select(
      sql<
        { id: string; label: string; answer: 'accepted' | 'declined' | null }[]
      >`(select coalesce(json_agg(json_build_object(
        'id', o.id, 'label', o.label, 'answer', o.answer) order by o.position), '[]') from vote_options o where o.vote_id = v.id)`.as(
        'options',
      ),
    )
    .forUpdate()
    .executeTakeFirst()
export type RunningVote = NonNullable<Awaited<ReturnType<typeof lockRunning>>>

/** The roll of a building at this moment. */
export async function buildingRoll(tx: Tx, building_id: string, basis: VoteBasis) {
  const units = await tx
    .selectFrom('units')
    .where('building_id', '=', building_id)
    .orderBy('id')
    .select(['id as unit_id', 'number', 'weight'])
    .execute()
  const holders = await tx
    .selectFrom('unit_holders')
    .where('building_id', '=', building_id)
    .orderBy('unit_id')
    .orderBy('profile_id')
    .select(['unit_id', 'profile_id', 'tie'])
    .execute()
  return rollOf(units, holders, basis)
}

export async function saveRoll(
  tx: Tx,
  { vote_id, building_id }: { vote_id: string; building_id: string },
  { lines, voters }: { lines: readonly RollLine[]; voters: readonly RollVoter[] },
): Promise<void> {
  await sql`
    insert into vote_roll (vote_id, building_id, unit_id, number, weight)
    select ${vote_id}, ${building_id}, unit_id, number, weight
    from json_to_recordset(${JSON.stringify(lines)}::json) as r (unit_id uuid, number text, weight integer)`.execute(
    tx,
  )
  await sql`
    insert into vote_voters (vote_id, building_id, unit_id, profile_id)
    select ${vote_id}, ${building_id}, unit_id, profile_id
    from json_to_recordset(${JSON.stringify(voters)}::json) as r (unit_id uuid, profile_id uuid)`.execute(tx)
}

export async function rollSum(tx: Tx, vote_id: string): Promise<UnitSum> {
  const { rows } = await sql<UnitSum>`
    select count(*)::int as units, coalesce(sum(weight), 0)::bigint as weight from vote_roll where vote_id = ${vote_id}`.execute(
    tx,
  )
  return rows[0] ?? { units: 0, weight: 0 }
}

/** The open ballots of a vote, each with what it weighs. */
export const openBallots = (tx: Tx, vote_id: string): Promise<CountedBallot[]> =>
  tx
    .selectFrom('ballots as b')
    .innerJoin('vote_roll as r', (join) =>
      join.onRef('r.vote_id', '=', 'b.vote_id').onRef('r.unit_id', '=', 'b.unit_id'),
    )
    .where('b.vote_id', '=', vote_id)
    .select(['r.weight', 'b.choice'])
    .execute()

/** The choices of a secret vote's confirmed sheets of paper. */
export async function paperChoices(tx: Tx, vote_id: string): Promise<string[][]> {
  const sheets = await tx
    .selectFrom('paper_sheets')
    .where('vote_id', '=', vote_id)
    .where('confirmed_at', 'is not', null)
    .select('choices')
    .execute()
  return sheets.flatMap(({ choices }) => choices ?? [])
}

export const boxOf = (tx: Tx, vote_id: string) =>
  tx.selectFrom('vote_boxes').where('vote_id', '=', vote_id).select('box').executeTakeFirst()

export async function markOpen(
  tx: Tx,
  { id, building_id }: { id: string; building_id: string },
  keys: { key_file: string; public_key: string } | null,
): Promise<void> {
  if (keys)
    await tx
      .insertInto('vote_boxes')
      .values({ vote_id: id, building_id, key_file: keys.key_file, box: null })
      .execute()
  await tx
    .updateTable('votes')
    .set({ state: 'open', public_key: keys?.public_key ?? null })
    .where('id', '=', id)
    .execute()
}

export async function markClosed(
  tx: Tx,
  id: string,
  state: 'closed' | 'failed_quorum',
  result: VoteResult,
): Promise<void> {
  await tx
    .updateTable('votes')
    .set({ state, result: JSON.stringify(result) })
    .where('id', '=', id)
    .execute()
}

export async function markCancelled(tx: Tx, id: string, cancel_reason: string): Promise<void> {
  await tx.updateTable('votes').set({ state: 'cancelled', cancel_reason }).where('id', '=', id).execute()
}
