import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { optionalText, typedTime, wholeNumber } from '../text.ts'
import { closures, refuseQuietHours } from '../visits/availability.ts'

/** What a captain says of a building. Only the number of units is needed. [5.resident.6-8] */
export const description = {
  number_of_floors: wholeNumber('Number of Floors', 1, LIMITS.number_of_floors).nullable().default(null),
  number_of_units: wholeNumber('Number of Units', 1, LIMITS.number_of_units),
  square_feet: wholeNumber('Square Feet', 0, LIMITS.square_feet).nullable().default(null),
}

const number = z.string().transform((typed): number | null | undefined => integer(typed))

/** The same as typed. An empty number of units is left to the rule of sign-up. */
export const typedDescription = {
  number_of_floors: number.pipe(description.number_of_floors),
  number_of_units: number.pipe(description.number_of_units.nullable()),
  square_feet: number.pipe(description.square_feet),
}

/** 'Edit Building': what its captain may correct. The address stays: neighbors meet by it. */
export const UpdateBuilding = z
  .strictObject({ name: optionalText('Building Name', LIMITS.company), ...description, ...closures })
  .superRefine(refuseQuietHours)

/** The same as typed. */
export const UpdateBuildingForm = z
  .object({
    name: UpdateBuilding.shape.name,
    ...typedDescription,
    number_of_units: number.pipe(description.number_of_units),
    ...closures,
    quiet_from: typedTime(closures.quiet_from),
    quiet_until: typedTime(closures.quiet_until),
  })
  .superRefine(refuseQuietHours)

export type UpdateBuilding = z.infer<typeof UpdateBuilding>

// '12,000' is a number and '' is none. NaN for other text, which the schema refuses: parseInt reads '12 000' as 12.
function integer(typed: string): number | null {
  const digits = typed.trim()
  if (digits === '') return null
  return /^(\d+|\d{1,3}(,\d{3})+)$/.test(digits) ? Number(digits.replaceAll(',', '')) : Number.NaN
}
