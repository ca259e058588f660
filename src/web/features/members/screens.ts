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
