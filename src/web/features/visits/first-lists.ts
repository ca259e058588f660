import { trpc } from '../../api.ts'

/** What waits for an answer. Product 1.5 */
export const openLists = () => [
  trpc.visits.missed.queryOptions({ page: 1 }),
  trpc.visits.disputed.queryOptions({ page: 1 }),
]

export const firstToComplete = () => trpc.visits.toComplete.queryOptions({ page: 1 })

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
