import { trpc } from '../../api.ts'

/** A vendor's stops of today, kept for a screen that opens without a network. */
export const todayQuery = () => trpc.visits.today.queryOptions(undefined, { meta: { kept: true } })
