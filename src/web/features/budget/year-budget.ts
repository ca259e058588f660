import type { inferOutput } from '@trpc/tanstack-react-query'
import type { trpc } from '../../api.ts'

/** A year's budget as the server says it. */
export type YearBudget = inferOutput<typeof trpc.budget.year>
