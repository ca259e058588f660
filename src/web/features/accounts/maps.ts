/// <reference types="google.maps" />
import { importLibrary, setOptions } from '@googlemaps/js-api-loader'
import { type Address, addressOf } from '../../../domain/buildings/address.ts'

/** A line to choose, and its address. */
export type Suggestion = { line: string; address: () => Promise<Address> }

const KINDS = ['street_address', 'premise', 'subpremise']

/**
 * The maps service's suggestions for US addresses. This call loads its
 * script. Typing until one is chosen is one session, and the operator pays per session.
 * [2.resident-signup.10] [2.resident-signup.11] [7.maps.1]
 */
export async function openMaps(key: string): Promise<(typed: string) => Promise<Suggestion[]>> {
  setOptions({ key, language: 'en', region: 'US' })
  const { AutocompleteSuggestion, AutocompleteSessionToken } = await importLibrary('places')
  let sessionToken = new AutocompleteSessionToken()

  return async (typed) => {
    const { suggestions } = await AutocompleteSuggestion.fetchAutocompleteSuggestions({
      input: typed,
      includedRegionCodes: ['us'],
      includedPrimaryTypes: KINDS,
      language: 'en-US',
      sessionToken,
    })
    return suggestions.flatMap(({ placePrediction: place }) => {
      if (!place) return []
      const address = async () => {
        const { place: found } = await place.toPlace().fetchFields({ fields: ['addressComponents'] })
        sessionToken = new AutocompleteSessionToken()
        return addressOf(found.addressComponents ?? [])
      }
      // All of them are in the US, so the country only adds noise.
      return [{ line: place.text.text.replace(/, USA$/, ''), address }]
    })
  }
}
