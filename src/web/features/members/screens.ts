import { trpc } from '../../api.ts'
import type { WebFeature } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { section } from '../../ui/sections.tsx'
import { belowBuilding, homeDashboard } from '../buildings/slots.ts'

export const members: WebFeature = {
  sections: [
    section(
      homeDashboard,
      lazyPart(() => import('./waiting-notice.tsx'), 'WaitingNotice'),
      { order: 20 },
    ),
    section(
      belowBuilding,
      lazyPart(() => import('./members-section.tsx'), 'MembersSection'),
      { order: 20, queries: () => [trpc.members.list.queryOptions({ page: 1 })] },
    ),
  ],
}
