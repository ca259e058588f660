import { expect } from '@playwright/test'
import { arriveAsResident, arriveAsVendor } from './arrive.ts'
import { test } from './journey.ts'
import { openBrowser } from './people.ts'

/**
 * Clicks Add Service, and tells whether its dialog is in the next frame, without an extra frame of its own, and how many style
 * sheets it added: a new one would make the browser restyle every element of the page.
 */
const ADD_SERVICE = `new Promise((resolve) => {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === '+ Add Service')
  const before = document.styleSheets.length
  requestAnimationFrame(() => {
    const opened = document.querySelector('[role=dialog]') !== null
    requestAnimationFrame(() => resolve({ opened, sheets: document.styleSheets.length - before }))
  })
  button.click()
})`

test('a dialog opens in the next frame, and the page behind it does not move', async ({ browser }) => {
  const page = await openBrowser(browser)
  await arriveAsResident(page, 'Maya')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/home/services')
  const body = page.locator('body')
  // Open it once, so that its code is loaded.
  await page.getByRole('button', { name: '+ Add Service' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(body).toHaveCSS('overflow-y', 'visible')

  expect(await page.evaluate(ADD_SERVICE)).toEqual({ opened: true, sheets: 0 })
  await expect(body).toHaveCSS('overflow-y', 'hidden')
  await page.keyboard.press('Escape')
  await expect(body).toHaveCSS('overflow-y', 'visible')
})

test('a click during hydration has one effect', async ({ browser }) => {
  const page = await openBrowser(browser)
  await arriveAsResident(page, 'Maya')
  // The earliest moment: React already listens, but the prerendered page is not hydrated.
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

/** Whether the list of jobs was not yet rendered when the tab Lost was marked. */
const LOST = `new Promise((resolve) => {
  const tab = document.querySelector('[data-tab=lost]')
  new MutationObserver(() => {
    if (tab.ariaSelected !== 'true') return
    resolve([...document.querySelectorAll('[role=tabpanel]')].some(({ ariaBusy }) => ariaBusy === 'true'))
  }).observe(tab, { attributes: true })
  tab.click()
})`

test('a tab is marked before its list is rendered', async ({ browser }) => {
  const page = await openBrowser(browser)
  await arriveAsVendor(page)
  await page.goto('/vendor/quotes')
  await expect(page.getByRole('tab', { name: 'All Jobs', selected: true })).toBeVisible()
  expect(await page.evaluate(LOST)).toBe(true)
  await expect(page.locator('[role=tabpanel][aria-busy=true]')).toHaveCount(0)
})
