import { sql } from 'kysely'
import type { AwardState, Decider } from '../../../domain/awards/award.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Tx } from '../../db/pool.ts'

const awardColumns = [
  'a.id',
  'a.building_id',
  'a.building_service_id',
  'a.service_quote_id',
  'a.needs',
  'a.state',
  'a.annual_cost',
  'a.offer',
  'a.proposed_by',
  'a.company_name',
  'a.vote_id',
] as const

const awards = (tx: Tx) =>
  tx
    .selectFrom('awards as a')
    .innerJoin('building_services as s', 's.id', 'a.building_service_id')
    .innerJoin('service_types as t', 't.id', 's.service_type_id')

/** An award as it is now, for its quote to be locked first. Throws DomainError 'not_found'. */
export async function findAward(tx: Tx, id: string) {
  const award = await awards(tx)
    .where('a.id', '=', id)
    .select([...awardColumns, 't.name as service'])
    .executeTakeFirst()
  if (!award) throw new DomainError('not_found')
  return award
}
export type FoundAward = Awaited<ReturnType<typeof findAward>>

/** The same under a lock: others who decide about it wait. Its service and quote are locked before. */
export async function lockAward(tx: Tx, id: string) {
  const award = await awards(tx)
    .where('a.id', '=', id)
    .select([...awardColumns, 't.name as service'])
    .forNoKeyUpdate('a')
    .executeTakeFirst()
  if (!award) throw new DomainError('not_found')
  return award
}

/** The viewer's part in an award: whether they are an officer who decides about quotes, and declared an interest in the vendor. */
export async function deciderOf(tx: Tx, award: FoundAward, id: string): Promise<Decider> {
  const { rows } = await sql<{ is_officer: boolean; has_interest: boolean }>`
    select coalesce(decides_on_quotes(${id}, ${award.building_id}), false) as is_officer,
      exists (select from award_interests i where i.service_quote_id = ${award.service_quote_id}
        and i.profile_id = ${id}) as has_interest`.execute(tx)
  return { id, is_officer: rows[0]?.is_officer ?? false, has_interest: rows[0]?.has_interest ?? false }
}

type Approval = { award_id: string; building_id: string; profile_id: string; approved_at: Date }

/** The second approval of an award. */
export async function addApproval(tx: Tx, approval: Approval): Promise<void> {
  await tx
    .insertInto('award_approvals')
    .values({ ...approval, position: 2, has_interest: false })
    .execute()
}

type Ended = { state: AwardState; ended_reason: string | null; ended_by: string | null; ended_at: Date }

export async function endAward(tx: Tx, id: string, ended: Ended): Promise<void> {
  await tx.updateTable('awards').set(ended).where('id', '=', id).execute()
}

type InterestedIn = {
  service_quote_id: string
  building_service_id: string
  building_id: string
  vendor_id: string
}
type Interest = InterestedIn & { person: string; at: Date }

/** Keeps that somebody has an interest in the vendor of a quote. False if they had declared it before. */
export async function addInterest(tx: Tx, { person, at, ...quote }: Interest): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('award_interests')
    .values({ ...quote, profile_id: person, declared_at: at })
    .onConflict((conflict) => conflict.columns(['service_quote_id', 'profile_id']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** A quote of the viewer's building with its vendor. Throws DomainError 'not_found'. */
export async function quotedVendor(tx: Tx, id: string) {
  const quote = await tx
    .selectFrom('service_quotes as q')
    .innerJoin('vendor_profiles as v', 'v.id', 'q.vendor_id')
    .where('q.id', '=', id)
    .select([
      'q.id as service_quote_id',
      'q.building_service_id',
      'q.building_id',
      'q.vendor_id',
      'v.company_name',
    ])
    .executeTakeFirst()
  if (!quote) throw new DomainError('not_found')
  return quote
}

/** More than a building decides about at a time. */
const MOST_WAITING = 200

/** The chosen quotes of a building that wait, the oldest first, and whether the viewer can give the second approval. Product 4.3 */
export const waitingAwards = (tx: Tx, building_id: string) =>
  awards(tx)
    .where('a.building_id', '=', building_id)
    .where('a.state', '=', 'waiting')
    .orderBy('a.proposed_at')
    .orderBy('a.id')
    .limit(MOST_WAITING)
    .select([
      'a.id',
      'a.building_service_id',
      't.name as service',
      'a.company_name',
      'a.needs',
      'a.annual_cost',
    ])
    .select(['a.proposed_name', 'a.proposed_at', 'a.vote_id'])
    .select(
      sql<boolean>`a.needs = 'two' and a.proposed_by is distinct from viewer_id()
        and coalesce(decides_on_quotes(viewer_id(), a.building_id), false)
        and not exists (select from award_interests i where i.service_quote_id = a.service_quote_id
          and i.profile_id = viewer_id())`.as('can_answer'),
    )
    .execute()
