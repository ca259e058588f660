import { trpc } from '../../api.ts'

/** A page of what this person is assigned to after today. The first one is kept for when there is no network. */
export const comingPage = (page: number) =>
  trpc.visits.coming.queryOptions({ page }, { meta: { kept: page === 1 } })
