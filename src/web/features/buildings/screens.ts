import { trpc } from '../../api.ts'
import { residentRoles, type WebFeature } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

export const buildings: WebFeature = {
  screens: [
    {
      path: '/home/dashboard', // [2.route.home-dashboard]
      page: 'home',
      shownTo: residentRoles,
      title: 'Dashboard',
      menu: { of: 'resident', label: 'Dashboard', icon: 'home', order: 10 }, // [2.menu.resident.1]
      component: lazyPart(() => import('./home-dashboard-page.tsx'), 'HomeDashboardPage'),
    },
    {
      path: '/home/building', // [2.route.home-building]
      page: 'home',
      shownTo: residentRoles,
      title: 'Building Management',
      // [2.menu.resident.2]
      menu: {
        of: 'resident',
        label: 'Manage Building',
        icon: 'building-community',
        order: 20,
        counts: 'waiting',
      },
      queries: () => [trpc.buildings.mine.queryOptions()],
      component: lazyPart(() => import('./building-page.tsx'), 'BuildingPage'),
    },
  ],
}
