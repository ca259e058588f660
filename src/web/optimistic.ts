import { hashKey, type QueryKey } from '@tanstack/react-query'
import type { EventKind } from '../domain/events.ts'
import { queryClient } from './api.ts'
import { refreshAfter } from './refresh.ts'

type Picture = { before: unknown; shown: unknown }

/** Those that the server has not answered yet. */
const open = new Set<Picture>()

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
    onMutate: async (variables: Variables): Promise<Picture> => {
      // An answer that is on its way may be from before the change.
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData<Data>(queryKey)
      const shown = queryClient.setQueryData<Data>(queryKey, before && change(before, variables))
      const picture = { before, shown }
      open.add(picture)
      return picture
    },
    onSettled: (_: unknown, error: unknown, __: Variables, picture: Picture | undefined) => {
      if (picture) {
        open.delete(picture)
        if (error) takeBack(queryKey, picture)
      }
      // The answer could be from before another change that is shown already: the last one asks.
      if (!error && showing(queryKey) > 1) return
      void refreshAfter(...causes)
    },
  }
}

function takeBack(queryKey: QueryKey, { before, shown }: Picture): void {
  // A later change was drawn on top of this one: were it refused too, it must not bring this one back.
  for (const later of open) if (later.before === shown) later.before = before
  // What is shown by now is another change's, or the server's own word: only the server can tell it from this one.
  if (queryClient.getQueryData(queryKey) !== shown) return
  const restored = queryClient.setQueryData(queryKey, before)
  // The cache may keep an equal copy: what an earlier change has shown is that by now.
  for (const earlier of open) if (earlier.shown === before) earlier.shown = restored
}

/** How many changes are shown that the server has not answered yet: of one query, or of all. */
export function showing(queryKey?: QueryKey): number {
  const query = queryKey && hashKey(queryKey)
  return queryClient.isMutating({
    predicate: ({ meta }) => (query === undefined ? meta?.shows !== undefined : meta?.shows === query),
  })
}
