import { trpc } from '../../api.ts'
import type { WebFeature } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { section } from '../../ui/sections.tsx'
import { belowBuilding } from '../buildings/slots.ts'

export const documents: WebFeature = {
  sections: [
    section(
      belowBuilding,
      lazyPart(() => import('./documents-section.tsx'), 'DocumentsSection'),
      {
        order: 10,
        // A search in the address is for the screen to read.
        queries: (search) =>
          search === '' ? [trpc.documents.list.queryOptions({ page: 1, search: null })] : [],
      },
    ),
  ],
}
