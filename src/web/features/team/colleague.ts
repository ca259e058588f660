import type { inferOutput } from '@trpc/tanstack-react-query'
import type { trpc } from '../../api.ts'

/** A person of a vendor as the lists show them. */
export type ListedColleague = inferOutput<typeof trpc.team.list>[number]
