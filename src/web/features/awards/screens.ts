import { trpc } from '../../api.ts'
import { residentRoles, type WebFeature } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { section } from '../../ui/sections.tsx'
import { homeDashboard } from '../buildings/slots.ts'
import { serviceRecord } from '../services/slots.ts'

export const awards: WebFeature = {
  screens: [
    {
      path: '/home/captain/settings', // [2.route.captain-settings]
      page: 'home',
      shownTo: residentRoles,
      power: 'manage_building',
      title: 'Building Settings',
      queries: () => [trpc.awards.policy.queryOptions()],
      component: lazyPart(() => import('./captain-settings-page.tsx'), 'CaptainSettingsPage'),
    },
  ],
  sections: [
    section(
      homeDashboard,
      lazyPart(() => import('./awards-notice.tsx'), 'AwardsNotice'),
      { order: 8 },
    ),
    section(
      serviceRecord,
      lazyPart(() => import('./award-record.tsx'), 'AwardRecord'),
      { order: 10 },
    ),
  ],
}
