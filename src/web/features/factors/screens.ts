import { trpc } from '../../api.ts'
import type { WebFeature } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { section } from '../../ui/sections.tsx'
import { adminSettings, colleagueSettings, residentSettings, vendorSettings } from '../profiles/slots.ts'

const queries = () => [trpc.factors.get.queryOptions(), trpc.sessions.list.queryOptions()]

export const factors: WebFeature = {
  sections: [
    section(
      residentSettings,
      lazyPart(() => import('./security-section.tsx'), 'SecuritySection'),
      { order: 10, queries },
    ),
    section(
      vendorSettings,
      lazyPart(() => import('./security-section.tsx'), 'SecuritySection'),
      { order: 10, queries },
    ),
    section(
      colleagueSettings,
      lazyPart(() => import('./security-section.tsx'), 'SecuritySection'),
      { order: 10, queries },
    ),
    section(
      adminSettings,
      lazyPart(() => import('./security-section.tsx'), 'SecuritySection'),
      { order: 10, queries },
    ),
  ],
}
