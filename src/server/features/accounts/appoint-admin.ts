import { sql } from 'kysely'
import { appointAdmin as decide } from '../../../domain/accounts/appoint-admin.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { saveCaptain } from '../buildings/db.ts'
import { withdrawQuotes } from '../quotes/requests.db.ts'
import { endOffers } from '../vendors/db.ts'

/** Makes an account an admin's. Throws DomainError 'not_found', and what the rule throws. */
export async function appointAdmin(tx: Tx, email: string): Promise<'appointed' | 'was_admin'> {
  const person = await lockPerson(tx, email.trim().toLowerCase())
  const { id, building_id, vendor_id } = person
  const { already, endsBusiness, leavesBuilding } = decide(person)
  if (already) return 'was_admin'
  if (endsBusiness && vendor_id) {
    await endOffers(tx, vendor_id)
    await record(tx, { kind: 'vendor_services_changed', actor: null, vendor_id, subject: vendor_id })
    await withdrawQuotes(tx, { id: null, vendor_id })
  }
  if (leavesBuilding && building_id) await saveCaptain(tx, building_id, null)
  await tx
    .updateTable('profiles')
    .set({ role: 'admin', status: 'active', building_id: null, vendor_id: null, unit_number: null })
    .set({ updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  await record(tx, { kind: 'admin_appointed', actor: null, subject: id })
  return 'appointed'
}

/** Locks the person, then a captain's building, so that nobody joins it meanwhile. */
async function lockPerson(tx: Tx, email: string) {
  const person = await tx
    .selectFrom('profiles')
    .innerJoin('auth_users', 'auth_users.id', 'profiles.id')
    .where('profiles.email', '=', email)
    .select(['profiles.id', 'role', 'building_id', 'vendor_id', 'email_verified'])
    .forNoKeyUpdate('profiles') // a request that mails this vendor must not wait, or it and withdrawQuotes deadlock
    .executeTakeFirst()
  if (!person) throw new DomainError('not_found')
  const { id, role, building_id, vendor_id } = person
  if (role === 'captain' && building_id)
    await tx.selectFrom('buildings').where('id', '=', building_id).select('id').forUpdate().execute()
  const [neighbor, colleague, job] = await Promise.all([
    tx
      .selectFrom('profiles')
      .where('building_id', '=', building_id)
      .where('id', '<>', id)
      .select('id')
      .limit(1)
      .executeTakeFirst(),
    tx
      .selectFrom('profiles')
      .where('vendor_id', '=', vendor_id)
      .where('id', '<>', id)
      .where('status', '<>', 'removed')
      .select('id')
      .limit(1)
      .executeTakeFirst(),
    tx
      .selectFrom('service_quotes')
      .where('vendor_id', '=', vendor_id)
      .where('status', '=', 'accepted')
      .select('id')
      .limit(1)
      .executeTakeFirst(),
  ])
  return {
    ...person,
    has_neighbors: neighbor !== undefined,
    has_colleagues: colleague !== undefined,
    has_accepted_quotes: job !== undefined,
  }
}
