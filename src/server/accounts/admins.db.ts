import { sql } from 'kysely'
import { DomainError } from '../../domain/errors.ts'
import type { Tx } from '../database/pool.ts'
import { record } from '../events/events.db.ts'

/**
 * Makes an account an admin's, who belongs to no building and does no jobs: the answer says whether it was one
 * already. Throws DomainError 'not_found', or 'not_allowed' with a sentence when others still need the person
 * where they are.
 */
export async function appointAdmin(tx: Tx, email: string): Promise<'appointed' | 'was_admin'> {
  const person = await tx
    .selectFrom('profiles')
    .where('email', '=', email.trim().toLowerCase())
    .select(['id', 'role', 'building_id'])
    .forUpdate()
    .executeTakeFirst()
  if (!person) throw new DomainError('not_found')
  const { id, role, building_id } = person
  if (role === 'admin') return 'was_admin'
  if (role === 'contractor') await endBusiness(tx, id)
  if (role === 'captain' && building_id) await releaseCaptain(tx, id, building_id)
  await tx
    .updateTable('profiles')
    .set({ role: 'admin', status: 'active', building_id: null, unit_number: null, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  await record(tx, { kind: 'admin_appointed', actor: null, subject: id })
  return 'appointed'
}

/** A building where nobody else lives waits for its next resident, as an imported one does. */
async function releaseCaptain(tx: Tx, id: string, buildingId: string): Promise<void> {
  await tx.selectFrom('buildings').where('id', '=', buildingId).select('id').forUpdate().execute()
  const neighbour = await tx
    .selectFrom('profiles')
    .where('building_id', '=', buildingId)
    .where('id', '<>', id)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (neighbour) {
    throw new DomainError('not_allowed', 'is the captain of a building with other residents, who need one')
  }
  await tx.updateTable('buildings').set({ captain_id: null }).where('id', '=', buildingId).execute()
}

/** What was promised is kept: a vendor with accepted jobs stays one. Other quotes are withdrawn. */
async function endBusiness(tx: Tx, id: string): Promise<void> {
  const job = await tx
    .selectFrom('service_quotes')
    .where('vendor_id', '=', id)
    .where('status', '=', 'accepted')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (job) throw new DomainError('not_allowed', 'is a vendor with accepted quotes, whom buildings rely on')
  await tx.updateTable('vendor_services').set({ is_active: false }).where('vendor_id', '=', id).execute()
  await tx.deleteFrom('service_quotes').where('vendor_id', '=', id).where('status', '=', 'pending').execute()
}
