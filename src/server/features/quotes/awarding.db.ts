import { sql } from 'kysely'
import type { KeptOffer } from '../../../domain/awards/award.ts'
import type { Needs, SpendingPolicy } from '../../../domain/awards/policy.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Tx } from '../../db/pool.ts'
import { statement } from '../../db/statement.ts'

/** The present rule of a building's service; null if the building never set one. Product 4.3 */
export const policyOfService = (service: 's' | 'building_services') =>
  sql<SpendingPolicy | null>`(select json_build_object('version', p.version, 'alone_up_to', p.alone_up_to,
    'two_up_to', p.two_up_to, 'names_in_record', p.names_in_record) from spending_policies p
    where p.building_id = ${sql.ref(`${service}.building_id`)} order by p.version desc limit 1)`

/** A chosen quote that waits, as the screens show it. */
type WaitingChoice = {
  id: string
  service_quote_id: string
  needs: Needs
  state: 'waiting'
  annual_cost: number
  reason: string | null
  proposed_by: string | null
  proposed_name: string
  vote_id: string | null
}

/** The chosen quote of a service that waits, null without one; there is one at most. Product 4.3 */
export const waitingAwardOf = (service: 's' | 'building_services') =>
  sql<WaitingChoice | null>`(select json_build_object('id', a.id, 'service_quote_id', a.service_quote_id, 'needs', a.needs,
    'state', a.state, 'annual_cost', a.annual_cost, 'reason', a.reason, 'proposed_by', a.proposed_by,
    'proposed_name', a.proposed_name, 'vote_id', a.vote_id)
    from awards a where a.building_service_id = ${sql.ref(`${service}.id`)} and a.state = 'waiting')`

/** The quotes of a service in whose vendors the viewer has declared an interest. */
export const ownInterests = (service: 's' | 'building_services') =>
  sql<
    string[]
  >`array(select i.service_quote_id from award_interests i join service_quotes iq on iq.id = i.service_quote_id
    where i.profile_id = viewer_id() and iq.building_service_id = ${sql.ref(`${service}.id`)})`

/** Whether the viewer is an officer who decides about quotes. */
export const isOfficer = (service: 's' | 'building_services') =>
  sql<boolean>`coalesce(decides_on_quotes(viewer_id(), ${sql.ref(`${service}.building_id`)}), false)`

const ruleOf = statement((db, { quoteId }: { quoteId: string }) =>
  db
    .selectFrom('service_quotes as q')
    .innerJoin('building_services as s', 's.id', 'q.building_service_id')
    .innerJoin('service_types as t', 't.id', 's.service_type_id')
    .innerJoin('vendor_profiles as v', 'v.id', 'q.vendor_id')
    .where('q.id', '=', quoteId)
    .select(['t.name as service', 'v.company_name', 's.decide_by'])
    .select([
      policyOfService('s').as('policy'),
      waitingAwardOf('s').as('waiting'),
      isOfficer('s').as('is_officer'),
      sql<boolean>`exists (select from award_interests i where i.service_quote_id = q.id
        and i.profile_id = viewer_id())`.as('has_interest'),
    ]),
)

/** By what a building decides about a quote, and the viewer's part in it. Read under the lock of its service. Product 4.3 */
export async function ruleOfQuote(tx: Tx, quoteId: string) {
  const [rule] = await ruleOf(tx, { quoteId })
  if (!rule) throw new DomainError('not_found')
  return rule
}
export type RuleOfQuote = Awaited<ReturnType<typeof ruleOfQuote>>

type NewAward = {
  id: string
  quote: { id: string; building_service_id: string; building_id: string; vendor_id: string }
  needs: Needs
  annual_cost: number
  offer: KeptOffer
  quotes: number
  lowest: number | null
  highest: number | null
  is_lowest: boolean
  reason: string | null
  person: string
  has_interest: boolean | null
  at: Date
}

/** Adds an award with its first approval, in one statement; it is accepted at once where it needs no other. Product 4.3 */
export async function addAward(tx: Tx, award: NewAward): Promise<void> {
  const { id, quote, needs, offer, person, at } = award
  const state = needs === 'anyone' || needs === 'alone' ? 'accepted' : 'waiting'
  await sql`
    with made as (
      insert into awards (id, building_id, building_service_id, service_quote_id, vendor_id, needs, state, annual_cost,
        per_visit_price, offer, quotes, lowest, highest, is_lowest, reason, proposed_by, proposed_at)
      values (${id}, ${quote.building_id}, ${quote.building_service_id}, ${quote.id}, ${quote.vendor_id}, ${needs}, ${state},
        ${award.annual_cost}, ${offer.per_visit_price}, ${JSON.stringify(offer)}, ${award.quotes}, ${award.lowest},
        ${award.highest}, ${award.is_lowest}, ${award.reason}, ${person}, ${at}))
    insert into award_approvals (award_id, position, building_id, profile_id, has_interest, approved_at)
    values (${id}, 1, ${quote.building_id}, ${person}, ${award.has_interest}, ${at})`.execute(tx)
}
