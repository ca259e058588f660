/** A browser may forbid storage, or it may be full: what is kept there are hints only. */
export function inStorage<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(localStorage)
  } catch {
    return undefined
  }
}
