import { test as base } from '@playwright/test'
import { workByKeyboard } from './keyboard.ts'

/** A journey: with the mouse or a finger, and in the project 'keyboard' the same journey without either. */
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
