import { IconTools } from '@tabler/icons-react'
import { trpc } from '../../api.ts'
import { vendorRoles, type WebFeature } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { section } from '../../ui/sections.tsx'
import { vendorStop, vendorVisits } from '../quotes/slots.ts'
import { belowServices, serviceStop } from '../services/slots.ts'
import { aboveFigures } from '../vendors/slots.ts'
import { todayQuery } from './today-query.ts'
import { upcomingPage } from './upcoming-page.ts'

// Loaded when it opens: services end rarely.
const StopService = lazyPart(() => import('./stop-service.tsx'), 'StopService')

export const visits: WebFeature = {
  screens: [
    {
      path: '/vendor/today',
      page: 'vendor',
      shownTo: vendorRoles,
      title: 'Today',
      offline: true,
      crew: { label: 'Today', icon: IconTools, order: 10 },
      queries: () => [todayQuery()],
      component: lazyPart(() => import('./today-page.tsx'), 'TodayPage'),
    },
  ],
  sections: [
    section(
      aboveFigures,
      lazyPart(() => import('./next-stop.tsx'), 'NextStop'),
      { order: 10, queries: () => [todayQuery()] },
    ),
    section(serviceStop, StopService, { order: 10 }),
    section(vendorStop, StopService, { order: 10 }),
    section(
      belowServices,
      lazyPart(() => import('./missed-section.tsx'), 'MissedSection'),
      {
        order: 5,
        queries: () => [
          trpc.visits.missed.queryOptions({ page: 1 }),
          trpc.visits.disputed.queryOptions({ page: 1 }),
        ],
      },
    ),
    section(
      belowServices,
      lazyPart(() => import('./upcoming-visits.tsx'), 'UpcomingVisits'),
      { order: 10, queries: () => [upcomingPage(1)] },
    ),
    section(
      belowServices,
      lazyPart(() => import('./past-visits.tsx'), 'PastVisits'),
      // A month or a page in the address is for the screen to read.
      {
        order: 20,
        queries: (search) => (search === '' ? [trpc.visits.past.queryOptions({ page: 1, month: null })] : []),
      },
    ),
    section(
      vendorVisits,
      lazyPart(() => import('./vendor-visits.tsx'), 'VendorVisits'),
      {
        order: 10,
        queries: (search) =>
          search === '' ? [trpc.visits.toComplete.queryOptions({ page: 1 }), upcomingPage(1)] : [],
      },
    ),
  ],
}
