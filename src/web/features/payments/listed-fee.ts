import type { inferOutput } from '@trpc/tanstack-react-query'
import type { trpc } from '../../api.ts'

/** A fee of any building, as an admin's list shows it; cents. */
export type ListedFee = inferOutput<typeof trpc.payments.fees>['fees'][number]
