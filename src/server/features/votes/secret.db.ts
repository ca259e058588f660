import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'

/** What a secret ballot needs of its vote, also for who has no session: the options on the ballot, in their order. Undefined for no secret vote. */
export const secretVote = (tx: Tx, id: string) =>
  tx
    .selectFrom('votes as v')
    .leftJoin('vote_boxes as x', 'x.vote_id', 'v.id')
    .where('v.id', '=', id)
    .where('v.is_secret', '=', true)
    .where('v.state', '<>', 'draft')
    .select([
      'v.id',
      'v.kind',
      'v.max_choices',
      'v.state',
      'v.opens_at',
      'v.closes_at',
      'v.public_key',
      'x.key_file',
    ])
    .select(
      sql<
        { id: string; answer: 'accepted' | 'declined' | null }[]
      >`(select coalesce(json_agg(json_build_object('id', o.id,
        'answer', o.answer) order by o.position), '[]') from vote_options o where o.vote_id = v.id)`.as(
        'options',
      ),
    )
    .executeTakeFirst()

/**
 * Locks the box of an open vote, so that two ballots don't lose each other. The vote first: its end waits for this ballot, or this ballot comes
 * too late. Undefined once it is over.
 */
export async function lockBox(tx: Tx, vote_id: string) {
  const vote = await tx
    .selectFrom('votes')
    .where('id', '=', vote_id)
    .where('state', '=', 'open')
    .select('id')
    .forKeyShare()
    .executeTakeFirst()
  if (!vote) return undefined
  return tx
    .selectFrom('vote_boxes')
    .where('vote_id', '=', vote_id)
    .select('box')
    .forUpdate()
    .executeTakeFirst()
}

export async function saveBox(tx: Tx, vote_id: string, box: Buffer): Promise<void> {
  await tx.updateTable('vote_boxes').set({ box }).where('vote_id', '=', vote_id).execute()
}

/** What was in the box and on paper, in this order, which chance made; and the hashes of the receipts in theirs. */
export async function publishBallots(
  tx: Tx,
  { vote_id, building_id }: { vote_id: string; building_id: string },
  choices: readonly (readonly string[])[],
  hashes: readonly string[],
): Promise<void> {
  await sql`
    insert into secret_ballots (vote_id, building_id, choice)
    select ${vote_id}, ${building_id}, array(select jsonb_array_elements_text(chosen.choice))
    from jsonb_array_elements(${JSON.stringify(choices)}::jsonb) with ordinality as chosen (choice, at) order by at`.execute(
    tx,
  )
  await sql`
    insert into vote_receipts (vote_id, building_id, hash)
    select ${vote_id}, ${building_id}, hash from unnest(${[...hashes].sort()}::text[]) hash`.execute(tx)
}
