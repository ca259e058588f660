import { trpc } from '../../api.ts'
import { residentRoles, type WebFeature } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { section } from '../../ui/sections.tsx'
import { homeDashboard } from '../buildings/slots.ts'
import { residentSettings } from '../profiles/slots.ts'

export const announcements: WebFeature = {
  screens: [
    {
      path: '/home/announcements',
      page: 'home',
      shownTo: residentRoles,
      title: 'Announcements',
      menu: { of: 'resident', label: 'Announcements', icon: 'speakerphone', order: 55 },
      component: lazyPart(() => import('./announcements-page.tsx'), 'AnnouncementsPage'),
    },
    {
      path: '/home/announcements/announcement',
      page: 'home',
      shownTo: residentRoles,
      title: 'Announcement',
      component: lazyPart(() => import('./announcement-page.tsx'), 'AnnouncementPage'),
    },
  ],
  sections: [
    section(
      homeDashboard,
      lazyPart(() => import('./news-notice.tsx'), 'NewsNotice'),
      { order: 4, queries: () => [trpc.announcements.news.queryOptions()] },
    ),
    section(
      residentSettings,
      lazyPart(() => import('./mail-section.tsx'), 'AnnouncementMailSection'),
      { order: 4 },
    ),
  ],
}
