import { expect, type Page } from '@playwright/test'
import { DARK_PAPER, expectAccessible } from './accessible.ts'
import { arriveAsResident } from './arrive.ts'
import { peopleWithDialogs } from './dialog-people.ts'
import { walkLists } from './dialogs.ts'
import { test } from './journey.ts'
import { openBrowser, picture } from './people.ts'

const colors = `[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]`
const LIGHT = ['rgb(251, 247, 240)', 'rgb(30, 42, 37)']
const DARK = [DARK_PAPER, 'rgb(237, 240, 234)']

/** The color of the browser's bar: of the first that fits. */
const bar = `[...document.querySelectorAll('meta[name=theme-color]')]
  .find(({ media }) => matchMedia(media || 'all').matches).content`
const BARS = new Map([
  [LIGHT, '#fdfaf2'],
  [DARK, '#18201c'],
])

async function expectColors(page: Page, expected: string[]): Promise<void> {
  await expect.poll(() => page.evaluate(colors)).toEqual(expected)
  expect(await page.evaluate(bar)).toBe(BARS.get(expected))
}

const DARK_LAPTOP = { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' } as const

test('in the dark every screen keeps its contrast', async ({ browser }, info) => {
  test.slow()
  const pages = await peopleWithDialogs(browser, DARK_LAPTOP)
  const look = async (page: Page, name: string) => {
    await expectColors(page, DARK)
    await expectAccessible(page)
    await picture(page, info, `dark-${name.replaceAll(/\W+/g, '-')}`)
  }
  await walkLists(pages, test.step, look)
})

test('the colors follow the device until somebody chooses, and the choice stays', async ({ browser }) => {
  const maya = await (await browser.newContext({ colorScheme: 'light' })).newPage()
  await arriveAsResident(maya, 'Maya')
  await maya.goto('/home/settings')
  await expectColors(maya, LIGHT)
  await maya.emulateMedia({ colorScheme: 'dark' })
  await expectColors(maya, DARK)
  const appearance = maya.getByRole('region', { name: 'Appearance' })
  await expect(appearance.getByLabel('Like this device')).toBeChecked()
  await appearance.getByLabel('Light').check()
  await expectColors(maya, LIGHT)
  await maya.reload()
  await expectColors(maya, LIGHT)
  await expect(appearance.getByLabel('Light')).toBeChecked()
  await appearance.getByLabel('Dark').check()
  await maya.emulateMedia({ colorScheme: 'light' })
  await expectColors(maya, DARK)
  await appearance.getByLabel('Like this device').check()
  await expectColors(maya, LIGHT)
})

test('a choice is there in the first frame, also on a slow line', async ({ browser }) => {
  const context = await browser.newContext({ colorScheme: 'light' })
  await context.addInitScript(`requestAnimationFrame(() => {
    window.firstFrame = [getComputedStyle(document.documentElement).colorScheme, document.body !== null]
  })`)
  const page = await context.newPage()
  const firstFrame = () => page.evaluate('window.firstFrame')
  await page.goto('/login')
  await expect.poll(firstFrame).toEqual(['light dark', true])
  await page.evaluate(`localStorage.setItem('stoop.scheme', 'dark')`)
  // A line with half a second for each answer, and nothing kept.
  const line = await context.newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.setCacheDisabled', { cacheDisabled: true })
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 500,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  for (const path of ['/', '/login', '/signup']) {
    await page.goto(path)
    await expect.poll(firstFrame, path).toEqual(['dark', true])
    await expectColors(page, DARK)
  }
  await context.close()
})

test('a page is dark from its first frame, without any script', async ({ browser }) => {
  const context = await browser.newContext({ colorScheme: 'dark', javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/login')
  await expectColors(page, DARK)
  await context.close()
  const other = await openBrowser(browser)
  await other.goto('/login')
  await expectColors(other, LIGHT)
})
