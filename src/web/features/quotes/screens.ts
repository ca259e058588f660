import { trpc } from '../../api.ts'
import { residentRoles, vendorRoles, type WebFeature } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { section } from '../../ui/sections.tsx'
import { serviceQuestions, serviceQuotes } from '../services/slots.ts'

// The first page of the first tab: which one an address names is for the screen to read.
const firstPage = (search: string) => [
  trpc.quotes.counts.queryOptions(),
  ...(search === '' ? [trpc.quotes.list.queryOptions({ tab: 'all', page: 1 })] : []),
]

const screen = {
  page: 'vendor',
  shownTo: vendorRoles,
  title: 'Services & Appointments',
  component: lazyPart(() => import('./vendor-services-page.tsx'), 'VendorServicesPage'),
} as const

export const quotes: WebFeature = {
  screens: [
    {
      ...screen,
      path: '/vendor/services', // [2.route.vendor-services]
      menu: { of: 'vendor', label: 'Services & Appointments', icon: 'tools', order: 20 }, // [2.menu.vendor.2]
      queries: firstPage,
    },
    { ...screen, path: '/vendor/quotes', queries: firstPage }, // [2.route.vendor-quotes]
    {
      path: '/home/services/compare',
      page: 'home',
      shownTo: residentRoles,
      title: 'Compare Quotes',
      component: lazyPart(() => import('./compare-page.tsx'), 'ComparePage'),
    },
  ],
  sections: [
    section(
      serviceQuotes,
      lazyPart(() => import('./received-quotes.tsx'), 'ReceivedQuotes'),
      { order: 10 },
    ),
    section(
      serviceQuestions,
      lazyPart(() => import('./building-questions.tsx'), 'BuildingQuestions'),
      { order: 10 },
    ),
  ],
}
