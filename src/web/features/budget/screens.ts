import { residentRoles, type WebFeature } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

// Which year or month they show, they read in their address and on the city's clocks: that would load with every screen.
export const budget: WebFeature = {
  screens: [
    {
      path: '/home/budget',
      page: 'home',
      shownTo: residentRoles,
      title: 'Budget',
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
