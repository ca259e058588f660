import { trpc } from '../../api.ts'
import type { WebFeature } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { section } from '../../ui/sections.tsx'
import { belowBuilding } from '../buildings/slots.ts'
import { belowStop } from '../visits/slots.ts'

export const access: WebFeature = {
  sections: [
    section(
      belowBuilding,
      lazyPart(() => import('./access-section.tsx'), 'AccessSection'),
      { order: 5, queries: () => [trpc.access.notes.queryOptions()] },
    ),
    section(
      belowStop,
      lazyPart(() => import('./stop-notes.tsx'), 'StopNotes'),
      { order: 10 },
    ),
  ],
}
