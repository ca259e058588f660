// Rules: [6.default-role]

import type { ResidentSignUp, VendorSignUp } from '../../../domain/accounts/sign-up.ts'
import { joinBuilding, requireUnits } from '../../../domain/buildings/captaincy.ts'
import type { CalendarDate } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import { type JoinByLink, joinByLink } from '../../../domain/members/invitation.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { serverRefusal } from '../../refusal.ts'
import { requestEmailConfirmation } from '../../session/account-links.ts'
import { addFees } from '../billing/db.ts'
import { addBuilding, findBuilding, saveCaptain } from '../buildings/db.ts'
import { isBlocked } from '../members/db.ts'
import { addJoinRequest, takeUse } from '../members/links.db.ts'
import { askNewVendor } from '../quotes/requests.db.ts'
import { offerServices } from '../vendors/db.ts'
import { addAccount } from './db.ts'

/** Adds a company, its services and its first person, and asks it in all open requests for them. */
export async function signUpVendor(tx: Tx, input: VendorSignUp, passwordHash: string) {
  const { first_name, last_name, email, phone } = input
  const { company_name, address, city, state, zip_code } = input
  const id = await addAccount(tx, input, passwordHash)
  const { id: vendor_id } = await tx
    .insertInto('vendor_profiles')
    .values({ company_name, address, city, state, zip_code })
    .returning('id')
    .executeTakeFirstOrThrow()
  const person = { id, first_name, last_name, email, phone, vendor_id }
  await tx
    .insertInto('profiles')
    .values({ ...person, role: 'contractor', status: 'active' })
    .execute()
  await offerServices(tx, vendor_id, input.service_type_ids)
  await record(tx, { kind: 'vendor_signed_up', actor: id, vendor_id, subject: vendor_id })
  await askNewVendor(tx, { id, vendor_id })
  await requestEmailConfirmation(tx, id, email)
  return { id }
}

/**
 * Adds a resident of a new or known building. Its row is locked, so that of two residents at one new address exactly one
 * becomes captain. [4.profile.7] [4.profile.8] [2.guard.7] [7.buildings.1]
 */
export async function signUpResident(tx: Tx, input: ResidentSignUp, passwordHash: string, day: CalendarDate) {
  // Adding the building locks its address.
  const added = input.number_of_units === null ? undefined : await addBuilding(tx, input)
  const building = added ?? (await findBuilding(tx, input, { lock: true }))
  if (!building) {
    requireUnits(input)
    throw new DomainError('not_found')
  }
  if (await isBlocked(tx, building.id, input.email)) throw serverRefusal('blocked', 'email')
  const joined = joinBuilding(building, input, day)
  const { role, status } = joined
  const { first_name, last_name, email, phone, unit_number } = input
  const id = await addAccount(tx, input, passwordHash)
  const person = { id, first_name, last_name, email, phone, unit_number, building_id: building.id }
  await tx
    .insertInto('profiles')
    .values({ ...person, role, status })
    .execute()
  if (status === 'pending')
    await addJoinRequest(tx, { profile_id: id, building_id: building.id, note: input.note, link_id: null })
  if (joined.role === 'captain') await saveCaptain(tx, building.id, id, joined.building)
  const event = { actor: id, building_id: building.id, subject: id }
  if (added) await record(tx, { ...event, kind: 'building_added', subject: building.id })
  await record(tx, { ...event, kind: joined.event })
  if (joined.role === 'captain') await addFees(tx, [{ building_id: building.id, ...joined.fee }])
  await requestEmailConfirmation(tx, id, email)
  return { id, status }
}

/**
 * Adds a resident by an invitation link, and counts its use: accepted at once where the captain said the unit, else somebody who waits.
 * Throws DomainError 'link_expired', 'blocked', 'email_taken'. Product 4.1
 */
export async function signUpByLink(tx: Tx, input: JoinByLink, passwordHash: string) {
  const link = await takeUse(tx, input.token)
  const { building_id } = link
  if (await isBlocked(tx, building_id, input.email)) throw serverRefusal('blocked', 'email')
  const joined = joinByLink(link, input)
  const { first_name, last_name, email, phone } = input
  const id = await addAccount(tx, input, passwordHash)
  await tx
    .insertInto('profiles')
    .values({ id, first_name, last_name, email, phone, building_id, ...joined })
    .execute()
  const { status } = joined
  if (status === 'pending')
    await addJoinRequest(tx, { profile_id: id, building_id, note: input.note, link_id: link.id })
  const kind = status === 'active' ? 'member_joined_by_link' : 'member_joined'
  await record(tx, { kind, actor: id, building_id, subject: id })
  await requestEmailConfirmation(tx, id, email)
  return { id, status }
}
