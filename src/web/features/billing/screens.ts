import { trpc } from '../../api.ts'
import { residentRoles, type WebFeature } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { section } from '../../ui/sections.tsx'
import { homeDashboard, homeDashboardSkeleton } from '../buildings/slots.ts'

const paymentsScreen = {
  path: '/home/payments', // [2.route.home-payments] [2.route.payments-is-billing]
  page: 'home',
  shownTo: residentRoles,
  title: 'HOA Payments',
  menu: { of: 'resident', label: 'HOA Payments', icon: 'credit-card', order: 60 }, // [2.menu.resident.6]
  queries: () => [trpc.billing.next.queryOptions(), trpc.billing.payments.queryOptions({ page: 1 })],
  component: lazyPart(() => import('./billing-page.tsx'), 'BillingPage'),
} as const

export const billing: WebFeature = {
  screens: [
    paymentsScreen,
    {
      ...paymentsScreen,
      path: '/home/billing', // [2.route.home-billing]
      menu: { of: 'resident', label: 'My Billing', icon: 'receipt', order: 30 }, // [2.menu.resident.3]
    },
  ],
  sections: [
    section(
      homeDashboardSkeleton,
      lazyPart<'MonthFiguresSkeleton', object>(() => import('./month-figures.tsx'), 'MonthFiguresSkeleton'),
      { order: 10 },
    ),
    section(
      homeDashboard,
      lazyPart(() => import('./month-overview.tsx'), 'MonthOverview'),
      { order: 10, queries: () => [trpc.billing.dashboard.queryOptions()] },
    ),
  ],
}
