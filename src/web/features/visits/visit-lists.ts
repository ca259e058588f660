import { trpc } from '../../api.ts'
import type { VisitFilterValues } from './use-visit-filter.ts'

/** How the address names the filter of the visits to come: past ones have their own. */
export const UPCOMING = 'upcoming_'

export const upcomingInput = (page: number, filter?: VisitFilterValues) => ({
  page,
  all: true,
  service_type_id: filter?.service ?? null,
  building_id: filter?.building ?? null,
})

/** A page of the visits to come. */
export const upcomingPage = (page: number, filter?: VisitFilterValues) =>
  trpc.visits.upcoming.queryOptions(upcomingInput(page, filter))

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
