import { expect, type Page } from '@playwright/test'
import { arriveAsResident } from './arrive.ts'
import { test } from './journey.ts'
import { openBrowser } from './people.ts'

/** The calls from now on: all, or those with one of these procedures, since dialogs are prefetched at any time. */
function listen(page: Page, procedures?: string): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const [, called] = new URL(request.url()).pathname.split('/api/trpc/')
    const isMeant = (each: string) => procedures?.split(',').includes(each) ?? true
    if (called?.split(',').some(isMeant)) asked.push(called)
  })
  return asked
}

/** Holds these scripts until the returned function is called. */
async function holdScripts(page: Page, names: RegExp) {
  let open: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  await page.route(names, async (route) => {
    await gate
    await route.continue()
  })
  return () => open()
}

const SCREEN =
  'services.list,messages.unread,visits.missed,visits.disputed,visits.upcoming,visits.filters,visits.past'

test('a screen requests everything it shows in one call with the session, before its script has loaded', async ({
  browser,
}) => {
  const page = await openBrowser(browser)
  await arriveAsResident(page, 'Maya')
  await page.goto('/home/dashboard')
  await expect(page.getByText('Hello, Maya')).toBeVisible()
  const letGo = await holdScripts(page, /\/assets\/services-page-/)
  const asked = listen(page, `accounts.session,${SCREEN}`)
  const answer = page.waitForResponse(/services\.list/)
  await page.goto('/home/services', { waitUntil: 'commit' })
  await (await answer).finished()
  expect(asked).toEqual([`accounts.session,${SCREEN}`])
  letGo()
  await expect(page.getByRole('heading', { name: 'Your Services (0)' })).toBeVisible()
  expect(asked).toEqual([`accounts.session,${SCREEN}`])
})

test('the next screen is prefetched on hover', async ({ browser }) => {
  const page = await openBrowser(browser)
  await arriveAsResident(page, 'Maya')
  await page.goto('/home/dashboard')
  await expect(page.getByText('Hello, Maya')).toBeVisible()
  await page.getByRole('button', { name: 'Menu' }).click()
  const code = page.waitForResponse('**/assets/services-page-*.js')
  // What was missed is known from the dashboard.
  const data = page.waitForResponse(/services\.list,messages\.unread,visits\.upcoming,visits\.filters/)
  const link = page.getByRole('navigation').getByRole('link', { name: 'Services & Appointments' })
  await link.hover()
  await Promise.all([code, data].map(async (answer) => (await answer).finished()))
  expect(new URL(page.url()).pathname).toBe('/home/dashboard')
  const asked = listen(page, SCREEN)
  await link.click()
  await expect(page.getByRole('heading', { name: 'Your Services (0)' })).toBeVisible()
  expect(asked).toEqual([])
})

test('a signed-out visitor requests only the session, also in a browser that was signed in before', async ({
  browser,
}) => {
  const page = await openBrowser(browser)
  const asked = listen(page)
  const beSentAway = async () => {
    asked.length = 0
    await page.goto('/home/services')
    await expect(page.getByRole('main').getByRole('button', { name: 'Sign In' })).toBeVisible()
    expect(new Set(asked)).toEqual(new Set(['accounts.session']))
  }
  await beSentAway()
  await arriveAsResident(page, 'Maya')
  await page.goto('/home/dashboard')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await expect(page.getByText('Hello, Maya')).toHaveCount(0)
  await beSentAway()
})
