import { type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { searchWords } from '../../../domain/searched-list.ts'
import type { VoteState } from '../../../domain/votes/vote.ts'
import type { Tx } from '../../db/pool.ts'
import type { PageRange } from '../../db/statement.ts'

type FoundVotes = {
  /** Null: of all buildings, for admins. */
  building_id: string | null
  states: readonly VoteState[]
  search: string | null
}

/** The votes in these states in whose question, or whose building's address, each word of a search occurs. */
const foundVotes = (tx: Tx, { building_id, states, search }: FoundVotes) =>
  tx
    .selectFrom('votes as v')
    .innerJoin('buildings as b', 'b.id', 'v.building_id')
    .where('v.state', 'in', states)
    .$if(building_id !== null, (query) => query.where('v.building_id', '=', building_id ?? ''))
    .where(
      sql<boolean>`not exists (select from unnest(${searchWords(search)}::text[]) word
        where strpos(lower(concat_ws(' ', v.question, b.name, b.address)), word) = 0)`,
    )

export async function countVotes(tx: Tx, of: FoundVotes): Promise<number> {
  const { count } = await foundVotes(tx, of)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Whether a person may vote for a unit of the roll `r`: as an owner of that time, or with a proxy. */
export const mayVoteFor = (
  person: string,
): RawBuilder<boolean> => sql<boolean>`(exists (select from vote_voters m
    where m.vote_id = r.vote_id and m.unit_id = r.unit_id and m.profile_id = ${person})
  or exists (select from vote_proxies x where x.vote_id = r.vote_id and x.unit_id = r.unit_id and x.holder_id = ${person}))`

/**
 * A page of votes: open ones first, those that close soonest; then by the time at which they close or closed, the latest first. `units` are on the roll, `voted` of them
 * have voted, and for `to_cast` of them this person may still vote. Product 4.4
 */
export const votesPage = (
  tx: Tx,
  { person, limit, offset, ...of }: FoundVotes & PageRange & { person: string },
) =>
  foundVotes(tx, of)
    .orderBy(sql`v.state = 'open'`, 'desc')
    .orderBy(sql`case when v.state = 'open' then v.closes_at end`)
    .orderBy((eb) => eb.fn.coalesce('v.closes_at', 'v.created_at'), 'desc')
    .orderBy('v.id')
    .limit(limit)
    .offset(offset)
    .select([
      'v.id',
      'v.question',
      'v.kind',
      'v.state',
      'v.basis',
      'v.is_secret',
      'v.opens_at',
      'v.closes_at',
    ])
    .select(['v.result', 'v.cancel_reason', 'b.name as building_name', 'b.address'])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('vote_options as o')
          .whereRef('o.vote_id', '=', 'v.id')
          .orderBy('o.position')
          .select(['o.id', 'o.label']),
      ).as('options'),
      eb
        .selectFrom('vote_roll as r')
        .whereRef('r.vote_id', '=', 'v.id')
        .select((roll) => roll.fn.countAll<number>().as('count'))
        .as('units'),
      eb
        .selectFrom('vote_roll as r')
        .whereRef('r.vote_id', '=', 'v.id')
        .where('r.voted_as', 'is not', null)
        .select((roll) => roll.fn.countAll<number>().as('count'))
        .as('voted'),
      eb
        .selectFrom('vote_roll as r')
        .whereRef('r.vote_id', '=', 'v.id')
        .where('r.voted_as', 'is', null)
        .where(mayVoteFor(person))
        .select((roll) => roll.fn.countAll<number>().as('count'))
        .as('to_cast'),
    ])
    .execute()

/** Buildings whose address or name has each word of a search, by address: an admin chooses one for a vote. */
export const findBuildings = (tx: Tx, search: string | null, limit: number) =>
  tx
    .selectFrom('buildings as b')
    .where('b.duplicate_of', 'is', null)
    .where(
      sql<boolean>`not exists (select from unnest(${searchWords(search)}::text[]) word
        where strpos(lower(concat_ws(' ', b.name, b.address, b.city)), word) = 0)`,
    )
    .orderBy('b.address')
    .orderBy('b.id')
    .limit(limit)
    .select(['b.id', 'b.name', 'b.address', 'b.city'])
    .execute()
