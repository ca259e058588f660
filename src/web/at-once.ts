import { hashKey, type QueryKey } from '@tanstack/react-query'
import { queryClient } from './api.ts'

type Picture = { before: unknown; shown: unknown }

/**
 * For a mutation whose effect is known before the server has answered: one query shows it at once, and is as before
 * when the server refuses. Whatever came of it, `refresh` is asked again.
 */
export function atOnce<Data, Variables>(
  queryKey: QueryKey,
  change: (data: Data, variables: Variables) => Data,
  refresh: readonly QueryKey[],
) {
  return {
    meta: { shows: hashKey(queryKey) },
    onMutate: async (variables: Variables): Promise<Picture> => {
      // An answer that is on its way may be from before the change.
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData<Data>(queryKey)
      return { before, shown: queryClient.setQueryData<Data>(queryKey, before && change(before, variables)) }
    },
    onSettled: (_: unknown, error: unknown, __: Variables, picture: Picture | undefined) => {
      // What changed since is another change's, or the server's own word: only the server can tell it from this one.
      const untouched = picture?.shown === queryClient.getQueryData(queryKey)
      if (error && untouched) queryClient.setQueryData(queryKey, picture?.before)
      // The answer could be from before another change that is shown already: the last one asks.
      else if (!error && showing(hashKey(queryKey)) > 1) return
      for (const part of refresh) void queryClient.invalidateQueries({ queryKey: part })
    },
  }
}

/** How many changes are shown that the server has not answered yet: of one query, or of all. */
export function showing(query?: string): number {
  return queryClient.isMutating({
    predicate: ({ meta }) => (query === undefined ? meta?.shows !== undefined : meta?.shows === query),
  })
}
