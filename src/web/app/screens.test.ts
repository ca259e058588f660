import { expect, test } from 'vitest'
import { menuEntries, ROUTES, TITLES } from '../../../test/routes.ts'
import { POWERS } from '../../domain/viewer.ts'
import type { Screen } from '../feature.ts'
import { signInAddress, wayIn } from '../session/next.ts'
import { admit, goOn, homePath, mayPrefetch } from './guard.tsx'
import { currentEntry, menuOf, screenAt, screens } from './screens.ts'

const captain = { role: 'captain', kind: 'resident', powers: POWERS } as const
const neighbor = { role: 'homeowner', kind: 'resident', powers: [] } as const
const pending = { role: 'homeowner', kind: 'pending', powers: [] } as const
const vendor = { role: 'contractor', kind: 'vendor', powers: [] } as const
const crew = { role: 'contractor', kind: 'crew', powers: [] } as const
const unsecured = { role: 'admin', kind: 'unsecured', powers: [] } as const
const admin = { role: 'admin', kind: 'admin', powers: [] } as const

function screen(path: string): Screen {
  const found = screenAt(path)
  if (!found) throw new Error(`There is no screen ${path}.`)
  return found
}

test('each role starts at its own page [6.home]', () => {
  expect(homePath(admin)).toBe('/admin/overview')
  expect(homePath(vendor)).toBe('/vendor/dashboard')
  expect(homePath(crew)).toBe('/vendor/today')
  for (const role of ['homeowner', 'captain', 'member'] as const)
    expect(homePath({ ...neighbor, role })).toBe('/home/dashboard')
})

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
  ['/vendor/quotes', crew, { go: '/vendor/today' }],
  ['/vendor/dashboard', crew, { go: '/vendor/today' }],
  ['/vendor/profile', crew, { go: '/vendor/today' }],
  ['/vendor/today', crew, 'page'],
  ['/vendor/settings', crew, 'page'],
  ['/home/services', crew, { go: '/' }],
  ['/vendor/quotes', pending, { go: '/' }],
  ['/admin/audit', admin, 'page'],
  ['/admin/audit', captain, { go: '/' }],
  ['/admin/audit', unsecured, { go: '/admin/settings' }],
  ['/dashboard', unsecured, { go: '/admin/settings' }],
  ['/admin/settings', unsecured, 'page'],
  ['/', unsecured, 'page'],
] as const)('at %s the visitor %o gets %o [2.guard.1-3]', (path, visitor, gets) => {
  expect(admit(screen(path), visitor)).toEqual(gets)
})

test('a resident with one power gets its screen and no other', () => {
  const manager = { ...neighbor, powers: ['manage_members'] } as const
  expect(admit(screen('/home/captain/members'), manager)).toBe('page')
  expect(admit(screen('/home/captain/settings'), manager)).toEqual({ go: '/home/dashboard' })
})

test('the menus are those of section 2 [2.menu.admin.1-13] [2.menu.vendor.1-4] [2.menu.resident.1-7]', () => {
  const entries = (viewer: Parameters<typeof menuOf>[0]) =>
    menuOf(viewer).map(({ label, path }) => ({ label, path }))
  expect(entries(vendor)).toEqual(menuEntries('vendors'))
  expect(entries(neighbor)).toEqual(menuEntries('residents'))
  expect(entries(admin)).toEqual(menuEntries('admins'))
  expect(entries(crew)).toEqual([
    { label: 'Today', path: '/vendor/today' },
    { label: 'Upcoming Visits', path: '/vendor/coming' },
    { label: 'Settings', path: '/vendor/settings' },
  ])
})

test('no two entries of a menu have the same order', () => {
  const orders = screens.flatMap(({ path, menu }) =>
    menu ? [{ path, place: `${menu.of} ${menu.order}` }] : [],
  )
  const shared = orders.filter(({ path, place }) =>
    orders.some((other) => other.place === place && other.path !== path),
  )
  expect(shared).toEqual([])
})

test.each([
  ['contractor', '/vendor/services', '/vendor/services'],
  ['contractor', '/vendor/appointments', '/vendor/services'],
  ['contractor', '/vendor/quotes/', '/vendor/services'],
  ['captain', '/home/billing', '/home/billing'],
  ['captain', '/home/payments', '/home/payments'],
  ['captain', '/', undefined],
] as const)('in the menu of a %s at %s the entry %s is marked [2.menu.current]', (role, pathname, entry) => {
  expect(currentEntry({ ...neighbor, role }, pathname)).toBe(entry)
})

test('an address that is none of ours has no route [2.route.unknown-known]', () => {
  expect(screenAt('/home/services/')?.path).toBe('/home/services')
  expect(screenAt('/home')).toBeUndefined()
})

const gets = (path: string) =>
  [null, pending, neighbor, captain, vendor, admin].map((visitor) => {
    const admission = admit(screen(path), visitor)
    return typeof admission === 'string' ? admission : admission.go
  })

test('at every address each visitor gets what the route table says [2.route.landing] [2.route.login] [2.route.signup] [2.route.dashboard] [2.route.vendor-*] [2.route.home-*] [2.route.captain-*] [2.route.admin-*]', () => {
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
  for (const [shownTo, routes] of Object.entries(ROUTES))
    for (const path of Object.keys(routes)) expect([path, gets(path)]).toEqual([path, expected[shownTo]])
})

test('these are all screens, with their titles', () => {
  expect(screens).toHaveLength(Object.keys(TITLES).length)
  expect(Object.fromEntries(screens.map(({ path, title }) => [path, title]))).toEqual(TITLES)
})

test('the page key is the first part of the address [2.route.page-key]', () => {
  for (const { path, page } of screens) {
    const [, first = ''] = path.split('/')
    const known = ['admin', 'vendor', 'home', 'login', 'signup'].includes(first)
    // The pages of links in mails and of invitations stand where one signs in.
    const isLinked = ['reset-password', 'confirm-email', 'invitation'].includes(first)
    expect([path, page]).toEqual([path, known ? first : isLinked ? 'login' : 'landing'])
  }
})

test('a screen’s queries are prefetched only for those who see what they show', () => {
  const unassigned = { ...neighbor, kind: 'unassigned' } as const
  const visitors = [null, pending, unassigned, neighbor, captain, vendor, admin]
  const mayAt = (path: string) => visitors.filter((visitor) => mayPrefetch(screen(path), visitor))
  for (const path of Object.keys(ROUTES.residents)) expect(mayAt(path)).toEqual([neighbor, captain])
  for (const path of Object.keys(ROUTES.captains)) expect(mayAt(path)).toEqual([captain])
  for (const path of Object.keys(ROUTES.vendors)) expect(mayAt(path)).toEqual([vendor])
})

/** Where a viewer lands who was asked to sign in at this address. */
function landsAt(address: string, viewer: typeof captain | typeof vendor | typeof unsecured): string {
  const asked = new URL(signInAddress(address), 'https://portal.example.com')
  const entered = new URL(wayIn(asked.search), asked)
  const here = { href: entered.pathname + entered.search, searchStr: entered.search }
  return goOn(screen('/dashboard'), homePath(viewer), viewer, here)
}

test('signing in leads back to the address that one was going to [2.guard.8]', () => {
  const here = { href: '/home/services?page=2#visits', searchStr: '?page=2' }
  expect(goOn(screen('/home/services'), '/login', null, here)).toBe(
    `/login?next=${encodeURIComponent('/home/services?page=2#visits')}`,
  )
  expect(goOn(screen('/dashboard'), '/login', null, { href: '/dashboard', searchStr: '' })).toBe('/login')
  expect(landsAt('/home/services?page=2#visits', captain)).toBe('/home/services?page=2#visits')
  expect(landsAt('/vendor/quotes', vendor)).toBe('/vendor/quotes')
  // Another tab has signed in meanwhile.
  const login = { href: '', searchStr: '?next=/home/billing' }
  expect(goOn(screen('/login'), '/home/dashboard', captain, login)).toBe('/home/billing')
})

test.each([
  'https://evil.example/home/services',
  '//evil.example/home/services',
  '/\\evil.example/home/services',
  '/\t/evil.example/home/services',
  'javascript:alert(1)',
  'home/services',
  '/home/nowhere',
  '/home/services/../../vendor/quotes',
  '/vendor/quotes',
  '/admin/overview',
  '/login',
  '/confirm-email#token',
  '/api/trpc/accounts.signOut',
  '/%zz',
  '',
])('signing in as a captain leads from %j to the dashboard, as to all that is not theirs [2.guard.8]', (next) => {
  expect(landsAt(next, captain)).toBe('/home/dashboard')
})

test('only the sign-in goes on to the next address, and no one passes by the second factor', () => {
  const here = { href: '/admin/audit?next=/home/billing', searchStr: '?next=/home/billing' }
  expect(goOn(screen('/admin/audit'), '/', captain, here)).toBe('/')
  expect(
    goOn(screen('/dashboard'), '/admin/settings', unsecured, { href: '', searchStr: '?next=/admin/audit' }),
  ).toBe('/admin/settings')
})
