import { sql } from 'kysely'
import type { VotePlan } from '../../../domain/votes/vote-input.ts'
import { cityInstant } from '../../../domain/votes/vote-times.ts'
import type { Tx } from '../../db/pool.ts'

type DraftOf = { vote_id: string; building_id: string }

/** The columns of a plan; its times by the city's clocks. */
function columnsOf(
  { options: _, opens_on, opens_time, closes_on, closes_time, ...plan }: VotePlan,
  timeZone: string,
) {
  const at = (date: string | null, time: string | null) =>
    date === null || time === null ? null : cityInstant({ date, time }, timeZone)
  return { ...plan, opens_at: at(opens_on, opens_time), closes_at: at(closes_on, closes_time) }
}

type NewVote = { id: string; building_id: string; created_by: string | null; created_at: Date }

/** False if this draft was added before. */
export async function addVote(tx: Tx, vote: NewVote, plan: VotePlan, timeZone: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('votes')
    .values({ ...vote, ...columnsOf(plan, timeZone) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) return false
  await saveOptions(tx, { vote_id: vote.id, building_id: vote.building_id }, plan.options)
  return true
}

/** The next version of a draft. */
export async function changeVote(
  tx: Tx,
  { vote_id, building_id }: DraftOf,
  version: number,
  plan: VotePlan,
  timeZone: string,
): Promise<void> {
  await tx
    .updateTable('votes')
    .set({ ...columnsOf(plan, timeZone), version: version + 1 })
    .where('id', '=', vote_id)
    .execute()
  await saveOptions(tx, { vote_id, building_id }, plan.options)
}

/** Options that stay keep their candidates' answers; another candidate has not answered yet. */
async function saveOptions(tx: Tx, of: DraftOf, options: VotePlan['options']): Promise<void> {
  const kept = options.map(({ id }) => id)
  await tx
    .deleteFrom('vote_options')
    .where('vote_id', '=', of.vote_id)
    .where(sql<boolean>`id <> all (${kept}::uuid[])`)
    .execute()
  if (options.length === 0) return
  await tx
    .insertInto('vote_options')
    .values(
      options.map(({ id, label, candidate_id }, at) => ({
        id,
        label,
        candidate_id,
        position: at + 1,
        ...of,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({
          position: eb.ref('excluded.position'),
          label: eb.ref('excluded.label'),
          candidate_id: eb.ref('excluded.candidate_id'),
          answer: sql`case when vote_options.candidate_id = excluded.candidate_id then vote_options.answer end`,
        }))
        .where('vote_options.vote_id', '=', of.vote_id),
    )
    .execute()
}

/**
 * Locks a vote that the viewer may run: others who do wait, and with 'ballots' ballots, too, of which those that are being cast are waited for.
 * False for others' votes.
 */
export async function lockVote(tx: Tx, id: string, against: 'officers' | 'ballots'): Promise<boolean> {
  const vote = tx.selectFrom('votes').where('id', '=', id).select('id')
  const locked = against === 'ballots' ? vote.forUpdate() : vote.forNoKeyUpdate()
  return (await locked.executeTakeFirst()) !== undefined
}

/** The people that these options name, of this building: their names, and whether they are of it still. */
export async function namedPeople(tx: Tx, building_id: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  return tx
    .selectFrom('profiles')
    .where('building_id', '=', building_id)
    .where('id', 'in', ids)
    .select(['id', 'full_name as label', sql<boolean>`status = 'active'`.as('is_here')])
    .execute()
}

/** Whether the viewer's data has this building. */
export async function hasBuilding(tx: Tx, id: string): Promise<boolean> {
  return (await tx.selectFrom('buildings').where('id', '=', id).select('id').executeTakeFirst()) !== undefined
}
