import { trpc } from '../../api.ts'

/** A page of the visits to come. */
export const upcomingPage = (page: number) => trpc.visits.upcoming.queryOptions({ page, all: true })
