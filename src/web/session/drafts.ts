const PREFIX = 'stoop.draft.'

/** The drafts of visitors: of signing up. */
export const VISITOR = ''

/** That Add Service is open in the list of services. */
export const ADDING_SERVICE = 'adding a service'

const keyOf = (owner: string, name: string) => `${PREFIX}${owner}.${name}`

/**
 * What a person has typed in this tab and not sent, for a reload or the end of the session. It stays in the tab, only its
 * owner gets it back, and signing out removes it.
 */
export function keepDraft(owner: string, name: string, values: unknown): void {
  inTab((storage) => storage.setItem(keyOf(owner, name), JSON.stringify(values)))
}

export function keptDraft(owner: string, name: string): unknown {
  return inTab((storage) => JSON.parse(storage.getItem(keyOf(owner, name)) ?? 'null')) ?? undefined
}

export function dropDraft(owner: string, name: string): void {
  inTab((storage) => storage.removeItem(keyOf(owner, name)))
}

/** Removes all drafts but those of this owner. */
export function dropOtherDrafts(owner: string | null): void {
  inTab((storage) => {
    for (const key of Object.keys(storage))
      if (key.startsWith(PREFIX) && (owner === null || !key.startsWith(keyOf(owner, ''))))
        storage.removeItem(key)
  })
}

/** A browser may forbid storage, or it may be full: then nothing is kept. */
function inTab<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(sessionStorage)
  } catch {
    return undefined
  }
}
