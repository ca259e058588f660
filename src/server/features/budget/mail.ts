import { formatMoney } from '../../../domain/money.ts'
import type { Templates } from '../../mail/template.ts'

export const budgetMails = {
  budget_reached: ({ address, data: { year, category, percent, budgeted, spent } }) => {
    const what = category === null ? `the budget of ${year}` : `the budget of ${year} for ${category}`
    return {
      subject: percent === 100 ? `All of ${what} is spent` : `${percent} % of ${what} are spent`,
      paragraphs: [
        `${formatMoney(spent)} of the ${formatMoney(budgeted)} in ${what} at ${address} are spent.`,
        percent === 100 && spent > budgeted
          ? `That is ${formatMoney(spent - budgeted)} more than was planned.`
          : `${formatMoney(budgeted - spent)} are left.`,
        'Each figure of the budget opens the visits and invoices that it is made of.',
      ],
      action: { label: 'See the budget', path: `/home/budget?year=${year}` },
    }
  },
} satisfies Templates
