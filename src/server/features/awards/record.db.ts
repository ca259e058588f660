import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { DomainError } from '../../../domain/errors.ts'
import type { VoteState } from '../../../domain/votes/vote.ts'
import { outcomeText } from '../../../domain/votes/vote-words.ts'
import { isoText } from '../../db/iso-text.ts'
import type { Tx } from '../../db/pool.ts'

/** So many rounds of a service are shown. */
const MOST_RECORDS = 20

/** The vendors of a round that sent a price and were not chosen, where the building's present rule names them; else none. */
const otherVendors = sql<string[]>`case when (select p.names_in_record from spending_policies p
    where p.building_id = a.building_id order by p.version desc limit 1)
  then array(select v.company_name from service_quotes o join vendor_profiles v on v.id = o.vendor_id
    where o.building_service_id = a.building_service_id and o.round = q.round and o.id <> q.id and o.status = 'declined'
      and o.per_visit_price is not null order by v.company_name, o.id)
  else '{}' end`

/**
 * The accepted awards of a service, the latest round first: how many quotes, their range, the choice and its reason, who approved and when, who
 * declared an interest, and the vote. Throws DomainError 'not_found' for another building's service. Product 4.3
 */
export async function awardRecords(tx: Tx, of: { building_id: string; service: string }) {
  const service = await tx
    .selectFrom('building_services')
    .where('id', '=', of.service)
    .where('building_id', '=', of.building_id)
    .select('id')
    .executeTakeFirst()
  if (!service) throw new DomainError('not_found')
  const awards = await tx
    .selectFrom('awards as a')
    .innerJoin('service_quotes as q', 'q.id', 'a.service_quote_id')
    .leftJoin('votes as v', 'v.id', 'a.vote_id')
    .where('a.building_service_id', '=', of.service)
    .where('a.state', '=', 'accepted')
    .orderBy('q.round', 'desc')
    .limit(MOST_RECORDS)
    .select([
      'a.id',
      'a.company_name',
      'a.needs',
      'a.annual_cost',
      'a.per_visit_price',
      'a.quotes',
      'a.lowest',
    ])
    .select(['a.highest', 'a.is_lowest', 'a.reason', 'a.proposed_name', 'a.proposed_at', 'a.ended_at'])
    .select(['v.id as vote_id', 'v.question', 'v.state as vote_state', 'v.result'])
    .select(otherVendors.as('others'))
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('award_approvals as p')
          .whereRef('p.award_id', '=', 'a.id')
          .orderBy('p.position')
          .select(['p.name', isoText('p', 'approved_at')]),
      ).as('approvals'),
      jsonArrayFrom(
        eb
          .selectFrom('award_interests as i')
          .whereRef('i.service_quote_id', '=', 'q.id')
          .orderBy('i.declared_at')
          .select(['i.name']),
      ).as('interests'),
    ])
    .execute()
  return awards.map(({ vote_id, question, vote_state, result, ...award }) => ({
    ...award,
    vote: vote_id === null ? null : shownVote({ vote_id, question, vote_state, result }),
  }))
}

type JoinedVote = {
  vote_id: string
  question: string | null
  vote_state: VoteState | null
  result: Parameters<typeof outcomeOf>[0]
}

const outcomeOf = (result: Omit<Parameters<typeof outcomeText>[0], 'kind'> | null) =>
  result ? outcomeText({ kind: 'yes_no', ...result }, []) : ''

const shownVote = ({ vote_id, question, vote_state, result }: JoinedVote) => ({
  id: vote_id,
  question: question ?? '',
  state: vote_state,
  result: outcomeOf(result),
})
