import type { Who } from './dialog-people.ts'

// Every screen, by somebody who sees the most of it: test/walks.test.ts compares them with the routes.

const of = (by: Who, ...paths: string[]) => paths.map((path) => ({ by, path }))

export const WALKED_SCREENS: { by: Who; path: string }[] = [
  ...of('visitor', '/', '/login', '/signup', '/reset-password', '/confirm-email'),
  ...of(
    'maya',
    '/dashboard',
    '/home/dashboard',
    '/home/building',
    '/home/billing',
    '/home/payments',
    '/home/services',
    '/home/services/compare',
    '/home/calendar',
    '/home/calendar?view=week',
    '/home/calendar?view=agenda',
    '/home/voting',
    '/home/captain/members',
    '/home/captain/settings',
    '/home/settings',
  ),
  ...of('ned', '/home/building', '/home/services', '/home/settings'),
  ...of('pia', '/home/dashboard'),
  ...of(
    'vera',
    '/vendor/dashboard',
    '/vendor/services',
    '/vendor/quotes',
    '/vendor/quotes?tab=accepted',
    '/vendor/appointments',
    '/vendor/calendar',
    '/vendor/calendar?view=week',
    '/vendor/calendar?view=agenda',
    '/vendor/today',
    '/vendor/invoices',
    '/vendor/profile',
  ),
  ...of('luis', '/vendor/today', '/vendor/coming', '/vendor/settings'),
  ...of(
    'ada',
    '/admin/overview',
    '/admin/users',
    '/admin/buildings',
    '/admin/vendors',
    '/admin/services',
    '/admin/quotes',
    '/admin/appointments',
    '/admin/billing',
    '/admin/documents',
    '/admin/announcements',
    '/admin/voting',
    '/admin/audit',
    '/admin/settings',
  ),
]
