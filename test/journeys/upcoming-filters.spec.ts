import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { book, bookedWeeks, dayFrom } from './booked-weeks.ts'
import { refusing } from './intercept.ts'
import { test } from './journey.ts'
import { picture } from './people.ts'

/** What the portal answers to visits.filters, with so many more buildings. */
async function addBuildings(page: Page, more: number): Promise<void> {
  await page.route('**/api/trpc/*visits.filters*', async (route) => {
    const answer = await route.fetch()
    const calls = new URL(route.request().url()).pathname.replace(/.*\/trpc\//, '').split(',')
    const results = await answer.json()
    const { data } = results[calls.indexOf('visits.filters')].result
    for (let number = 0; number < more; number += 1)
      data.buildings.push({
        id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
        address: `${number} Elm St`,
      })
    data.more = true
    await route.fulfill({ response: answer, json: results })
  })
}

test('upcoming visits are filtered in the address, and downloaded as they are shown [Product 1.7]', async ({
  browser,
}, info) => {
  test.slow() // axe with each list
  const { maya, curb, minor, denny } = await bookedWeeks(browser)
  await book(maya, curb, minor, { service: 'Tree Care', start: dayFrom(3) })
  const building = curb.getByLabel('Building', { exact: true })
  const visits = curb.getByRole('listitem').filter({ hasText: /Gutter Cleaning|Tree Care/ })

  await test.step('a vendor: by building and by service', async () => {
    await curb.goto('/vendor/appointments')
    await expect(visits).toHaveCount(6)
    await expectAccessible(curb)
    await picture(curb, info, 'upcoming-vendor')
    await building.selectOption({ label: denny })
    await expect(curb.getByText('1 upcoming visit', { exact: true })).toBeVisible()
    await expect(visits).toHaveCount(1)
    await expect(visits).toContainText(denny)
    await curb.reload()
    await expect(building.locator('option:checked')).toHaveText(denny)
    await expect(visits).toHaveCount(1)
    await curb.getByLabel('Service', { exact: true }).selectOption({ label: 'Gutter Cleaning' })
    await expect(curb.getByText('No upcoming visit passes the filter.')).toBeVisible()
    await expectAccessible(curb)
    await picture(curb, info, 'upcoming-vendor-none')
    await building.selectOption({ label: 'All buildings' })
    await expect(visits).toHaveCount(4)
    const saving = curb.waitForEvent('download')
    await curb.getByRole('link', { name: 'Download CSV' }).click()
    const file = await saving
    expect(file.suggestedFilename()).toBe('Upcoming visits.csv')
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(lines).toHaveLength(5)
    expect(lines[1]).toBe(`${dayFrom(0)},9:00 AM,Gutter Cleaning,${minor},Booked,95.00`)
  })

  await test.step('a resident: by service', async () => {
    await maya.goto('/home/services')
    const upcoming = maya.getByRole('region', { name: 'Upcoming visits' })
    await expect(upcoming.getByRole('listitem')).toHaveCount(5)
    await upcoming.getByLabel('Service', { exact: true }).selectOption({ label: 'Tree Care' })
    await expect(upcoming.getByRole('listitem')).toHaveCount(1)
    await expect(upcoming.getByLabel('Building', { exact: true })).toHaveCount(0)
    await maya.reload()
    await expect(upcoming.getByRole('listitem')).toHaveCount(1)
    await expectAccessible(maya)
    await picture(maya, info, 'upcoming-resident')
    await maya.goBack()
    await expect(upcoming.getByRole('listitem')).toHaveCount(5)
    const saving = maya.waitForEvent('download')
    await upcoming.getByRole('link', { name: 'Download CSV' }).click()
    expect(
      readFileSync(await (await saving).path(), 'utf8')
        .trim()
        .split('\r\n'),
    ).toHaveLength(6)
  })
})

test('of many buildings one is found by its name, and filters that fail say so [Product 1.7]', async ({
  browser,
}, info) => {
  const { curb, denny } = await bookedWeeks(browser)
  await addBuildings(curb, 25)
  await curb.goto('/vendor/appointments')
  const building = curb.getByRole('combobox', { name: 'Building' })
  await building.click()
  await building.fill(denny)
  const found = curb.getByRole('listbox').getByRole('option')
  await expect(found).toHaveText([denny])
  await expectAccessible(curb)
  await picture(curb, info, 'building-searched')
  await building.fill(denny)
  await found.click()
  await expect(curb.getByText('1 upcoming visit', { exact: true })).toBeVisible()
  await expect(curb.getByText('Not all services and buildings can be chosen')).toBeVisible()

  await curb.unroute('**/api/trpc/*visits.filters*')
  const { mend } = await refusing(curb, 'visits.filters')
  await curb.goto('/vendor/calendar')
  const failed = curb.getByRole('alert').filter({ hasText: 'The filters could not be loaded.' })
  await expect(failed).toBeVisible()
  await picture(curb, info, 'filters-failed')
  await mend()
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(curb.getByLabel('Building', { exact: true })).toBeVisible()
})
