import type { Page } from '@playwright/test'

/** Answers calls of one procedure in another way, until the function returned is called. */
export async function answer(page: Page, procedure: string, result: { status: number; body: string }) {
  const path = `**/api/trpc/*${procedure}*`
  await page.route(path, (route) => route.fulfill({ ...result, contentType: 'application/json' }))
  return () => page.unroute(path)
}

/** Holds calls of one procedure back until told, and counts them. */
export async function hold(page: Page, procedure: string) {
  let calls = 0
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(`**/api/trpc/*${procedure}*`, async (route) => {
    calls += 1
    await gate
    await route.continue()
  })
  return { letGo: () => letGo(), calls: () => calls }
}

/** What a person reads when a call does not arrive. */
export const silence = 'The network is not answering. Check your connection and try again.'

/** Every call of this path fails until the function returned is called. */
export async function breaking(page: Page, path: string): Promise<() => Promise<void>> {
  const pattern = new RegExp(`/api/[^?]*${path.replace('.', '\\.')}`)
  await page.route(pattern, (route) => route.abort())
  return () => page.unroute(pattern)
}
