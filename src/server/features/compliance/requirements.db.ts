import { type RawBuilder, sql } from 'kysely'
import type { CalendarDate } from '../../../domain/calendar.ts'
import { COMPLIANCE_KINDS, type ComplianceKind } from '../../../domain/compliance/kind.ts'
import type { Requirement } from '../../../domain/compliance/requirement.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Tx } from '../../db/pool.ts'
import { visitsAtRisk } from './risks.db.ts'

/**
 * What a quote's service type requires, with its vendor's verified documents; null where nothing is required. Which types require
 * something is read once a statement: the function, called for each visit of a calendar, took half of its time.
 */
export const requirementsOf = (quote: 'q' | 'service_quotes') => {
  const type = sql.ref(`${quote}.service_type_id`)
  return sql<
    Requirement[] | null
  >`case when ${type} = any (array(select service_type_id from service_requirements))
    then vendor_requirements(${sql.ref(`${quote}.vendor_id`)}, ${type}) end`
}

/** The same of a visit, for its vendor's office and for the crew that goes there, who sees no quote. */
export const requirementsOfWork = sql<Requirement[] | null>`vendor_requirements(appointments.vendor_id,
  case when viewer_crew() is null
    then (select q.service_type_id from service_quotes q where q.id = appointments.service_quote_id)
    else (select service_type_id from assigned_work(appointments.id)) end)`

type RequirementRow = {
  id: string
  name: string
  category: string
  vendors: number
  kind: ComplianceKind
  required: boolean
  holding: number
}

/** Each service type with how many vendors offer it; and of each kind whether it is required, and how many hold one on this day. */
export async function requirementsOfTypes(tx: Tx, day: CalendarDate) {
  const { rows } = await sql<RequirementRow>`
    with offered as (select service_type_id, vendor_id from vendor_services where is_active),
      held as (select distinct vendor_id, kind from compliance_documents
        where status = 'verified' and valid_from <= ${day} and (expires_on is null or expires_on >= ${day}))
    select t.id, t.name, t.category, (select count(*) from offered o where o.service_type_id = t.id) as vendors, k.kind,
      exists (select from service_requirements r where r.service_type_id = t.id and r.kind = k.kind) as required,
      (select count(*) from offered o join held h using (vendor_id) where o.service_type_id = t.id and h.kind = k.kind)
        as holding
    from service_types t cross join unnest(${[...COMPLIANCE_KINDS]}::text[]) with ordinality as k (kind, place)
    order by t.category, t.name, k.place`.execute(tx)
  const types = new Map(rows.map(({ id, name, category, vendors }) => [id, { id, name, category, vendors }]))
  return [...types.values()].map((type) => ({
    ...type,
    kinds: rows
      .filter(({ id }) => id === type.id)
      .map(({ kind, required, holding }) => ({ kind, required, holding })),
  }))
}

type Held = { vendor: RawBuilder<unknown>; kind: RawBuilder<unknown>; day: CalendarDate }

/** Whether a vendor holds a verified document of a kind on this day. */
const holds = ({ vendor, kind, day }: Held) => sql<boolean>`exists (select from compliance_documents d
  where d.vendor_id = ${vendor} and d.kind = ${kind} and d.status = 'verified' and d.valid_from <= ${day}
    and (d.expires_on is null or d.expires_on >= ${day}))`

type OwnRequirement = { kind: ComplianceKind; services: string[]; held: boolean }

/**
 * What the services that a vendor offers, or has visits of to come, require, by kind, with their names and whether it holds one on
 * this day.
 */
export async function requirementsOfVendor(
  tx: Tx,
  { vendor_id, day }: { vendor_id: string; day: CalendarDate },
) {
  const { rows } = await sql<OwnRequirement>`
    select r.kind, array_agg(t.name order by t.name) as services,
      ${holds({ vendor: sql`${vendor_id}`, kind: sql`r.kind`, day })} as held
    from service_requirements r join service_types t on t.id = r.service_type_id
    where t.id in (
      select service_type_id from vendor_services where vendor_id = ${vendor_id} and is_active
      union select q.service_type_id from appointments a join service_quotes q on q.id = a.service_quote_id
        where a.vendor_id = ${vendor_id} and a.status = 'confirmed' and a.scheduled_date >= ${day})
    group by r.kind
    order by array_position(${[...COMPLIANCE_KINDS]}::text[], r.kind)`.execute(tx)
  return rows
}

/**
 * Whom a new requirement concerns on this day: how many vendors offer the service type, which of them hold no such document or have
 * visits that it puts at risk, and how many visits those are.
 */
export async function effectOf(tx: Tx, { service_type_id, kind }: ChosenKind, day: CalendarDate) {
  const { rows } = await sql<{ vendor_id: string; offers: boolean; visits: number; lacks: boolean }>`
    with risks as (select a.vendor_id, count(*) as visits
      from ${visitsAtRisk({ kind, from: day, today: day, newly_required: { service_type_id } })} group by a.vendor_id)
    select v.vendor_id, v.offers, coalesce(risks.visits, 0) as visits,
      v.offers and not ${holds({ vendor: sql`v.vendor_id`, kind: sql`${kind}`, day })} as lacks
    from (
      select vendor_id, bool_or(offers) as offers from (
        select vendor_id, true as offers from vendor_services where service_type_id = ${service_type_id} and is_active
        union all select vendor_id, false from risks) each_one
      group by vendor_id) v
    left join risks on risks.vendor_id = v.vendor_id
    order by v.vendor_id`.execute(tx)
  return {
    of: rows.filter(({ offers }) => offers).length,
    lacking: rows.filter(({ lacks, visits }) => lacks || visits > 0).map(({ vendor_id }) => vendor_id),
    visits: rows.reduce((sum, { visits }) => sum + visits, 0),
  }
}

/** The name of a service type. Throws DomainError 'not_found'. */
export async function serviceTypeName(tx: Tx, id: string): Promise<string> {
  const type = await tx.selectFrom('service_types').where('id', '=', id).select('name').executeTakeFirst()
  if (!type) throw new DomainError('not_found')
  return type.name
}

type ChosenKind = { service_type_id: string; kind: ComplianceKind }

/** Required for visits from this day on. False if it was required before. */
export async function addRequirement(
  tx: Tx,
  requirement: ChosenKind,
  required_from: CalendarDate,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('service_requirements')
    .values({ ...requirement, required_from })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** False if it was not required. */
export async function removeRequirement(tx: Tx, { service_type_id, kind }: ChosenKind): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('service_requirements')
    .where('service_type_id', '=', service_type_id)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
