import { test as base } from '@playwright/test'
import { workByKeyboard } from './keyboard.ts'

/** A journey by mouse or touch; in the project 'keyboard' the same journey by keyboard alone. */
export const test = base.extend<object, { hands: undefined }>({
  hands: [
    async ({ browser }, use, info) => {
      const page = await browser.newPage()
      const restore = info.project.name === 'keyboard' ? workByKeyboard(page) : () => {}
      await page.close()
      await use(undefined)
      restore()
    },
    { scope: 'worker', auto: true },
  ],
})
