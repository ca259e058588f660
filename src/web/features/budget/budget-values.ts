import { z } from 'zod'
import { type BudgetLine, MAX_BUDGET, SetBudget } from '../../../domain/budget/budget.ts'
import { parseAmount, priceText } from '../../../domain/money.ts'

/** A budget as it is typed: an amount for each category, in their order; '' is none. */
export type TypedBudget = { amounts: { category: string; amount: string }[] }

const typedYearAmount = z
  .string()
  .refine((typed) => typed.trim() === '' || parseAmount(typed, MAX_BUDGET) !== null, {
    message: 'Amount must be such as 9500 or 1,200.50, and at most 10,000,000',
  })

/** What the form checks at each field, and that there is an amount. */
export const budgetForm = z
  .object({ amounts: z.array(z.object({ category: z.string(), amount: typedYearAmount })) })
  .superRefine((typed, context) => {
    const failed = SetBudget.shape.lines.safeParse(filledLines(typed))
    const filled = typed.amounts.some(({ amount }) => amount.trim() !== '')
    if (!filled)
      context.addIssue({
        code: 'custom',
        message: failed.error?.issues[0]?.message ?? '',
        path: ['amounts', 0, 'amount'],
      })
  })

/** The lines of a budget as typed, without the empty ones; amounts in cents. */
export const filledLines = ({ amounts }: TypedBudget): BudgetLine[] =>
  amounts.flatMap(({ category, amount }) => {
    const cents = parseAmount(amount, MAX_BUDGET)
    return cents === null ? [] : [{ category, amount: cents }]
  })

/** These lines as they are typed. */
export const typedBudget = (categories: readonly string[], lines: readonly BudgetLine[]): TypedBudget => ({
  amounts: categories.map((category) => {
    const line = lines.find((each) => each.category === category)
    return { category, amount: line ? priceText(line.amount) : '' }
  }),
})

/** What a year's figures come to by category, as lines of a budget. */
export function linesFrom(
  figures: readonly { category: string; spent: number; to_come: number }[],
): BudgetLine[] {
  const sums = new Map<string, number>()
  for (const { category, spent, to_come } of figures)
    sums.set(category, (sums.get(category) ?? 0) + spent + to_come)
  return [...sums].flatMap(([category, amount]) =>
    amount > 0 ? [{ category, amount: Math.min(amount, MAX_BUDGET) }] : [],
  )
}
