import { adminRoles, type MenuEntry, type Screen, type WebFeature } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

/** All of them in one script, which no other screen waits for. */
const page = (name: keyof typeof import('./placeholder-pages.tsx')) =>
  lazyPart(() => import('./placeholder-pages.tsx'), name)

type PlaceholderEntry = [
  order: number,
  path: string,
  label: string,
  icon: MenuEntry['icon'],
  title: string,
  name: Parameters<typeof page>[0],
]

/** The admin area. [2.route.admin-*] [2.menu.admin.1-12] */
const adminEntries: readonly PlaceholderEntry[] = [
  [10, 'overview', 'Overview', 'home', 'Admin Overview', 'AdminOverviewPage'],
  [20, 'users', 'Users', 'users', 'User Management', 'AdminUsersPage'],
  [30, 'buildings', 'Buildings', 'building-community', 'Building Management', 'AdminBuildingsPage'],
  [60, 'quotes', 'All Quotes', 'message-dollar', 'All Quotes', 'AdminQuotesPage'],
  [70, 'appointments', 'Appointments', 'calendar-event', 'All Appointments', 'AdminAppointmentsPage'],
  [90, 'documents', 'Documents', 'file-text', 'Document Management', 'AdminDocumentsPage'],
  [100, 'announcements', 'Announcements', 'speakerphone', 'Announcements', 'AdminAnnouncementsPage'],
  [120, 'audit', 'Audit Logs', 'history', 'Audit Logs', 'AdminAuditPage'],
]

function adminScreen([order, path, label, icon, title, name]: PlaceholderEntry): Screen {
  return {
    path: `/admin/${path}`,
    page: 'admin',
    shownTo: adminRoles,
    title,
    menu: { of: 'admin', label, icon, order },
    component: page(name),
  }
}

/** The screens that are still to be built (section 2, screen 16). A built one moves to the feature of its noun. */
export const placeholders: WebFeature = {
  screens: adminEntries.map(adminScreen),
}
