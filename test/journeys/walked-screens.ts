import type { Page } from '@playwright/test'
import { ask } from './arrive.ts'
import type { Who } from './dialog-people.ts'

// Every screen, by somebody who sees the most of it: test/walks.test.ts compares them with the routes.

const of = (by: Who, ...paths: string[]) => paths.map((path) => ({ by, path }))

export const WALKED_SCREENS: { by: Who; path: string }[] = [
  ...of('visitor', '/', '/login', '/signup', '/reset-password', '/confirm-email', '/invitation'),
  ...of(
    'maya',
    '/dashboard',
    '/home/dashboard',
    '/home/building',
    '/home/billing',
    '/home/payments',
    '/home/budget',
    '/home/spending',
    '/home/services',
    '/home/services/compare',
    '/home/services/vendor',
    '/home/services/messages',
    '/home/calendar',
    '/home/calendar?view=week',
    '/home/calendar?view=agenda',
    '/home/voting',
    '/home/voting/vote',
    '/home/announcements',
    '/home/announcements/announcement',
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
    '/vendor/services/messages',
    '/vendor/quotes',
    '/vendor/quotes?tab=accepted',
    '/vendor/appointments',
    '/vendor/calendar',
    '/vendor/calendar?view=week',
    '/vendor/calendar?view=agenda',
    '/vendor/today',
    '/vendor/invoices',
    '/vendor/profile',
    '/vendor/company',
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
    '/admin/voting/vote',
    '/admin/audit',
    '/admin/settings',
  ),
]

type Row = {
  id: string
  state?: string
  accepted_quote: string | null
  assigned_vendor: string | null
  quotes_received: number | null
}

type Vote = { id: string; state: string }

/** The address of a walked screen: one that is about something, about something of this person. */
export async function addressOf(page: Page, path: string): Promise<string> {
  if (path === '/vendor/services/messages') {
    const [quote] = await ask<Row[]>(page, 'quotes.list', { tab: 'accepted', page: 1 })
    return `${path}?quote=${quote?.id}`
  }
  if (path.endsWith('/voting/vote')) {
    const list = path.startsWith('/admin') ? 'votes.all' : 'votes.list'
    const { votes } = await ask<{ votes: Vote[] }>(page, list, { tab: 'current', page: 1 })
    return `${path}?id=${votes.find(({ state }) => state === 'open')?.id}`
  }
  if (path.endsWith('/announcements/announcement')) {
    const { announcements } = await ask<{ announcements: Vote[] }>(page, 'announcements.list', {
      tab: 'current',
      page: 1,
    })
    return `${path}?id=${announcements.find(({ state }) => state === 'sent')?.id}`
  }
  const about = {
    '/home/services/compare': ({ id, quotes_received }: Row) => (quotes_received ? `service=${id}` : null),
    '/home/services/vendor': ({ assigned_vendor }: Row) => assigned_vendor && `id=${assigned_vendor}`,
    '/home/services/messages': ({ accepted_quote }: Row) => accepted_quote && `quote=${accepted_quote}`,
  }[path]
  if (!about) return path
  const services = await ask<Row[]>(page, 'services.list')
  const [found] = services.flatMap((service) => about(service) ?? [])
  if (!found) throw new Error(`Nothing to show at ${path}`)
  return `${path}?${found}`
}
