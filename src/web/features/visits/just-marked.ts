import { queryOptions, skipToken } from '@tanstack/react-query'
import type { ShownVisit } from './visit.ts'

/**
 * The visits that this person marked completed in the last minute, with the moment. Not a state of the list: it is left for
 * other screens meanwhile. Signing out removes it.
 */
export const justMarked = queryOptions<(ShownVisit & { marked_at: number })[]>({
  queryKey: ['visits marked completed'],
  queryFn: skipToken,
})
