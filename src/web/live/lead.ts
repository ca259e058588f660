/**
 * Lets one of the browser's tabs lead, the one that holds the lock of this name, until `leave` is called or the tab is gone.
 * Returns that function. A browser that has no locks, as at an address without https, lets every tab lead.
 */
export function takeLead(name: string, lead: () => () => void): () => void {
  // Browsers hide it at insecure addresses, whatever the types say.
  const locks: LockManager | undefined = navigator.locks
  if (!locks) return lead()
  const waiting = new AbortController()
  let leave = () => waiting.abort()
  const granted = () => {
    if (waiting.signal.aborted) return
    const end = lead()
    return new Promise<void>((resolve) => {
      leave = () => {
        end()
        resolve()
      }
    })
  }
  locks.request(name, { signal: waiting.signal }, granted).catch(() => {
    if (!waiting.signal.aborted) leave = lead() // a browser may forbid locks together with storage
  })
  return () => leave()
}
