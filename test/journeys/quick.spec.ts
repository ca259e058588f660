import { expect } from '@playwright/test'
import { arriveAsResident, arriveAsVendor } from './arrive.ts'
import { test } from './journey.ts'
import { openBrowser } from './people.ts'

/** Clicks Add Service, and says whether its dialog is there when the next frame is drawn: none that it asked for itself. */
const ADD_SERVICE = `new Promise((resolve) => {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === '+ Add Service')
  requestAnimationFrame(() => resolve(document.querySelector('[role=dialog]') !== null))
  button.click()
})`

test('a dialog is there at the next frame, and the page behind it stays in its place', async ({
  browser,
}) => {
  const page = await openBrowser(browser)
  await arriveAsResident(page, 'Maya')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/home/services')
  const body = page.locator('body')
  // Once, so that its code is there.
  await page.getByRole('button', { name: '+ Add Service' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(body).toHaveCSS('overflow-y', 'visible')

  const sheets = await page.evaluate('document.styleSheets.length')
  expect(await page.evaluate(ADD_SERVICE)).toBe(true)
  await expect(body).toHaveCSS('overflow-y', 'hidden')
  // A new one would have the browser look at every element of the page again.
  expect(await page.evaluate('document.styleSheets.length')).toBe(sheets)
  await page.keyboard.press('Escape')
  await expect(body).toHaveCSS('overflow-y', 'visible')
})

test('what is pressed while the page comes to life happens once', async ({ browser }) => {
  const page = await openBrowser(browser)
  await arriveAsResident(page, 'Maya')
  // At the first moment that it is there: React listens already, and what it draws has not come to life.
  await page.addInitScript(`new MutationObserver((_, observer) => {
    const menu = document.querySelector('button[aria-label=Menu]')
    if (!menu) return
    observer.disconnect()
    menu.click()
  }).observe(document, { childList: true, subtree: true })`)
  await page.goto('/home/services')
  await expect(page.getByRole('button', { name: '+ Add Service' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Menu', exact: true })).toHaveAttribute(
    'aria-expanded',
    'true',
  )
})

/** Whether the list of jobs was still to be drawn when the tab Lost was marked. */
const LOST = `new Promise((resolve) => {
  const tab = document.querySelector('[data-tab=lost]')
  new MutationObserver(() => {
    if (tab.ariaSelected !== 'true') return
    resolve([...document.querySelectorAll('[role=tabpanel]')].some(({ ariaBusy }) => ariaBusy === 'true'))
  }).observe(tab, { attributes: true })
  tab.click()
})`

test('a tab is marked before its list is drawn', async ({ browser }) => {
  const page = await openBrowser(browser)
  await arriveAsVendor(page)
  await page.goto('/vendor/quotes')
  await expect(page.getByRole('tab', { name: 'All Jobs', selected: true })).toBeVisible()
  expect(await page.evaluate(LOST)).toBe(true)
  await expect(page.locator('[role=tabpanel][aria-busy=true]')).toHaveCount(0)
})
