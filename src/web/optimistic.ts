import { hashKey, type QueryKey } from '@tanstack/react-query'
import type { EventKind } from '../domain/events.ts'
import { queryClient } from './api.ts'
import { refreshAfter } from './refresh.ts'

type Snapshot = { before: unknown; shown: unknown }

/** Those that the server has not answered yet. */
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
      // An answer that is on its way may be from before the change.
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
      // The answer could be from before another change that is shown already: the last one asks.
      if (!error && showing(queryKey) > 1) return
      void refreshAfter(...causes)
    },
  }
}

function rollBack(queryKey: QueryKey, { before, shown }: Snapshot): void {
  // A later change was applied after this one: were it refused too, it must not bring this one back.
  for (const later of pending) if (later.before === shown) later.before = before
  // What is shown by now is another change's, or the server's answer: only the server can tell it from this one.
  if (queryClient.getQueryData(queryKey) !== shown) return
  const restored = queryClient.setQueryData(queryKey, before)
  // The cache may keep an equal copy: what an earlier change has shown is that by now.
  for (const earlier of pending) if (earlier.shown === before) earlier.shown = restored
}

/** How many changes are shown that the server has not answered yet: of one query, or of all. */
export function showing(queryKey?: QueryKey): number {
  const query = queryKey && hashKey(queryKey)
  return queryClient.isMutating({
    predicate: ({ meta }) => (query === undefined ? meta?.shows !== undefined : meta?.shows === query),
  })
}
