import type { Page } from '@playwright/test'

/** Answers calls of one procedure differently until the returned function is called. */
export async function answer(page: Page, procedure: string, result: { status: number; body: string }) {
  const path = `**/api/trpc/*${procedure}*`
  await page.route(path, (route) => route.fulfill({ ...result, contentType: 'application/json' }))
  return () => page.unroute(path)
}

/**
 * Holds calls of one procedure until they are released, and counts them. `letGo(refusal)` fails the held calls, and the
 * first call even if it is sent later, because an optimistic update is shown before its call is sent.
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

/** The message for a call that fails on the network. */
export const silence = 'The network is not answering. Check your connection and try again.'

/** Fails every call of this path until the returned function is called. */
export async function breaking(page: Page, path: string): Promise<() => Promise<void>> {
  const pattern = new RegExp(`/api/[^?]*${path.replace('.', '\\.')}`)
  await page.route(pattern, (route) => route.abort())
  return () => page.unroute(pattern)
}

/** Refuses every call of one procedure, so that nothing is tried again, until `mend` is called. */
export async function refusing(page: Page, procedure: string) {
  const pattern = `**/api/trpc/*${procedure}*`
  await page.route(pattern, async (route) => {
    const calls = new URL(route.request().url()).pathname.split(',')
    const refused = {
      error: { message: 'Not now', code: -32603, data: { code: 'CONFLICT', httpStatus: 409 } },
    }
    await route.fulfill({ status: 409, json: calls.map(() => refused) })
  })
  return { mend: () => page.unroute(pattern) }
}
