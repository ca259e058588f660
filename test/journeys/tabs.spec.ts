import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { slowness } from '../slowness.ts'
import { arriveAsResident, arriveAsVendor, call, quoteFor, requestOneVisit } from './arrive.ts'
import { test } from './journey.ts'
import { openBrowser } from './people.ts'

async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  page.on('pageerror', (error) => {
    throw error
  })
  await page.goto(path)
  return page
}

const TOLD_FIRST = { 'by this browser': false, 'by the live stream': true }
for (const [name, byStream] of Object.entries(TOLD_FIRST))
  test(`signing out in one tab clears the others at once, with their open questions, told first ${name} [2.shell.8] [V14.3.1]`, ({
    browser,
  }) => signOutOfThree(browser, byStream))

async function signOutOfThree(browser: Browser, byStream: boolean) {
  const limit = 1000 * slowness()
  const page = await openBrowser(browser)
  const { address } = await arriveAsResident(page, 'Maya')
  const context = page.context()
  const tabs = [await openTab(context, '/home/building'), await openTab(context, '/home/settings')]
  const [building, settings] = tabs
  if (!building || !settings) throw new Error('Two tabs were opened')
  await expect(building.getByText(address).first()).toBeVisible()
  await building.getByRole('button', { name: 'Add Tenant' }).click()
  await building.getByRole('dialog').getByLabel('Full Name').fill('Ned Ito')
  // Unsaved edits hold nobody up who has signed out, nor does a question about them.
  await settings.getByLabel('First Name').fill('Mayumi')
  await settings.getByRole('link', { name: 'Stoop' }).click()
  await expect(settings.getByRole('dialog', { name: 'Unsaved changes' })).toBeVisible()
  // However slowly the landing page loads.
  const landing = Promise.withResolvers<void>()
  for (const tab of tabs)
    await tab.route('**/landing-screen*', async (route) => {
      await landing.promise
      await route.continue()
    })

  await page.goto('/home/dashboard')
  await page.getByRole('button', { name: 'Menu' }).click()
  if (byStream)
    await page.route('**/accounts.signOut*', async (route) => {
      const response = await route.fetch()
      for (const tab of tabs) await expect(tab.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
      await route.fulfill({ response })
    })
  const signedOut = page.waitForResponse(/accounts\.signOut/)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await signedOut
  for (const tab of tabs) {
    await expect(tab.getByText(address)).toHaveCount(0, { timeout: limit })
    await expect(tab.getByRole('dialog')).toHaveCount(0, { timeout: limit })
    await expect(tab.getByText('Maya')).toHaveCount(0, { timeout: limit })
  }
  landing.resolve()
  for (const tab of [page, ...tabs]) {
    await expect(tab.getByRole('link', { name: 'Join' })).toBeVisible()
    await expect(tab).toHaveURL(/\/$/)
    expect(await tab.evaluate('JSON.stringify({ ...sessionStorage })')).not.toMatch(/Ned Ito|Mayumi/)
    await tab.goBack()
    await expect(tab.getByText(address)).toHaveCount(0)
  }
}

test('a tab never shows two people: it loads again when somebody else has signed in', async ({ browser }) => {
  const [page, other] = [await openBrowser(browser), await openBrowser(browser)]
  const { address } = await arriveAsResident(page, 'Maya')
  const iris = await arriveAsResident(other, 'Iris')
  await page.goto('/home/building')
  await expect(page.getByText(address).first()).toBeVisible()
  await page.evaluate('window.sameDocument = true')
  // As if Iris had signed in in another tab.
  await page.context().addCookies(await other.context().cookies())
  // A page that has just loaded may not listen yet.
  await expect(async () => {
    await page.evaluate('dispatchEvent(new Event("online"))')
    await expect(page.getByText(iris.address).first()).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(page.getByText(address)).toHaveCount(0)
  expect(await page.evaluate('window.sameDocument')).toBeUndefined()
})

/** The tabs whose live stream is open. */
function followStreams(tabs: Set<Page>, page: Page): void {
  const isStream = (url: string) => url.includes('realtime.changes')
  page.on('request', (request) => isStream(request.url()) && tabs.add(page))
  page.on('requestfinished', (request) => isStream(request.url()) && tabs.delete(page))
  page.on('requestfailed', (request) => isStream(request.url()) && tabs.delete(page))
  page.on('close', () => tabs.delete(page))
}

test('twelve tabs load and are up to date over one live connection, also after the leading tab is closed', async ({
  browser,
}) => {
  test.slow() // twelve tabs
  const SERVICE = 'Snow Removal'
  const [vendor, other, captain] = [
    await openBrowser(browser),
    await openBrowser(browser),
    await openBrowser(browser),
  ]
  for (const company of [vendor, other]) await arriveAsVendor(company, [SERVICE])
  const { address } = await arriveAsResident(captain, 'Maya')
  await requestOneVisit(captain, SERVICE, 'Clear walks by 7am')
  const quote = async (page: Page, per_visit_price: number) => {
    await call(page, 'quotes.submit', { id: await quoteFor(page, address), per_visit_price })
  }

  const streams = new Set<Page>()
  const tabs: Page[] = []
  const card = (page: Page) => page.getByRole('button', { name: SERVICE })
  for (let count = 1; count <= 12; count += 1) {
    const tab = await captain.context().newPage()
    followStreams(streams, tab)
    tabs.push(tab)
    await tab.goto('/home/services')
    await expect(card(tab)).toContainText('No quotes received yet.')
  }
  await expect.poll(() => streams.size).toBe(1)

  await quote(vendor, 12_000)
  for (const tab of tabs) await expect(card(tab)).toContainText('1 quote so far, from $120.00')
  expect(streams.size).toBe(1)

  const [leading] = streams
  await leading?.close()
  await quote(other, 9_950)
  const left = tabs.filter((tab) => tab !== leading)
  for (const tab of left) await expect(card(tab)).toContainText('2 quotes so far, from $99.50')
  expect(left).toHaveLength(11)
  await expect.poll(() => streams.size).toBe(1)
})
