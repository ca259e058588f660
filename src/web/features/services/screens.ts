import { trpc } from '../../api.ts'
import { residentRoles, type WebFeature } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { section } from '../../ui/sections.tsx'
import { homeDashboard } from '../buildings/slots.ts'

export const services: WebFeature = {
  screens: [
    {
      path: '/home/services', // [2.route.home-services]
      page: 'home',
      shownTo: residentRoles,
      title: 'Services & Appointments',
      menu: { of: 'resident', label: 'Services & Appointments', icon: 'tools', order: 40 }, // [2.menu.resident.4]
      queries: () => [trpc.services.list.queryOptions()],
      component: lazyPart(() => import('./services-page.tsx'), 'ServicesPage'),
    },
  ],
  sections: [
    section(
      homeDashboard,
      lazyPart(() => import('./welcome.tsx'), 'Welcome'),
      { order: 90 },
    ),
  ],
}
