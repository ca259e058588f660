import { expect, test } from 'vitest'
import { admit } from './admission.ts'
import { currentEntry, menuOf } from './menus.ts'
import { type AppRoute, routeAt, routes } from './routes.tsx'
import { SCREEN_DATA } from './screen-data.ts'

const captain = { role: 'captain', kind: 'resident', captain: true } as const
const neighbor = { role: 'homeowner', kind: 'resident', captain: false } as const
const pending = { role: 'homeowner', kind: 'pending', captain: false } as const
const vendor = { role: 'contractor', kind: 'vendor', captain: false } as const
const admin = { role: 'admin', kind: 'admin', captain: false } as const

function route(path: string): AppRoute {
  const found = routeAt(path)
  if (!found) throw new Error(`there is no route ${path}`)
  return found
}

test.each([
  ['/', null, 'page'],
  ['/', captain, 'page'],
  ['/', pending, 'page'],
  ['/login', null, 'page'],
  ['/login', vendor, { go: '/vendor/dashboard' }],
  ['/signup', admin, { go: '/admin/overview' }],
  ['/signup', pending, { go: '/home/dashboard' }],
  ['/dashboard', null, { go: '/login' }],
  ['/dashboard', neighbor, { go: '/home/dashboard' }],
  ['/dashboard', vendor, { go: '/vendor/dashboard' }],
  ['/home/services', null, { go: '/login' }],
  ['/home/services', neighbor, 'page'],
  ['/home/services', pending, 'pending notice'],
  ['/home/services', vendor, { go: '/' }],
  ['/home/captain/members', captain, 'page'],
  ['/home/captain/members', neighbor, { go: '/home/dashboard' }],
  ['/home/captain/members', admin, { go: '/' }],
  ['/vendor/quotes', vendor, 'page'],
  ['/vendor/quotes', pending, { go: '/' }],
  ['/admin/audit', admin, 'page'],
  ['/admin/audit', captain, { go: '/' }],
] as const)('at %s the visitor %o gets %o', (path, visitor, gets) => {
  expect(admit(route(path), visitor)).toEqual(gets)
})

const entries = (role: 'admin' | 'contractor' | 'member') =>
  menuOf(role).map(({ label, path }) => `${label} ${path}`)

test('the menus are those of section 2', () => {
  expect(entries('contractor')).toEqual([
    'Dashboard /vendor/dashboard',
    'Services & Appointments /vendor/services',
    'Invoices /vendor/invoices',
    'Profile /vendor/profile',
  ])
  expect(entries('member')).toEqual([
    'Dashboard /home/dashboard',
    'Manage Building /home/building',
    'My Billing /home/billing',
    'Services & Appointments /home/services',
    'Voting /home/voting',
    'HOA Payments /home/payments',
    'Settings /home/settings',
  ])
  expect(entries('admin')).toEqual([
    'Overview /admin/overview',
    'Users /admin/users',
    'Buildings /admin/buildings',
    'Vendors /admin/vendors',
    'Services /admin/services',
    'All Quotes /admin/quotes',
    'Appointments /admin/appointments',
    'Billing Overview /admin/billing',
    'Documents /admin/documents',
    'Announcements /admin/announcements',
    'Voting Management /admin/voting',
    'Audit Logs /admin/audit',
    'Settings /admin/settings',
  ])
})

test.each([
  ['contractor', '/vendor/services', '/vendor/services'],
  ['contractor', '/vendor/appointments', '/vendor/services'],
  ['contractor', '/vendor/quotes/', '/vendor/services'],
  ['captain', '/home/billing', '/home/billing'],
  ['captain', '/home/payments', '/home/payments'],
  ['captain', '/', undefined],
] as const)('in the menu of a %s at %s the entry %s is marked', (role, pathname, entry) => {
  expect(currentEntry(role, pathname)).toBe(entry)
})

test('an address that is none of ours has no route', () => {
  expect(routeAt('/home/services/')?.path).toBe('/home/services')
  expect(routeAt('/home')).toBeUndefined()
})

const addresses: Record<string, string[]> = {
  everyone: ['/', '/reset-password', '/confirm-email'],
  signedOut: ['/login', '/signup'],
  signedIn: ['/dashboard'],
  vendors: ['dashboard', 'services', 'invoices', 'profile', 'quotes', 'appointments'].map(
    (name) => `/vendor/${name}`,
  ),
  residents: ['dashboard', 'building', 'billing', 'payments', 'voting', 'services', 'settings'].map(
    (name) => `/home/${name}`,
  ),
  captains: ['/home/captain/members', '/home/captain/settings'],
  admins: entries('admin').map((entry) => entry.replace(/^.* /, '')),
}

const gets = (path: string) =>
  [null, pending, neighbor, captain, vendor, admin].map((visitor) => {
    const admission = admit(route(path), visitor)
    return typeof admission === 'string' ? admission : admission.go
  })

test('at every address each visitor gets what the route table says', () => {
  const own = [
    '/home/dashboard',
    '/home/dashboard',
    '/home/dashboard',
    '/vendor/dashboard',
    '/admin/overview',
  ]
  const expected: Record<string, string[]> = {
    everyone: Array(6).fill('page'),
    signedOut: ['page', ...own],
    signedIn: ['/login', ...own],
    vendors: ['/login', '/', '/', '/', 'page', '/'],
    residents: ['/login', 'pending notice', 'page', 'page', '/', '/'],
    captains: ['/login', '/home/dashboard', '/home/dashboard', 'page', '/', '/'],
    admins: ['/login', '/', '/', '/', '/', 'page'],
  }
  for (const [who, paths] of Object.entries(addresses))
    for (const path of paths) expect([path, gets(path)]).toEqual([path, expected[who]])
  const all = Object.values(addresses).flat()
  expect(routes.map(({ path }) => path).sort()).toEqual(all.sort())
})

test('the page key is the first part of the address', () => {
  for (const { path, page } of routes) {
    const [, first = ''] = path.split('/')
    const known = ['admin', 'vendor', 'home', 'login', 'signup'].includes(first)
    // The pages of links in mails stand where one signs in.
    const isLinked = ['reset-password', 'confirm-email'].includes(first)
    expect([path, page]).toEqual([path, known ? first : isLinked ? 'login' : 'landing'])
  }
})

test('what is asked for ahead is asked by a screen of residents or vendors', () => {
  const pages = Object.keys(SCREEN_DATA).map((path) => [path.split('/')[1], routeAt(path)?.page])
  expect(pages.filter(([area, page]) => area !== page || (page !== 'home' && page !== 'vendor'))).toEqual([])
})
