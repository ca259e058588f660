import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { text } from '../text.ts'

/** A building's address, as in step 2 of a resident's sign-up. */
export type Address = { address: string; city: string; state: string; zip_code: string }

/** Addresses are suggested from this many characters on, and at most this many. */
export const SUGGEST_FROM = 3
export const MAX_SUGGESTIONS = 8

/** As many known addresses may have been meant by an unknown one. */
export const MAX_SIMILAR = 3

/** The part of an address typed so far. */
export const SuggestAddresses = z.strictObject({
  address: text('Street Address', LIMITS.address).min(
    SUGGEST_FROM,
    `Street Address must have at least ${SUGGEST_FROM} characters`,
  ),
})

/** An address in one line: '1431 Minor Ave, Seattle, WA 98101'. */
export function addressLine({ address, city, state, zip_code }: Address): string {
  return `${address}, ${city}, ${state} ${zip_code}`
}

type Component = { longText: string | null; shortText: string | null; types: string[] }

/**
 * The maps service's parts of an address as the form's fields, with short street names ('Ave'). Missing parts stay empty.
 */
export function addressOf(components: Component[]): Address {
  const part = (...types: string[]) => {
    for (const type of types) {
      const found = components.find((each) => each.types.includes(type))
      if (found) return found
    }
    return undefined
  }
  const street = [part('street_number')?.longText, part('route')?.shortText].filter(Boolean).join(' ')
  return {
    address: street.slice(0, LIMITS.address),
    city: part('locality', 'postal_town', 'sublocality_level_1')?.longText?.slice(0, LIMITS.city) ?? '',
    state: part('administrative_area_level_1')?.shortText?.slice(0, LIMITS.state) ?? '',
    zip_code: part('postal_code')?.longText?.slice(0, LIMITS.zip) ?? '',
  }
}
