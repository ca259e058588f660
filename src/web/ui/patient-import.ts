const PAUSES_MS = [300, 1000, 3000]
const RELOADED = 'reloaded-at'
const LATELY_MS = 60_000

/**
 * Fetches a part of the application that a screen can wait for, and does not give up: on a weak network it tries again,
 * and an old window whose parts are gone since a newer version was installed is loaded anew, once. Without a network it
 * waits for one. So a screen never breaks because something that nobody has opened yet could not be fetched.
 */
export async function patiently<T>(load: () => Promise<T>, missing = new Set<Element>()): Promise<T> {
  // The bundler asks for the styles of a part once, whatever comes of it: those that did not come are asked for here.
  const note = ({ target }: Event) => target instanceof HTMLLinkElement && missing.add(target)
  globalThis.document?.addEventListener('error', note, { capture: true })
  try {
    for (const pause of PAUSES_MS) {
      try {
        await Promise.all([...missing].map((link) => missing.delete(link) && askAgain(link)))
        return await load()
      } catch {
        await wait(pause) // the same again; a fault that stays ends in the branch below
      }
    }
  } finally {
    globalThis.document?.removeEventListener('error', note, { capture: true })
  }
  if (!navigator.onLine) await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
  else if (reloadedLately()) await wait(LATELY_MS)
  else {
    sessionStorage.setItem(RELOADED, String(Date.now()))
    location.reload()
    await wait(LATELY_MS)
  }
  return patiently(load, missing)
}

/** Asks for a file of styles in the place of one that failed, unless another part does already. */
function askAgain(link: Element): Promise<unknown> | undefined {
  if (!link.isConnected || !link.matches('[rel=stylesheet]')) return undefined
  const again = link.cloneNode() as HTMLLinkElement
  const answered = new Promise((resolve, reject) => {
    again.onload = resolve
    again.onerror = reject
  })
  link.replaceWith(again)
  return answered
}

function reloadedLately(): boolean {
  return Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) < LATELY_MS
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
