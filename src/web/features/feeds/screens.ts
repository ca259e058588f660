import { trpc } from '../../api.ts'
import type { WebFeature } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { section } from '../../ui/sections.tsx'
import { colleagueSettings, residentSettings, vendorSettings } from '../profiles/slots.ts'

const queries = () => [trpc.feeds.list.queryOptions()]

export const feeds: WebFeature = {
  sections: [
    section(
      residentSettings,
      lazyPart(() => import('./feeds-section.tsx'), 'FeedsSection'),
      { order: 5, queries },
    ),
    section(
      vendorSettings,
      lazyPart(() => import('./feeds-section.tsx'), 'FeedsSection'),
      { order: 5, queries },
    ),
    section(
      colleagueSettings,
      lazyPart(() => import('./feeds-section.tsx'), 'FeedsSection'),
      { order: 5, queries },
    ),
  ],
}
