import { hashKey, type QueryKey } from '@tanstack/react-query'
import type { EventKind } from '../domain/events.ts'
import { queryClient } from './api.ts'
import { refreshAfter } from './refresh.ts'

type Snapshot = { before: unknown; shown: unknown }

/** Of the updates that the server has not answered yet. */
const pending = new Set<Snapshot>()

/**
 * An optimistic update: one query shows the effect of a mutation before the server answers, and rolls back when it
 * refuses. In any case, what the events of the mutation may have changed is fetched again.
 */
export function optimistic<Data, Variables>(
  queryKey: QueryKey,
  change: (data: Data, variables: Variables) => Data,
  causes: readonly EventKind[],
) {
  return {
    meta: { shows: hashKey(queryKey) },
    onMutate: async (variables: Variables): Promise<Snapshot> => {
      // A response in flight may predate the change.
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData<Data>(queryKey)
      const shown = queryClient.setQueryData<Data>(queryKey, before && change(before, variables))
      const snapshot = { before, shown }
      pending.add(snapshot)
      return snapshot
    },
    onSettled: (_: unknown, error: unknown, __: Variables, snapshot: Snapshot | undefined) => {
      if (snapshot) {
        pending.delete(snapshot)
        if (error) rollBack(queryKey, snapshot)
      }
      // While another update is pending, the response may not contain it yet: the last update refreshes.
      if (!error && showing(queryKey) > 1) return
      void refreshAfter(...causes)
    },
  }
}

function rollBack(queryKey: QueryKey, { before, shown }: Snapshot): void {
  // Later changes must not restore this one when they roll back.
  for (const later of pending) if (later.before === shown) later.before = before
  // A later change or a response has replaced this one in the cache: only the server knows the data without it.
  if (queryClient.getQueryData(queryKey) !== shown) return
  const restored = queryClient.setQueryData(queryKey, before)
  // The cache may keep an equal copy instead of `before`, so earlier changes must refer to that copy.
  for (const earlier of pending) if (earlier.shown === before) earlier.shown = restored
}

/** The number of pending optimistic updates, of one query or of all. */
export function showing(queryKey?: QueryKey): number {
  const query = queryKey && hashKey(queryKey)
  return queryClient.isMutating({
    predicate: ({ meta }) => (query === undefined ? meta?.shows !== undefined : meta?.shows === query),
  })
}
