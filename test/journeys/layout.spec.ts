import { expect, type Page } from '@playwright/test'
import { addDays, today } from '../../src/domain/calendar.ts'
import { arriveAsResident, arriveAsVendor, ask, call } from './arrive.ts'
import { test } from './journey.ts'
import { openBrowser, unique } from './people.ts'

/** The tolerated Cumulative Layout Shift: a tenth of what counts as good. */
const MOST = 0.01

const PUBLIC = ['/', '/login', '/signup']
const HOME = ['dashboard', 'building', 'billing', 'services', 'settings'].map((name) => `/home/${name}`)
const VENDOR = ['dashboard', 'services', 'appointments', 'profile'].map((name) => `/vendor/${name}`)

/** Adds up the layout shifts from the first paint on. */
const watch = `
  globalThis.moved = []
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) moved.push([value, sources.map(({ node }) => node?.outerHTML?.slice(0, 120))])
  }).observe({ type: 'layout-shift', buffered: true })`

/** Loads each of these addresses and expects no layout shift. */
async function expectStill(page: Page, paths: string[]): Promise<void> {
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of paths) {
      await test.step(`${path} at ${width}`, async () => {
        await page.goto(path)
        await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
        await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
        const moved = await page.evaluate<[number, string[]][]>('moved')
        expect
          .soft(
            moved.reduce((sum, [value]) => sum + value, 0),
            JSON.stringify(moved),
          )
          .toBeLessThan(MOST)
      })
    }
  }
}

test('no page shifts while it loads [9.layout.6]', async ({ browser }) => {
  const [visitor, maya, vera] = await Promise.all([1, 2, 3].map(() => openBrowser(browser)))
  if (!visitor || !maya || !vera) throw new Error('Three people were asked for')
  for (const page of [visitor, maya, vera]) await page.addInitScript(watch)
  await arriveAsVendor(vera, ['Graffiti Removal'])
  await arriveAsResident(maya, 'Maya')
  const types = await ask<{ id: string; name: string }[]>(maya, 'services.catalog')
  const start = addDays(today(new Date(), 'America/Los_Angeles'), 1)
  const service = await call<{ id: string }>(maya, 'services.request', {
    service_type_id: types.find(({ name }) => name === 'Graffiti Removal')?.id,
    description: unique('graffiti'),
    service_type: 'recurring',
    required_every_weeks: 1,
    preferred_start_date: start,
    preferred_end_date: addDays(start, 28),
  })
  const [asked] = await ask<{ id: string }[]>(vera, 'quotes.list', { tab: 'needs_quote', page: 1 })
  await call(vera, 'quotes.submit', { id: asked?.id, per_visit_price: 9900 })
  await call(maya, 'quotes.accept', { id: asked?.id, per_visit_price: 9900 })
  expect(service.id).toBeTruthy()

  await expectStill(visitor, PUBLIC)
  await expectStill(maya, HOME)
  await expectStill(vera, VENDOR)
})
