import { test as base, expect, type Page } from '@playwright/test'
import { workByKeyboard } from './keyboard.ts'

/** Whether the page still goes back over the history entries of dialogs that were closed: src/web/ui/dialog-history.ts. */
const LEAVES_ENTRIES = `(history.state?.dialogs ?? 0) > document.querySelectorAll('[role=dialog]').length`

/**
 * From now on a journey waits with the next address, and with a reload, until the page has left the history entries of
 * its closed dialogs: going back would stop the new page. No person is faster than that. Until the returned function is
 * called.
 */
function waitForHistory(page: Page): () => void {
  const prototype = Object.getPrototypeOf(page)
  const { goto, reload } = prototype
  const settled = (one: Page) => expect.poll(() => one.evaluate(LEAVES_ENTRIES)).toBe(false)
  Object.assign(prototype, {
    async goto(this: Page, ...to: Parameters<Page['goto']>) {
      await settled(this)
      return goto.apply(this, to)
    },
    async reload(this: Page, ...how: Parameters<Page['reload']>) {
      await settled(this)
      return reload.apply(this, how)
    },
  })
  return () => Object.assign(prototype, { goto, reload })
}

/** A journey by mouse or touch; in the project 'keyboard' the same journey by keyboard alone. */
export const test = base.extend<{ leave: undefined }, { hands: undefined }>({
  hands: [
    async ({ browser }, use, info) => {
      const page = await browser.newPage()
      const restore = [waitForHistory(page)]
      if (info.project.name === 'keyboard') restore.push(workByKeyboard(page))
      await page.close()
      await use(undefined)
      for (const each of restore) each()
    },
    { scope: 'worker', auto: true },
  ],
  // A worker keeps its browser for all of its journeys: the people of earlier ones would stay in their open pages.
  leave: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})
