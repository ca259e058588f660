import { sql } from 'kysely'
import type { CalendarDate } from '../../../domain/calendar.ts'
import { COMPLIANCE_KINDS, type ComplianceKind } from '../../../domain/compliance/kind.ts'
import type { Requirement } from '../../../domain/compliance/requirement.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Tx } from '../../db/pool.ts'

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

/** The name of a service type. Throws DomainError 'not_found'. */
export async function serviceTypeName(tx: Tx, id: string): Promise<string> {
  const type = await tx.selectFrom('service_types').where('id', '=', id).select('name').executeTakeFirst()
  if (!type) throw new DomainError('not_found')
  return type.name
}

type SavedRequirement = { service_type_id: string; kind: ComplianceKind }

/** False if it was required before. */
export async function addRequirement(tx: Tx, requirement: SavedRequirement): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('service_requirements')
    .values(requirement)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** False if it was not required. */
export async function removeRequirement(
  tx: Tx,
  { service_type_id, kind }: SavedRequirement,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('service_requirements')
    .where('service_type_id', '=', service_type_id)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
