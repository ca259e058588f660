import { trpc } from '../../api.ts'
import type { Feature } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { section } from '../../ui/sections.tsx'
import { belowBuilding } from '../buildings/slots.ts'

export const documents: Feature = {
  sections: [
    section(
      belowBuilding,
      lazyPart(() => import('./documents-section.tsx'), 'DocumentsSection'),
      { order: 10, queries: () => [trpc.documents.list.queryOptions()] },
    ),
  ],
}
