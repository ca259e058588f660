import { type Fee, firstFeeOf } from '../billing/fees.ts'
import type { CalendarDate } from '../calendar.ts'
import { DomainError } from '../errors.ts'

type Description = {
  number_of_floors: number | null
  number_of_units: number | null
  square_feet: number | null
}

/** What a resident becomes by signing up, what the building becomes by it, and the event that says so. */
type Joined =
  | { role: 'homeowner'; status: 'pending'; event: 'member_joined' }
  | { role: 'captain'; status: 'active'; event: 'captain_appointed'; building: Description; fee: Fee }

/**
 * Makes the first resident of a building without a captain its captain, with its first fee as of that day; others wait
 * for approval. Throws DomainError 'invalid_input' when a captain gives no number of units.
 */
export function joinBuilding(
  building: Description & { captain_id: string | null },
  given: Description,
  today: CalendarDate,
): Joined {
  // [4.profile.1]
  if (building.captain_id !== null) return { role: 'homeowner', status: 'pending', event: 'member_joined' }
  // [4.profile.2] [4.profile.3]
  return {
    role: 'captain',
    status: 'active',
    event: 'captain_appointed',
    building: {
      number_of_units: requireUnits(given),
      number_of_floors: given.number_of_floors ?? building.number_of_floors,
      square_feet: given.square_feet ?? building.square_feet,
    },
    fee: firstFeeOf(today),
  }
}

/** The number of units of a new building. Throws DomainError 'invalid_input' when it is missing. */
export function requireUnits({ number_of_units }: Pick<Description, 'number_of_units'>): number {
  if (number_of_units !== null) return number_of_units
  throw new DomainError('invalid_input', 'Number of Units is required', 'number_of_units')
}
