const PAUSES_MS = [300, 1000, 3000]
const RELOADED = 'reloaded-at'
const LATELY_MS = 60_000

/**
 * Fetches a part of the application that a screen can wait for, and does not give up: on a weak network it tries again,
 * and an old window whose parts are gone since a newer version was installed is loaded anew, once. Without a network it
 * waits for one. So a screen never breaks because something that nobody has opened yet could not be fetched.
 */
export async function patiently<T>(load: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await load()
    } catch {
      await wait(pause) // the same again; a fault that stays ends in the branch below
    }
  }
  if (!navigator.onLine) await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
  else if (reloadedLately()) await wait(LATELY_MS)
  else {
    sessionStorage.setItem(RELOADED, String(Date.now()))
    location.reload()
    await wait(LATELY_MS)
  }
  return patiently(load)
}

function reloadedLately(): boolean {
  return Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) < LATELY_MS
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
