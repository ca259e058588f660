import { expect, type Page } from '@playwright/test'
import { ROUTES, TITLES } from '../routes.ts'
import { expectAccessible } from './accessible.ts'
import { become, go } from './browse.ts'
import { test } from './journey.ts'
import { openBrowser, picture } from './people.ts'

/** The polling interval for a page. */
const SOON = { intervals: [20] }
const UNKNOWN = ['/nowhere', '/home', '/vendor/quote', '/admin/overview/more']

/** Where these addresses lead; all others lead to themselves. */
type Way = { home: string; vendors: string; homes: string; captains: string; admins: string }

const ways: Record<string, Way> = {
  'nobody signed in': {
    home: '/login',
    vendors: '/login',
    homes: '/login',
    captains: '/login',
    admins: '/login',
  },
  'a homeowner': {
    home: '/home/dashboard',
    vendors: '/',
    homes: '',
    captains: '/home/dashboard',
    admins: '/',
  },
  'a captain': { home: '/home/dashboard', vendors: '/', homes: '', captains: '', admins: '/' },
  'a pending homeowner': {
    home: '/home/dashboard',
    vendors: '/',
    homes: '',
    captains: '/home/dashboard',
    admins: '/',
  },
  'a vendor': { home: '/vendor/dashboard', vendors: '', homes: '/', captains: '/', admins: '/' },
  'an admin': { home: '/admin/overview', vendors: '/', homes: '/', captains: '/', admins: '' },
}

function place(page: Page): Promise<string> {
  const parts = 'location.pathname, document.title, document.querySelector("main")?.dataset.page'
  return page.evaluate(`[${parts}].join(' ')`)
}

/** Every address shown to one group, or only the first and last redirects: screens.test.ts covers all of them. */
function leads(routes: object, elsewhere: string): Record<string, string> {
  const paths = Object.keys(routes)
  const walked = elsewhere ? [paths.at(0), paths.at(-1)] : paths
  return Object.fromEntries(walked.map((path = '') => [path, elsewhere || path]))
}

function pageKey(path: string): string {
  return /^\/(admin|vendor|home|login|signup)\b/.exec(path)?.[1] ?? 'landing'
}

for (const [kind, way] of Object.entries(ways)) {
  test(`every address leads ${kind} where the route table says [2.route.unknown] [2.route.loaded] [2.shell.9]`, async ({
    browser,
  }, info) => {
    const page = await openBrowser(browser)
    await become(kind, page, browser)
    const out = kind === 'nobody signed in'
    const expected: Record<string, string> = {
      '/': '/',
      '/login': out ? '/login' : way.home,
      '/signup': out ? '/signup' : way.home,
      '/dashboard': way.home,
      '/reset-password': '/reset-password',
      ...leads(ROUTES.vendors, way.vendors),
      ...leads(ROUTES.residents, way.homes),
      ...leads(ROUTES.captains, way.captains),
      ...leads(ROUTES.admins, way.admins),
      ...Object.fromEntries(UNKNOWN.map((path) => [path, '/'])),
    }
    await page.goto('/nowhere')
    for (const [path, to] of Object.entries(expected)) {
      await test.step(`${path} → ${to}`, async () => {
        await go(page, path)
        const key = to === '/reset-password' ? 'login' : pageKey(to)
        await expect.poll(() => place(page), SOON).toBe(`${to} ${TITLES[to]} · Stoop ${key}`)
        const notice = page.getByRole('heading', { name: 'Account Pending Approval' })
        await expect(notice).toHaveCount(kind === 'a pending homeowner' && key === 'home' ? 1 : 0)
      })
    }
    // The same when the address is loaded directly.
    for (const path of ['/dashboard', '/home/dashboard', '/login', '/admin/settings', '/somewhere?else=1']) {
      await page.goto(path)
      const to = expected[path] ?? '/'
      await expect.poll(async () => (await place(page)).split(' ')[0]).toBe(to)
    }
    await page.goto(way.home)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await picture(page, info, `start-of-${kind.replaceAll(' ', '-')}`)
    await expectAccessible(page)
  })
}
