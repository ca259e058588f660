import { z } from 'zod'
import { LIMITS } from './limits.ts'
import { optionalLongText, wholeNumber } from './text.ts'

/** Which page of a list is asked for, and for which search; without a search every entry is listed. */
export const SearchedList = z
  .strictObject({ page: wholeNumber('Page', 1, 100_000), search: optionalLongText('Search', LIMITS.search) })
  .prefault({ page: 1, search: null })
export type SearchedList = z.output<typeof SearchedList>

/** The words of a search, in lower case. Without a search the list is empty. */
export function searchWords(search: string | null): string[] {
  return (search ?? '').normalize('NFC').toLowerCase().split(/\s+/).filter(Boolean)
}
