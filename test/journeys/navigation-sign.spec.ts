import { expect, type Page } from '@playwright/test'
import { slowness } from '../slowness.ts'
import { arriveAsResident } from './arrive.ts'
import { test } from './journey.ts'
import { openBrowser } from './people.ts'

/** Holds what matches until the returned function is called, as a slow line does. */
async function holdRequests(page: Page, pattern: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

const sign = (page: Page) => page.getByRole('progressbar', { name: 'Loading the page' })

/**
 * Clicks a link once the page has nothing left to do, and resolves with the milliseconds until the sign is seen: measured in the page
 * itself.
 */
const timeToSign = (page: Page, name: string) =>
  page.evaluate<number>(`new Promise((done) => requestIdleCallback(done)).then(() => new Promise((resolve) => {
    const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent.trim() === '${name}')
    const from = performance.now()
    const look = () => {
      const sign = document.querySelector('[role=progressbar]')
      const isSeen = sign && getComputedStyle(sign).visibility === 'visible' && sign.clientHeight > 0
      if (isSeen) resolve(performance.now() - from)
      else requestAnimationFrame(look)
    }
    link.click()
    look()
  }))`)

// Their one press is judged alone: another worker would take the browser's processor.
const alone = { tag: '@timed' }

test(
  'on a slow line a pressed link shows a sign within 100 ms, until the next page is there',
  alone,
  async ({ browser }) => {
    const page = await openBrowser(browser)
    await arriveAsResident(page, 'Maya')
    await page.goto('/home/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const letGo = await holdRequests(page, /\/assets\/(settings|building)-page-/)
    const menu = page.getByRole('navigation', { name: 'Menu' })

    await page.getByRole('button', { name: 'Menu' }).click()
    expect(await timeToSign(page, 'Settings')).toBeLessThanOrEqual(100 * slowness())
    // The old page stands meanwhile. Another link may be pressed, too.
    await expect(page.getByRole('heading', { name: 'Your building at a glance' })).toBeVisible()
    await page.getByRole('button', { name: 'Menu' }).click()
    await menu.getByRole('link', { name: 'Manage Building' }).click()
    await expect(sign(page)).toBeVisible()
    letGo()
    await expect(page.getByRole('heading', { level: 1, name: 'Building Management' })).toBeVisible()
    await expect(sign(page)).toHaveCount(0)

    // A page that is there already shows no sign.
    await page.getByRole('button', { name: 'Menu' }).click()
    await menu.getByRole('link', { name: 'Settings' }).click()
    await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
    await expect(sign(page)).toHaveCount(0)
  },
)

test('the same on a public page, before and after its scripts have loaded', alone, async ({ browser }) => {
  const page = await openBrowser(browser)
  const scripts = await holdRequests(page, /\/assets\/(?!start-).*\.js$/)
  const started = page.waitForRequest(/\/assets\/react-/)
  await page.goto('/', { waitUntil: 'commit' })
  await started
  const login = await holdRequests(page, /\/login$/)
  expect(await timeToSign(page, 'Sign In')).toBeLessThanOrEqual(100 * slowness())
  scripts()
  login()
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await expect(sign(page)).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Join' }).first()).toBeVisible()
  await expect(sign(page)).toHaveCount(0)
  // A place on the same page loads nothing.
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  await expect(sign(page)).toHaveCount(0)
})

test('a page says that the network is gone, until it is back, and then goes where it was sent', async ({
  browser,
}) => {
  const page = await openBrowser(browser)
  await arriveAsResident(page, 'Maya')
  await page.goto('/home/dashboard')
  await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible() // its scripts and the session are there
  const offline = page.getByRole('status').filter({ hasText: 'You are offline.' })
  await expect(offline).toHaveCount(0)
  await page.context().setOffline(true)
  await expect(offline).toBeVisible()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Manage Building' }).click()
  await expect(sign(page)).toBeVisible()
  await page.context().setOffline(false)
  await expect(offline).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Building Management' })).toBeVisible()
})
