import { type MetadataJson, parsePhoneNumberFromString } from 'libphonenumber-js/core'
import type { ReadPhone } from '../../domain/phone.ts'

/** What the library has to know of US numbers. Its own data is of all countries, and 80 kB. */
const US: MetadataJson = {
  version: 4,
  nonGeographic: {},
  country_calling_codes: { 1: ['US'] },
  countries: { US: ['1', '011', '[2-9]\\d{9}', [10], [['(\\d{3})(\\d{3})(\\d{4})', '($1) $2-$3']], '1'] },
}

/** Reads US numbers by the library: also dialed from abroad, with an extension, or as a link. */
export const readPhone: ReadPhone = (typed) => {
  const number = parsePhoneNumberFromString(typed, { defaultCountry: 'US' }, US)
  return number?.isPossible() ? number.nationalNumber : null
}
