import { IconBuildingCommunity, IconCheckbox, IconHome } from '@tabler/icons-react'
import { trpc } from '../../api.ts'
import { type Feature, residents } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { placeholder } from '../../ui/placeholder-page.tsx'

export const buildings: Feature = {
  screens: [
    {
      path: '/home/dashboard', // [2.route.home-dashboard]
      page: 'home',
      audience: residents,
      title: 'Dashboard',
      menu: { of: 'resident', label: 'Dashboard', icon: IconHome, order: 10 }, // [2.menu.resident.1]
      component: lazyPart(() => import('./home-dashboard-page.tsx'), 'HomeDashboardPage'),
    },
    {
      path: '/home/building', // [2.route.home-building]
      page: 'home',
      audience: residents,
      title: 'Building Management',
      menu: { of: 'resident', label: 'Manage Building', icon: IconBuildingCommunity, order: 20 }, // [2.menu.resident.2]
      queries: () => [trpc.buildings.mine.queryOptions()],
      component: lazyPart(() => import('./building-page.tsx'), 'BuildingPage'),
    },
    {
      path: '/home/voting', // [2.route.home-voting]
      page: 'home',
      audience: residents,
      title: 'Voting',
      menu: { of: 'resident', label: 'Voting', icon: IconCheckbox, order: 50 }, // [2.menu.resident.5]
      component: placeholder('Voting', 'Vote on the questions that your building decides together.'), // [2.placeholder.voting]
    },
    {
      path: '/home/captain/settings', // [2.route.captain-settings]
      page: 'home',
      audience: residents,
      power: 'manage_building',
      title: 'Building Settings',
      component: placeholder('Building Settings', 'Decide how your building requests and accepts services.'), // [2.placeholder.captain-settings]
    },
  ],
}
