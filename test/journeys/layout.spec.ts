import { expect, type Page } from '@playwright/test'
import { addDays, today } from '../../src/domain/calendar.ts'
import { arriveAsResident, arriveAsVendor, ask, call, quoteFor } from './arrive.ts'
import { test } from './journey.ts'
import { openBrowser, unique } from './people.ts'
import { write } from './portal-data.ts'

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
  const { email } = await arriveAsVendor(vera, ['Graffiti Removal', 'Snow Removal'])
  const { address } = await arriveAsResident(maya, 'Maya')
  const types = await ask<{ id: string; name: string }[]>(maya, 'services.catalog')
  const start = addDays(today(new Date(), 'America/Los_Angeles'), 1)
  // Two services: their visits can be filtered.
  for (const service of ['Graffiti Removal', 'Snow Removal']) {
    await call(maya, 'services.request', {
      service_type_id: types.find(({ name }) => name === service)?.id,
      description: unique(service),
      service_type: 'recurring',
      required_every_weeks: 1,
      preferred_start_date: start,
      preferred_end_date: addDays(start, 28),
    })
    const price = { id: await quoteFor(vera, address), per_visit_price: 9900 }
    await call(vera, 'quotes.submit', price)
    await call(maya, 'quotes.accept', price)
  }
  // One was missed, and one is to mark completed.
  for (const [status, service] of [
    ['missed', 'Graffiti Removal'],
    ['confirmed', 'Snow Removal'],
  ])
    await write(
      `update appointments set status = $2, scheduled_date = scheduled_date - 9, confirmed_date = confirmed_date - 9
       where id = (select a.id from appointments a join building_services b on b.id = a.building_service_id
         join service_types t on t.id = b.service_type_id where a.vendor_id = (select vendor_id from profiles where email = $1) and t.name = $3
         order by scheduled_date limit 1)`,
      email,
      status,
      service,
    )
  expect(await ask(vera, 'visits.missed', { page: 1 })).toMatchObject({ total: 1 })
  expect(await ask(vera, 'visits.toComplete', { page: 1 })).toMatchObject({ total: 1 })
  expect(await ask(vera, 'visits.filters')).toMatchObject({ services: [{}, {}] })

  await expectStill(visitor, PUBLIC)
  await expectStill(maya, HOME)
  await expectStill(vera, VENDOR)
})
