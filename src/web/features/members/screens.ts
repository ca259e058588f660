import { trpc } from '../../api.ts'
import { residentRoles, type WebFeature } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { section } from '../../ui/sections.tsx'
import { belowBuilding, homeDashboard } from '../buildings/slots.ts'

export const members: WebFeature = {
  screens: [
    {
      path: '/home/captain/members', // [2.route.captain-members]
      page: 'home',
      shownTo: residentRoles,
      power: 'manage_members',
      title: 'Building Members',
      queries: (search) => [
        trpc.members.queue.queryOptions({ page: 1 }),
        ...(search === '' ? [trpc.members.units.queryOptions({ page: 1, search: null })] : []),
      ],
      component: lazyPart(() => import('./captain-members-page.tsx'), 'CaptainMembersPage'),
    },
  ],
  sections: [
    section(
      homeDashboard,
      lazyPart(() => import('./waiting-notice.tsx'), 'WaitingNotice'),
      { order: 7 },
    ),
    section(
      belowBuilding,
      lazyPart(() => import('./members-section.tsx'), 'MembersSection'),
      {
        order: 20,
        // A search in the address is for the screen to read.
        queries: (search) =>
          search === '' ? [trpc.members.list.queryOptions({ page: 1, search: null })] : [],
      },
    ),
  ],
}
