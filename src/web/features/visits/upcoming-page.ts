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
