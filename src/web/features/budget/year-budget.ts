import type { inferOutput } from '@trpc/tanstack-react-query'
import type { trpc } from '../../api.ts'

/** A year's budget as the server says it. */
export type YearBudget = inferOutput<typeof trpc.budget.year>

/** A line of a figure as the server lists it. */
export type ListedLine = inferOutput<typeof trpc.budget.lines>['lines'][number]
