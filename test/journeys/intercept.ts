import type { Page } from '@playwright/test'

/** Answers calls of one procedure in another way, until the function returned is called. */
export async function answer(page: Page, procedure: string, result: { status: number; body: string }) {
  const path = `**/api/trpc/*${procedure}*`
  await page.route(path, (route) => route.fulfill({ ...result, contentType: 'application/json' }))
  return () => page.unroute(path)
}

/**
 * Holds calls of one procedure back until told, and counts them. `letGo(words)` has those that are held refused, and the
 * first call even if it is sent only afterwards: a change is on the screen before its call has left.
 */
export async function hold(page: Page, procedure: string) {
  let calls = 0
  let isOpen = false
  let open: (refusal?: string) => void = () => {}
  const gate = new Promise<string | undefined>((resolve) => {
    open = resolve
  })
  await page.route(`**/api/trpc/*${procedure}*`, async (route) => {
    calls += 1
    const refusal = isOpen && calls > 1 ? undefined : await gate
    if (refusal === undefined) return route.continue()
    const data = { code: 'CONFLICT', httpStatus: 409 }
    await route.fulfill({ status: 409, json: [{ error: { message: refusal, code: -32009, data } }] })
  })
  const letGo = (refusal?: string) => {
    open(refusal)
    isOpen = true
  }
  return { letGo, calls: () => calls }
}

/** What a person reads when a call does not arrive. */
export const silence = 'The network is not answering. Check your connection and try again.'

/** Every call of this path fails until the function returned is called. */
export async function breaking(page: Page, path: string): Promise<() => Promise<void>> {
  const pattern = new RegExp(`/api/[^?]*${path.replace('.', '\\.')}`)
  await page.route(pattern, (route) => route.abort())
  return () => page.unroute(pattern)
}
