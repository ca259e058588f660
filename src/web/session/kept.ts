import { dehydrate, hydrate, type Mutation } from '@tanstack/react-query'
import { createStore, del, entries, get, set } from 'idb-keyval'
import { queryClient } from '../api.ts'
import { keptPerson, rememberKept, sessionQuery } from './session.ts'

// What a screen that works offline needs when it is opened without a network: data that it has loaded, and what its person
// did that is not sent yet. Queries with `meta: { kept: true }` and mutations with `meta: { kept: <id> }` stay in this
// browser's IndexedDB, for each person apart. Each action has its own entry, so that two tabs don't lose each other's.

type Dehydrated = ReturnType<typeof dehydrate>
type KeptAction = Dehydrated['mutations'][number]

const store = createStore('stoop', 'kept')
const dataKey = (person: string) => `data ${person}`
const actionPrefix = (person: string) => `action ${person} `

const keptId = ({ meta }: Mutation): string | null => (typeof meta?.kept === 'string' ? meta.kept : null)

export const PLACE_DIGITS = 9

/** The place of an action among those that are kept, with which its id begins; 0 without one. */
export const keptPlace = (id: string): number => Number(/^\d+(?= )/.exec(id)?.[0] ?? 0)

/** Errors can hold a response, which can't be stored; what failed is sent again. */
function actionOf(mutation: Mutation): KeptAction | undefined {
  const [action] = dehydrate(queryClient, {
    shouldDehydrateQuery: () => false,
    shouldDehydrateMutation: (each) => each === mutation,
  }).mutations
  return action && { ...action, state: { ...action.state, error: null, failureReason: null } }
}

function dataNow(): Dehydrated['queries'] {
  const { queries } = dehydrate(queryClient, {
    shouldDehydrateQuery: ({ meta, state }) => meta?.kept === true && state.data !== undefined,
    shouldDehydrateMutation: () => false,
  })
  const known = { status: 'success', error: null, fetchFailureReason: null, fetchMeta: null } as const
  return queries.map((query) => ({ ...query, state: { ...query.state, ...known } }))
}

const personNow = () => queryClient.getQueryData(sessionQuery().queryKey)?.id

/**
 * Brings back the data of the last person, without asking the server who is signed in. It is fetched again at once, however young it
 * is: no event tells what happened while no page was open.
 */
export async function restoreData(): Promise<void> {
  const person = keptPerson()
  if (!person) return
  // A browser may forbid storage: then the screen opens with a network only.
  const queries = await get<Dehydrated['queries']>(dataKey(person), store).catch(() => undefined)
  if (!queries) return
  const old = queries.map((query) => ({ ...query, state: { ...query.state, isInvalidated: true } }))
  hydrate(queryClient, { queries: old })
}

/**
 * Brings back what this person did that is not sent yet, in its order. Call it once the defaults of those mutations are set.
 * Rejects where the browser forbids storage.
 */
export async function restoreActions(person: string): Promise<void> {
  const all = await entries<string, KeptAction>(store)
  const mutations = all
    .filter(([key]) => key.startsWith(actionPrefix(person)))
    .map(([key, action]) => ({ place: keptPlace(key.slice(actionPrefix(person).length)), action }))
    // An earlier version gave them no place.
    .sort(
      (one, other) =>
        one.place - other.place || one.action.state.submittedAt - other.action.state.submittedAt,
    )
    .map(({ action }) => action)
  hydrate(queryClient, { mutations })
}

let stop: (() => void) | undefined

/** Whether something is kept now: not after the session ended, until it starts again. */
export const isKeeping = (): boolean => stop !== undefined

/** From now on writes what is to be kept of this person, while they are signed in. `onFull` when there is no room for it. */
export function startKeeping(person: string, onFull: () => void): void {
  const written = new Set<string>()

  function keepAction(mutation: Mutation, id: string, isGone: boolean): void {
    const key = actionPrefix(person) + id
    const { status } = mutation.state
    if (isGone || status === 'success') {
      written.delete(key)
      void del(key, store).catch(onFull)
    } else if (status === 'pending' && !written.has(key)) {
      written.add(key)
      const action = actionOf(mutation)
      if (action) void set(key, action, store).catch(onFull)
    }
  }
  function keepData(): void {
    rememberKept(person)
    void set(dataKey(person), dataNow(), store).catch(onFull)
  }

  const unsubscribe = [
    queryClient.getQueryCache().subscribe((event) => {
      // Only new data: a fetch that begins or fails changes nothing that is kept.
      if (event.type !== 'updated' || event.action.type !== 'success' || event.query.meta?.kept !== true)
        return
      // Somebody else, or nobody, is signed in: this page shows them next.
      if (personNow() === person) keepData()
      else stop?.()
    }),
    queryClient.getMutationCache().subscribe(({ type, mutation }) => {
      const id = mutation && keptId(mutation)
      if (id) keepAction(mutation, id, type === 'removed')
    }),
  ]
  stop = () => {
    for (const each of unsubscribe) each()
    stop = undefined
  }
  keepData()
  // Done while what was kept was read.
  for (const mutation of queryClient.getMutationCache().getAll()) {
    const id = keptId(mutation)
    if (id) keepAction(mutation, id, false)
  }
}

/**
 * After signing out nothing of the person's data is left in this browser. What was not sent yet waits for them to sign in
 * again.
 */
export async function leaveKept(): Promise<void> {
  const person = keptPerson()
  stop?.()
  rememberKept(null)
  const mutations = queryClient.getMutationCache()
  for (const mutation of mutations.getAll()) if (keptId(mutation)) mutations.remove(mutation)
  if (person) await del(dataKey(person), store).catch(() => undefined)
}
