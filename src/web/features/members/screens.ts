import { trpc } from '../../api.ts'
import type { Feature } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { section } from '../../ui/sections.tsx'
import { belowBuilding } from '../buildings/slots.ts'

export const members: Feature = {
  sections: [
    section(
      belowBuilding,
      lazyPart(() => import('./members-section.tsx'), 'MembersSection'),
      { order: 20, queries: () => [trpc.members.list.queryOptions({ page: 1 })] },
    ),
  ],
}
