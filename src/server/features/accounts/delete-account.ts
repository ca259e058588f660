import { sql } from 'kysely'
import { closeAccount } from '../../../domain/accounts/close-account.ts'
import type { CityTime } from '../../../domain/calendar.ts'
import { OPEN_STATUSES } from '../../../domain/services/status.ts'
import { lockOffers } from '../../db/offer-lock.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { serverRefusal } from '../../refusal.ts'
import { saveCaptain } from '../buildings/db.ts'
import { dropDocuments } from '../compliance/db.ts'
import { withdrawQuotes } from '../quotes/requests.db.ts'
import { endOffers } from '../vendors/db.ts'
import { dropProfile } from '../vendors/vendor-profile.db.ts'

/**
 * Deletes a person's account: profile, sign-in, sessions, links and mail. What they requested and uploaded stays without
 * their name; a company stays with the prices and visits that buildings accepted, and without what it said of itself. Throws what the rule throws.
 */
export async function deleteAccount(tx: Tx, id: string, now: CityTime): Promise<void> {
  const person = await lockLeaving(tx, id, now)
  const { building_id, vendor_id } = person
  const { endsBusiness, leavesBuilding } = closeAccount(person)
  if (endsBusiness && vendor_id) {
    await endOffers(tx, vendor_id)
    await record(tx, { kind: 'vendor_services_changed', actor: id, vendor_id, subject: vendor_id })
    await withdrawQuotes(tx, { id, vendor_id })
    await dropDocuments(tx, vendor_id)
    await dropProfile(tx, vendor_id)
  }
  if (leavesBuilding && building_id) await saveCaptain(tx, building_id, null)
  // What they have caused tells of somebody who is gone; the mail about the end is queued next.
  await tx.deleteFrom('mails').where('sender', '=', id).where('sent_at', 'is', null).execute()
  // Before the deletion, which takes the address for the mail along.
  await record(tx, { kind: 'account_closed', actor: id, building_id, vendor_id, subject: id })
  await tx.deleteFrom('auth_users').where('id', '=', id).execute()
}

/**
 * Locks the person, after the offers or the building, so that no visit is booked and nobody joins meanwhile. Returns what
 * the rule needs.
 */
async function lockLeaving(tx: Tx, id: string, now: CityTime) {
  await lockOffers(tx, 'vendor')
  // A company before its people, as in all changes of a team.
  await sql`select from vendor_profiles where id = (select vendor_id from profiles where id = ${id}) for no key update`.execute(
    tx,
  )
  const person = await tx
    .selectFrom('profiles')
    .where('id', '=', id)
    .select(['role', 'building_id', 'vendor_id'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!person) throw serverRefusal('signed_out')
  const { role, building_id, vendor_id } = person
  if (role === 'captain' && building_id)
    await tx.selectFrom('buildings').where('id', '=', building_id).select('id').forUpdate().execute()
  const { rows } = await sql<{
    is_captain: boolean
    has_neighbors: boolean
    waiting: number
    has_colleagues: boolean
    is_only_owner: boolean
    open_requests: number
    visits_to_come: number
  }>`select
    exists (select from buildings where id = ${building_id} and captain_id = ${id}) as is_captain,
    exists (select from profiles where building_id = ${building_id} and id <> ${id} and status = 'active') as has_neighbors,
    (select count(*) from profiles where building_id = ${building_id} and status = 'pending') as waiting,
    exists (select from profiles where vendor_id = ${vendor_id} and id <> ${id} and status <> 'removed') as has_colleagues,
    exists (select from profiles where id = ${id} and vendor_role = 'owner') and not exists (select from profiles
      where vendor_id = ${vendor_id} and id <> ${id} and vendor_role = 'owner' and status = 'active') as is_only_owner,
    (select count(*) from building_services
      where building_id = ${building_id} and status in (${sql.join(OPEN_STATUSES)})) as open_requests,
    (select count(*) from appointments where (building_id = ${building_id} or vendor_id = ${vendor_id})
      and status = 'confirmed' and (scheduled_date, scheduled_time) > (${now.date}::date, ${now.time}::time)) as visits_to_come`.execute(
    tx,
  )
  const [facts] = rows
  if (!facts) throw new Error('A select without a table returned no row')
  return { ...person, ...facts }
}
