import { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { residentRoles, type WebFeature } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

export const budget: WebFeature = {
  screens: [
    {
      path: '/home/budget',
      page: 'home',
      shownTo: residentRoles,
      title: 'Budget',
      // Another year in the address is for the screen to read.
      queries: (search) =>
        search === '' ? [trpc.budget.year.queryOptions({ year: Number(cityToday().slice(0, 4)) })] : [],
      component: lazyPart(() => import('./budget-page.tsx'), 'BudgetPage'),
    },
    {
      path: '/home/spending',
      page: 'home',
      shownTo: residentRoles,
      title: 'Spending',
      component: lazyPart(() => import('./spending-page.tsx'), 'SpendingPage'),
    },
  ],
}
