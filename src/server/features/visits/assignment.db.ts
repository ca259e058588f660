import { sql } from 'kysely'
import { DomainError } from '../../../domain/errors.ts'
import { isAssignable } from '../../../domain/team/colleague.ts'
import type { Tx } from '../../db/pool.ts'

/** Throws DomainError 'not_found' for a person of another company, 'conflict' for one who can't go yet. */
export async function requireColleague(tx: Tx, vendorId: string, person: string): Promise<void> {
  const colleague = await tx
    .selectFrom('profiles')
    .where('id', '=', person)
    .where('vendor_id', '=', vendorId)
    .where('status', '<>', 'removed')
    .select('status')
    .executeTakeFirst()
  if (!colleague) throw new DomainError('not_found')
  if (!isAssignable(colleague))
    throw new DomainError('conflict', 'this person has not joined your company yet', 'person')
}

/** Assigns a person, or nobody (null), to visits. Returns those that changed, and who was assigned to them. */
export async function saveAssigned(tx: Tx, ids: string[], person: string | null) {
  const { rows } = await sql<{ id: string; former: string | null }>`
    with before as (select id, assigned_to as former from appointments where id = any (${ids}::uuid[]))
    update appointments a set assigned_to = ${person} from before
    where a.id = before.id and a.assigned_to is distinct from ${person}::uuid
    returning a.id, before.former`.execute(tx)
  return rows
}

/** Who goes to the visits of a quote that are booked from now on; null for nobody. */
export async function saveServiceAssignment(
  tx: Tx,
  quote: { service_quote_id: string; vendor_id: string },
  person: string | null,
): Promise<void> {
  await (person === null
    ? tx.deleteFrom('service_assignments').where('service_quote_id', '=', quote.service_quote_id).execute()
    : tx
        .insertInto('service_assignments')
        .values({ ...quote, person })
        .onConflict((conflict) => conflict.column('service_quote_id').doUpdateSet({ person }))
        .execute())
}

/** The address of a building that the viewer sees. */
export async function readAddress(tx: Tx, buildingId: string): Promise<string> {
  const { address } = await tx
    .selectFrom('buildings')
    .where('id', '=', buildingId)
    .select('address')
    .executeTakeFirstOrThrow()
  return address
}
