import { dehydrate, hydrate, type Mutation, type MutationState } from '@tanstack/react-query'
import { createStore, del, get, set } from 'idb-keyval'
import { queryClient } from '../api.ts'
import { sessionQuery } from './session.ts'

// What a screen that works offline needs when it is opened without a network: data that it has loaded, and what its person
// did that is not sent yet. Queries and mutations with `meta: { kept: true }` stay in this browser, for each person apart.

type Kept = ReturnType<typeof dehydrate>

const store = createStore('stoop', 'kept')
/** Under this key: the person whose data is restored. */
const PERSON = 'person'
const keyOf = (person: string) => `of ${person}`

const isKept = (meta: Record<string, unknown> | undefined) => meta?.kept === true

/** Errors can hold a response, which can't be stored; what failed is sent again. */
const withoutErrors = <State extends Partial<MutationState>>(state: State): State => ({
  ...state,
  error: null,
  failureReason: null,
})

function read(): Kept {
  const { queries, mutations } = dehydrate(queryClient, {
    shouldDehydrateQuery: ({ meta, state }) => isKept(meta) && state.data !== undefined,
    shouldDehydrateMutation: ({ meta, state }) =>
      isKept(meta) && (state.status === 'pending' || state.status === 'error'),
  })
  return {
    queries: queries.map((query) => ({
      ...query,
      state: { ...query.state, status: 'success', error: null, fetchFailureReason: null, fetchMeta: null },
    })),
    mutations: mutations.map((mutation) => ({ ...mutation, state: withoutErrors(mutation.state) })),
  }
}

const personNow = () => queryClient.getQueryData(sessionQuery().queryKey)?.id

// A browser may forbid storage: then the screen works with a network only, while it stays open.
const keptOf = (person: string) => get<Kept>(keyOf(person), store).catch(() => undefined)

/** Brings back the data of the last person, without asking the server who is signed in. */
export async function restoreData(): Promise<void> {
  const person = await get<string>(PERSON, store).catch(() => undefined)
  const kept = person && (await keptOf(person))
  if (kept) hydrate(queryClient, { queries: kept.queries })
}

/** Brings back what this person did that is not sent yet. Call it once the defaults of those mutations are set. */
export async function restoreActions(person: string): Promise<void> {
  const kept = await keptOf(person)
  if (kept) hydrate(queryClient, { mutations: kept.mutations })
}

/** From now on writes what is to be kept, after each change. `onFull` when the browser has no room for it. */
export function startKeeping(onFull: () => void): void {
  let isChanged = false
  let isWriting = false

  async function write(): Promise<void> {
    while (isChanged) {
      isChanged = false
      const person = personNow()
      if (!person) continue
      await set(keyOf(person), read(), store)
      await set(PERSON, person, store)
    }
  }
  function change(): void {
    isChanged = true
    if (isWriting) return
    isWriting = true
    write()
      .catch(onFull)
      .finally(() => {
        isWriting = false
      })
  }
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && isKept(query.meta)) change()
  })
  queryClient.getMutationCache().subscribe(({ mutation }) => {
    if (mutation && isKept(mutation.meta)) change()
  })
  change()
}

/** After signing out nothing is restored. What was not sent yet waits for its person to sign in again. */
export async function leaveKept(): Promise<void> {
  const mutations = queryClient.getMutationCache()
  for (const mutation of mutations.getAll().filter(({ meta }) => isKept(meta)))
    mutations.remove(mutation as Mutation)
  await del(PERSON, store).catch(() => undefined)
}
