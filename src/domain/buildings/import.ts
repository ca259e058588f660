import { z } from 'zod'
import { city } from '../city.ts'
import { LIMITS } from '../limits.ts'
import { formatNumber } from '../number.ts'
import { optionalText, state, text, zip } from '../text.ts'

const oneLine = (value: string) => value.replace(/\s+/g, ' ')

/** A whole number in a spreadsheet's field; null for an empty field. */
function optionalNumber(label: string, min: number, max: number) {
  const message = `${label} must be a whole number from ${min} to ${formatNumber(max)}`
  return z
    .string()
    .trim()
    .refine(
      (value) => value === '' || (/^\d{1,9}$/.test(value) && isWithin(Number(value), min, max)),
      message,
    )
    .transform((value) => (value === '' ? null : Number(value)))
}

function isWithin(value: number, min: number, max: number): boolean {
  return value >= min && value <= max
}

/**
 * One building of an imported file. All fields are text. Floors of 0 are unknown, as in a city's open data. Other columns
 * are dropped before, so none is refused here.
 */
export const ImportedBuilding = z.strictObject({
  name: optionalText('Name', LIMITS.company),
  address: text('Street Address', LIMITS.address).overwrite(oneLine),
  city: city.overwrite(oneLine),
  state,
  zip_code: zip,
  number_of_floors: optionalNumber('Number of Floors', 0, LIMITS.number_of_floors).transform(
    (floors) => floors || null,
  ),
  square_feet: optionalNumber('Square Feet', 0, LIMITS.square_feet),
})

export type ImportedBuilding = z.infer<typeof ImportedBuilding>

/** The columns that the file's first line must name, in any order. */
export const IMPORT_COLUMNS = Object.keys(ImportedBuilding.shape) as (keyof ImportedBuilding)[]
