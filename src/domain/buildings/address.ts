import { z } from 'zod'
import { LIMITS, text } from '../text.ts'

/** Where a building is, as the resident dialog's step 2 asks for it. Section 5. */
export type Address = { address: string; city: string; state: string; zip_code: string }

/** How much of an address must be typed before others are suggested, and how many are at most. */
export const SUGGEST_FROM = 3
export const MAX_SUGGESTIONS = 8

/** A part of an address that is being typed. */
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
 * The parts of an address as the maps service names them, in the form's fields; streets in their short form ('Ave'), as
 * people write them. What the service does not say stays empty.
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
