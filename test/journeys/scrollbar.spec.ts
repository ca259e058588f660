import { expect } from '@playwright/test'
import config from '../../playwright.config.ts'
import { arriveAsResident } from './arrive.ts'
import { test } from './journey.ts'
import { openBrowser } from './people.ts'

// A browser whose scrollbars take space, as on a desktop: those of the other journeys take none.
test.use({ launchOptions: { ...config.use?.launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] } })

test('the page behind a menu or a dialog does not move when its scrollbar disappears', async ({
  browser,
}) => {
  const page = await openBrowser(browser)
  await page.setViewportSize({ width: 1280, height: 400 })
  await arriveAsResident(page, 'Nora')
  await page.goto('/home/services')
  const add = page.getByRole('button', { name: '+ Add Service' }).first()
  await expect(add).toBeVisible()
  const place = async () => (await add.boundingBox())?.x
  const roomOfScrollbar = () => page.evaluate<number>('innerWidth - document.documentElement.clientWidth')
  expect(await roomOfScrollbar()).toBeGreaterThan(0)
  const before = await place()

  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.locator('body')).toHaveCSS('overflow', 'hidden')
  expect(await place()).toBe(before)
  await page.keyboard.press('Escape')
  await expect(page.locator('body')).not.toHaveCSS('overflow', 'hidden')

  await add.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.locator('body')).toHaveCSS('overflow', 'hidden')
  expect(await place()).toBe(before)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await place()).toBe(before)
  expect(await roomOfScrollbar()).toBeGreaterThan(0)
})
