import { trpc } from '../../api.ts'
import { type Feature, residents } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { placeholder } from '../../ui/placeholder-page.tsx'
import { section } from '../../ui/sections.tsx'
import { belowBuilding } from '../buildings/slots.ts'

export const members: Feature = {
  screens: [
    {
      path: '/home/captain/members', // [2.route.captain-members]
      page: 'home',
      audience: residents,
      power: 'manage_members',
      title: 'Building Members',
      component: placeholder('Building Members', 'See who lives in your building and welcome new neighbors.'), // [2.placeholder.captain-members]
    },
  ],
  sections: [
    section(
      belowBuilding,
      lazyPart(() => import('./members-section.tsx'), 'MembersSection'),
      { order: 20, queries: () => [trpc.members.list.queryOptions()] },
    ),
  ],
}
