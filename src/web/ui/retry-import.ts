const RETRIES_MS = [300, 1000, 3000]
const RELOADED = 'reloaded-at'
const RELOAD_INTERVAL_MS = 60_000

/**
 * Imports a part of the application and never fails: on a weak network it retries, offline it waits, and a window whose
 * scripts are gone since an update reloads, at most once a minute.
 */
export async function retryImport<T>(load: () => Promise<T>, missing = new Set<Element>()): Promise<T> {
  // Vite loads a style sheet once only: those that failed are loaded again here.
  const note = ({ target }: Event) => target instanceof HTMLLinkElement && missing.add(target)
  globalThis.document?.addEventListener('error', note, { capture: true })
  try {
    for (const delay of RETRIES_MS) {
      try {
        await Promise.all([...missing].map((link) => missing.delete(link) && reloadStyles(link)))
        return await load()
      } catch {
        await sleep(delay) // an error that stays ends below
      }
    }
  } finally {
    globalThis.document?.removeEventListener('error', note, { capture: true })
  }
  if (!navigator.onLine) await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
  else if (reloadedRecently()) await sleep(RELOAD_INTERVAL_MS)
  else {
    sessionStorage.setItem(RELOADED, String(Date.now()))
    location.reload()
    await sleep(RELOAD_INTERVAL_MS)
  }
  return retryImport(load, missing)
}

function reloadStyles(link: Element): Promise<unknown> | undefined {
  if (!link.isConnected || !link.matches('[rel=stylesheet]')) return undefined
  const again = link.cloneNode() as HTMLLinkElement
  const loaded = new Promise((resolve, reject) => {
    again.onload = resolve
    again.onerror = reject
  })
  link.replaceWith(again)
  return loaded
}

function reloadedRecently(): boolean {
  return Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) < RELOAD_INTERVAL_MS
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
