import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { DomainError } from '../../../domain/errors.ts'
import { searchWords } from '../../../domain/searched-list.ts'
import type { SignedUnit } from '../../../domain/votes/ballot.ts'
import { type Choosable, YES_NO } from '../../../domain/votes/choice.ts'
import type { VoteKind } from '../../../domain/votes/tally.ts'
import { isDecided, type VoteState } from '../../../domain/votes/vote.ts'
import type { Tx } from '../../db/pool.ts'
import type { PageRange } from '../../db/statement.ts'
import { mayVoteFor } from './list.db.ts'

/** Whether the candidate of the option `o` is of the building; true where options are no people. */
const isHere = sql<boolean>`v.kind <> 'election' or exists (select from profiles c
  where c.id = o.candidate_id and c.building_id = v.building_id and c.status = 'active')`

/** A vote with its options, as the viewer may see it. Throws DomainError 'not_found'. */
export async function readVote(tx: Tx, id: string) {
  const vote = await tx
    .selectFrom('votes as v')
    .innerJoin('buildings as b', 'b.id', 'v.building_id')
    .where('v.id', '=', id)
    .select([
      'v.id',
      'v.building_id',
      'v.kind',
      'v.question',
      'v.details',
      'v.max_choices',
      'v.basis',
      'v.is_secret',
    ])
    .select([
      'v.quorum',
      'v.majority',
      'v.proxies',
      'v.opens_at',
      'v.closes_at',
      'v.state',
      'v.version',
      'v.public_key',
    ])
    .select(['v.cancel_reason', 'v.result', 'v.certified_name', 'v.certified_at'])
    .select(['b.name as building_name', 'b.address', 'b.city', 'b.state as building_state'])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('vote_options as o')
          .whereRef('o.vote_id', '=', 'v.id')
          .orderBy('o.position')
          .select(['o.id', 'o.label', 'o.candidate_id', 'o.answer'])
          .select(isHere.as('is_here')),
      ).as('options'),
      eb
        .selectFrom('vote_roll as r')
        .whereRef('r.vote_id', '=', 'v.id')
        .select(
          sql<{
            units: number
            weight: number
            voted: number
            voted_weight: number
          }>`json_build_object('units', count(*),
            'weight', coalesce(sum(r.weight), 0), 'voted', count(r.voted_as),
            'voted_weight', coalesce(sum(r.weight) filter (where r.voted_as is not null), 0))`.as('roll'),
        )
        .as('roll'),
    ])
    .executeTakeFirst()
  if (!vote) throw new DomainError('not_found')
  return { ...vote, roll: vote.roll ?? { units: 0, weight: 0, voted: 0, voted_weight: 0 } }
}
export type ReadVote = Awaited<ReturnType<typeof readVote>>

type ListedOption = { id: string; answer: 'accepted' | 'declined' | null }

/** The options on the ballot, in their order: of an election the candidates who accepted. */
export const onBallot = <Option extends ListedOption>({
  kind,
  options,
}: {
  kind: VoteKind
  options: readonly Option[]
}): Option[] => options.filter(({ answer }) => kind !== 'election' || answer === 'accepted')

/** What a ballot of this vote may choose. */
export const choosableOf = (
  vote: { kind: VoteKind; options: readonly ListedOption[] } & Pick<Choosable, 'max_choices'>,
): Choosable => ({
  options: vote.kind === 'yes_no' ? YES_NO : onBallot(vote).map(({ id }) => id),
  max_choices: vote.max_choices,
})

type OfPerson = { vote_id: string; person: string }

/** The units that a person may vote for, with how these voted, and their open ballots; by number. */
export const unitsOf = (tx: Tx, of: OfPerson) =>
  ownUnits(tx, of).orderBy('r.number').orderBy('r.unit_id').execute()

const ownUnits = (tx: Tx, { vote_id, person }: OfPerson) =>
  tx
    .selectFrom('vote_roll as r')
    .leftJoin('vote_voters as m', (join) =>
      join
        .onRef('m.vote_id', '=', 'r.vote_id')
        .onRef('m.unit_id', '=', 'r.unit_id')
        .on('m.profile_id', '=', person),
    )
    .leftJoin('vote_proxies as x', (join) =>
      join.onRef('x.vote_id', '=', 'r.vote_id').onRef('x.unit_id', '=', 'r.unit_id'),
    )
    .leftJoin('profiles as h', 'h.id', 'x.holder_id')
    .leftJoin('ballots as b', (join) =>
      join.onRef('b.vote_id', '=', 'r.vote_id').onRef('b.unit_id', '=', 'r.unit_id'),
    )
    .where('r.vote_id', '=', vote_id)
    .where(mayVoteFor(person))
    .select(['r.unit_id', 'r.number', 'r.weight', 'r.voted_as', 'b.choice', 'b.cast_at', 'x.holder_id'])
    .select('h.full_name as holder_name')
    .select(sql<boolean>`m.profile_id is not null`.as('is_voter'))
    .select(sql<boolean>`x.holder_id is not distinct from ${person}`.as('holds_proxy'))

/** One of them. Throws DomainError 'not_found' for a unit that they may not vote for. */
export async function unitOf(tx: Tx, of: OfPerson & { unit_id: string }) {
  const unit = await ownUnits(tx, of).where('r.unit_id', '=', of.unit_id).executeTakeFirst()
  if (!unit) throw new DomainError('not_found')
  return unit
}

/** What was signed for a unit that the viewer may vote for. */
export async function signedUnit(
  tx: Tx,
  { vote_id, unit_id }: { vote_id: string; unit_id: string },
): Promise<SignedUnit> {
  const row = await tx
    .selectFrom('vote_signatures')
    .where('vote_id', '=', vote_id)
    .where('unit_id', '=', unit_id)
    .select('blinded')
    .executeTakeFirst()
  if (!row) return null
  return row.blinded === null ? 'paper' : { blinded: row.blinded }
}

type RollSearch = { vote_id: string; search: string | null }
const foundUnits = (tx: Tx, { vote_id, search }: RollSearch) =>
  tx
    .selectFrom('vote_roll as r')
    .where('r.vote_id', '=', vote_id)
    .where(
      sql<boolean>`not exists (select from unnest(${searchWords(search)}::text[]) word where strpos(lower(r.number), word) = 0)`,
    )

/** A page of the roll by number: how each unit voted, and in an open vote that is over what. Product 4.4 */
export async function rollPage(
  tx: Tx,
  { limit, offset, state, ...of }: RollSearch & PageRange & { state: VoteState },
) {
  const [{ total }, units] = await Promise.all([
    foundUnits(tx, of)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
    foundUnits(tx, of)
      .leftJoin('ballots as b', (join) =>
        join.onRef('b.vote_id', '=', 'r.vote_id').onRef('b.unit_id', '=', 'r.unit_id'),
      )
      .orderBy(sql`length(r.number)`)
      .orderBy('r.number')
      .orderBy('r.unit_id')
      .limit(limit)
      .offset(offset)
      .select(['r.unit_id', 'r.number', 'r.weight', 'r.voted_as', 'b.choice'])
      .execute(),
  ])
  // Nobody sees a choice before the end, their own neighbors' of one unit included.
  return { total, units: isDecided(state) ? units : units.map((unit) => ({ ...unit, choice: null })) }
}

/** The hashes of all receipts of a secret vote that is over, by themselves. Product 4.4 */
export async function receiptHashes(tx: Tx, vote_id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('vote_receipts')
    .where('vote_id', '=', vote_id)
    .orderBy('hash')
    .select('hash')
    .execute()
  return rows.map(({ hash }) => hash)
}
