import { trpc } from '../../api.ts'
import type { WebFeature } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { section } from '../../ui/sections.tsx'
import { vendorSettings } from '../profiles/slots.ts'

export const team: WebFeature = {
  sections: [
    section(
      vendorSettings,
      lazyPart(() => import('./team-section.tsx'), 'TeamSection'),
      { order: 5, queries: () => [trpc.team.list.queryOptions()] },
    ),
  ],
}
