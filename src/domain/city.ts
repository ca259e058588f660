import { LIMITS } from './limits.ts'
import { text } from './text.ts'

/** Words that stay small inside a city's name: Fond du Lac, Lake in the Hills. */
const SMALL = new Set(['and', 'at', 'by', 'de', 'del', 'du', 'in', 'la', 'las', 'of', 'on', 'the', 'upon'])

/**
 * A city as its people write it: one typed in small letters only, or in capitals only, as phones and open data do, gets its
 * capitals. Any other spelling is the person's own: SeaTac, DeKalb.
 */
function withCapitals(city: string): string {
  if (city !== city.toLowerCase() && city !== city.toUpperCase()) return city
  let first = true
  return city.toLowerCase().replace(/[\p{L}\p{M}\p{N}]+(?:['’]s\b)?/gu, (word, at: number, whole: string) => {
    const inside = !first
    first = false
    const beforeName = word === 'd' && /^['’]\p{L}/u.test(whole.slice(at + 1))
    return inside && (SMALL.has(word) || beforeName) ? word : capitalized(word)
  })
}

function capitalized(word: string): string {
  const [start = '', ...rest] = word
  if (word.startsWith('mc') && rest.length > 2) return `Mc${capitalized(word.slice(2))}`
  return start.toUpperCase() + rest.join('')
}

/** A required city. */
export const city = text('City', LIMITS.city).overwrite(withCapitals)
