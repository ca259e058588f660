import { adminRoles, residentRoles, type WebFeature } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const VotePage = lazyPart(() => import('./vote-page.tsx'), 'VotePage')

export const votes: WebFeature = {
  screens: [
    {
      path: '/home/voting', // [2.route.home-voting]
      page: 'home',
      shownTo: residentRoles,
      title: 'Voting',
      menu: { of: 'resident', label: 'Voting', icon: 'checkbox', order: 50 }, // [2.menu.resident.5]
      component: lazyPart(() => import('./voting-page.tsx'), 'VotingPage'),
    },
    { path: '/home/voting/vote', page: 'home', shownTo: residentRoles, title: 'Vote', component: VotePage },
    {
      path: '/admin/voting', // [2.route.admin-*] [2.menu.admin.11]
      page: 'admin',
      shownTo: adminRoles,
      title: 'Voting Management',
      menu: { of: 'admin', label: 'Voting Management', icon: 'checkbox', order: 110 },
      component: lazyPart(() => import('./voting-management-page.tsx'), 'VotingManagementPage'),
    },
    { path: '/admin/voting/vote', page: 'admin', shownTo: adminRoles, title: 'Vote', component: VotePage },
  ],
}
