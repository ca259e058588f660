import { queryOptions, skipToken } from '@tanstack/react-query'
import { trpc } from '../../api.ts'
import type { ShownVisit } from './visit.ts'

/** What waits for an answer. Product 1.5 */
export const openLists = () => [
  trpc.visits.missed.queryOptions({ page: 1 }),
  trpc.visits.disputed.queryOptions({ page: 1 }),
]

export const firstToComplete = () => trpc.visits.toComplete.queryOptions({ page: 1 })

/**
 * The visits that this person marked completed in the last minute, with the moment. Not a state of the list: it is left for
 * other screens meanwhile. Signing out removes it.
 */
export const justMarked = queryOptions<(ShownVisit & { marked_at: number })[]>({
  queryKey: ['visits marked completed'],
  queryFn: skipToken,
})

/** What stands above a vendor's visits to come. */
export const vendorLists = () => [...openLists(), firstToComplete(), trpc.visits.filters.queryOptions()]

/** Whether a list has any visit, or failed to load: it says so. */
export const hasAny = ({
  data,
  isLoadingError,
}: {
  data: { total: number } | undefined
  isLoadingError: boolean
}) => isLoadingError || (data?.total ?? 0) > 0
