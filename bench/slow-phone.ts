import type { Browser, Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../src/server/demo/city.ts'

const SLOWER = 4

/**
 * Runs in the page: the time from an input to the next frame, by the browser's own report, and to the frame with the
 * answer.
 */
const WATCH = `
const frames = []
new PerformanceObserver((list) => frames.push(...list.getEntries()))
  .observe({ type: 'event', durationThreshold: 16 })
window.watchFor = ({ selector, words }) => {
  frames.length = 0
  window.answered = new Promise((resolve) => {
    let from
    for (const type of ['click', 'keydown'])
      addEventListener(type, ({ timeStamp }) => { from ??= timeStamp }, { capture: true, once: true })
    const observer = new MutationObserver(() => {
      const found = [...document.querySelectorAll(selector)].some((each) => each.textContent.includes(words))
      if (from === undefined || !found) return
      observer.disconnect()
      requestAnimationFrame(() => requestAnimationFrame(() => {
        const answer = performance.now() - from
        // The browser reports a frame with a delay, and none that took less than 16 ms.
        const told = () => frames.filter(({ interactionId }) => interactionId).map(({ duration }) => duration)
        setTimeout(() => resolve({ frame: Math.max(16, ...told()), answer }), 300)
      }))
    })
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  })
}`

export type Took = { frame: number; answer: number }
/** A click or key, the element that shows its answer (with this text), and the way back. */
export type Round = { act: () => Promise<void>; selector: string; words?: string; back?: () => Promise<void> }

export async function measure(page: Page, { act, selector, words = '', back }: Round): Promise<Took> {
  await page.evaluate(`watchFor(${JSON.stringify({ selector, words })})`)
  await act()
  const took = await page.evaluate<Took>('answered')
  if (back) {
    await back()
    await page.locator(selector).waitFor({ state: 'detached' })
  }
  return took
}

/** A person on a phone at a page, signed in when their e-mail address is given. */
export async function open(browser: Browser, baseURL: string, path: string, email?: string): Promise<Page> {
  const viewport = { width: 375, height: 812 }
  const context = await browser.newContext({ baseURL, viewport, hasTouch: true, isMobile: true })
  const signIn = { data: { email, password: DEMO_PASSWORD } }
  if (email && !(await context.request.post('/api/trpc/accounts.signIn', signIn)).ok())
    throw new Error(`${email} could not sign in`)
  const page = await context.newPage()
  await page.addInitScript(WATCH)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.goto(path, { waitUntil: 'load' })
  return page
}
