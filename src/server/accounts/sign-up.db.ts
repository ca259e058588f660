import { type ResidentSignUp, requireUnits, type VendorSignUp } from '../../domain/accounts/sign-up.ts'
import { firstFeeOf } from '../../domain/billing/fees.ts'
import type { CalendarDate } from '../../domain/calendar.ts'
import { DomainError } from '../../domain/errors.ts'
import { addFees } from '../billing/billing.db.ts'
import { addBuilding, findBuilding } from '../buildings/buildings.db.ts'
import type { Tx } from '../database/pool.ts'
import { record } from '../events/events.db.ts'
import { askNewVendor } from '../quotes/requests.db.ts'
import { offerServices } from '../vendors/vendors.db.ts'

type Account = { first_name: string; last_name: string; email: string }

/** Makes a contractor, its company, what it offers, and its share of the requests that are open now. */
export async function signUpVendor(tx: Tx, input: VendorSignUp, passwordHash: string) {
  const { first_name, last_name, email, phone } = input
  const { company_name, address, city, state, zip_code } = input
  const id = await addAccount(tx, input, passwordHash)
  await tx
    .insertInto('profiles')
    .values({ id, first_name, last_name, email, phone, role: 'contractor', status: 'active' })
    .execute()
  await tx
    .insertInto('vendor_profiles')
    .values({ id, company_name, address, city, state, zip_code })
    .execute()
  await offerServices(tx, id, input.service_type_ids)
  await record(tx, { kind: 'vendor_signed_up', actor: id, vendor_id: id, subject: id })
  await askNewVendor(tx, id)
  return { id }
}

/**
 * Makes a captain of a building that is new or has none, a pending homeowner of one that has. The building row is
 * locked, so that of two residents at one new address exactly one becomes captain. With its captain a building gets its
 * first fee, fixed on that day.
 */
export async function signUpResident(tx: Tx, input: ResidentSignUp, passwordHash: string, day: CalendarDate) {
  const { first_name, last_name, email, phone, unit_number } = input
  const id = await addAccount(tx, input, passwordHash)
  const added = input.number_of_units === null ? undefined : await addBuilding(tx, input)
  const building = added ?? (await findBuilding(tx, input, { lock: true }))
  if (!building) return missingUnits(input)
  const isCaptain = building.captain_id === null
  const status = isCaptain ? 'active' : 'pending'
  const person = { id, first_name, last_name, email, phone, unit_number, building_id: building.id }
  await tx
    .insertInto('profiles')
    .values({ ...person, role: isCaptain ? 'captain' : 'homeowner', status })
    .execute()
  const event = { actor: id, building_id: building.id, subject: id }
  if (isCaptain) {
    await tx
      .updateTable('buildings')
      .set({
        captain_id: id,
        number_of_units: requireUnits(input),
        number_of_floors: input.number_of_floors ?? building.number_of_floors,
        square_feet: input.square_feet ?? building.square_feet,
      })
      .where('id', '=', building.id)
      .execute()
    if (added) await record(tx, { ...event, kind: 'building_added', subject: building.id })
    await record(tx, { ...event, kind: 'captain_appointed' })
    await addFees(tx, [{ building_id: building.id, ...firstFeeOf(day) }])
  } else {
    await record(tx, { ...event, kind: 'member_joined' })
  }
  return { id, status } as const
}

function missingUnits(input: ResidentSignUp): never {
  requireUnits(input)
  throw new DomainError('not_found')
}

async function addAccount(tx: Tx, account: Account, passwordHash: string): Promise<string> {
  const { first_name, last_name, email } = account
  const user = await tx
    .insertInto('auth_users')
    .values({ name: `${first_name} ${last_name}`, email })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!user) throw new DomainError('email_taken', undefined, 'email')
  await tx
    .insertInto('auth_accounts')
    .values({ user_id: user.id, account_id: user.id, provider_id: 'credential', password: passwordHash })
    .execute()
  return user.id
}
