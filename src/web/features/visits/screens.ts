import { trpc } from '../../api.ts'
import { residentRoles, vendorRoles, type WebFeature } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { section } from '../../ui/sections.tsx'
import { homeDashboard } from '../buildings/slots.ts'
import { invoicedVisit } from '../invoices/slots.ts'
import { vendorStop } from '../quotes/slots.ts'
import { belowServices, serviceStop } from '../services/slots.ts'
import { aboveFigures } from '../vendors/slots.ts'
import { comingPage } from './coming-query.ts'
import { todayQuery } from './today-query.ts'
import { openLists, upcomingPage, vendorLists } from './visit-lists.ts'

// Loaded when it opens: services end rarely.
const StopService = lazyPart(() => import('./stop-service.tsx'), 'StopService')

const MissedNotice = lazyPart(() => import('./missed-notice.tsx'), 'MissedNotice')

// A screen of its own: beside the cards, or the list, its script would be too much for both. Which days it asks for, it reads in
// its address and on the city's clocks: that arithmetic would load with every screen.
const calendar = {
  title: 'Services & Appointments',
  component: lazyPart(() => import('./calendar-page.tsx'), 'CalendarPage'),
} as const

export const visits: WebFeature = {
  screens: [
    {
      path: '/vendor/today',
      page: 'vendor',
      shownTo: vendorRoles,
      title: 'Today',
      offline: true,
      crew: { label: 'Today', icon: 'tools', order: 10 },
      queries: () => [todayQuery()],
      component: lazyPart(() => import('./today-page.tsx'), 'TodayPage'),
    },
    {
      path: '/vendor/coming',
      page: 'vendor',
      shownTo: vendorRoles,
      title: 'Upcoming Visits',
      offline: true,
      crew: { label: 'Upcoming Visits', icon: 'calendar', order: 15 },
      queries: () => [comingPage(1)],
      component: lazyPart(() => import('./coming-page.tsx'), 'ComingPage'),
    },
    {
      path: '/vendor/appointments', // [2.route.vendor-appointments]
      page: 'vendor',
      shownTo: vendorRoles,
      title: 'Services & Appointments',
      queries: (search) => (search === '' ? [...vendorLists(), upcomingPage(1)] : []),
      component: lazyPart(() => import('./vendor-visits.tsx'), 'VendorVisits'),
    },
    { ...calendar, path: '/home/calendar', page: 'home', shownTo: residentRoles },
    { ...calendar, path: '/vendor/calendar', page: 'vendor', shownTo: vendorRoles },
  ],
  sections: [
    section(aboveFigures, MissedNotice, { order: 5, queries: openLists }),
    section(homeDashboard, MissedNotice, { order: 5, queries: openLists }),
    section(
      aboveFigures,
      lazyPart(() => import('./next-stop.tsx'), 'NextStop'),
      { order: 10, queries: () => [todayQuery()] },
    ),
    section(serviceStop, StopService, { order: 10 }),
    section(vendorStop, StopService, { order: 10 }),
    section(
      invoicedVisit,
      lazyPart(() => import('./line-proof.tsx'), 'LineProof'),
      { order: 10 },
    ),
    section(
      belowServices,
      lazyPart(() => import('./missed-section.tsx'), 'MissedSection'),
      { order: 5, queries: openLists },
    ),
    section(
      belowServices,
      lazyPart(() => import('./upcoming-visits.tsx'), 'UpcomingVisits'),
      // A filter in the address is for the screen to read.
      {
        order: 10,
        queries: (search) =>
          search.includes('upcoming_') ? [] : [upcomingPage(1), trpc.visits.filters.queryOptions()],
      },
    ),
    section(
      belowServices,
      lazyPart(() => import('./past-visits-section.tsx'), 'PastVisitsSection'),
      // A month or a page in the address is for the screen to read.
      {
        order: 20,
        queries: (search) =>
          search === ''
            ? [
                trpc.visits.past.queryOptions({
                  page: 1,
                  month: null,
                  service_type_id: null,
                  building_id: null,
                }),
              ]
            : [],
      },
    ),
  ],
}
