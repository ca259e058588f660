import type { inferOutput } from '@trpc/tanstack-react-query'
import type { trpc } from '../../api.ts'

/** An accepted person in the list by unit. */
export type ListedHolder = inferOutput<typeof trpc.members.units>['without'][number]
