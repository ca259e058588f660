import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { createTRPCClient, httpBatchLink, TRPCClientError } from '@trpc/client'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import { CALLS_AT_ONCE } from '../domain/limits.ts'
import type { AppRouter } from '../server/app.ts'

export type { AppRouter }

/** Whether the server denied the call: the session ended elsewhere, or access was withdrawn. */
function isRefusal(error: unknown): boolean {
  const code: unknown = error instanceof TRPCClientError ? error.data?.code : undefined
  return code === 'UNAUTHORIZED' || code === 'FORBIDDEN'
}

/** Whether there was no answer, so that a retry makes sense. */
function isRetryable(error: unknown): boolean {
  return !(error instanceof TRPCClientError) || !error.data
}

// A denied call refetches the session, so that the guard shows the right page.
function onError(error: unknown) {
  if (isRefusal(error)) queryClient.invalidateQueries({ queryKey: trpc.accounts.session.queryKey() })
}

// Optimistic updates render in the frame of their click: the default timer would run after it.
notifyManager.setScheduler(queueMicrotask)

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: { staleTime: 30_000, retry: (count, error) => isRetryable(error) && count < 2 },
    // Offline, a mutation fails at once instead of running later unseen.
    mutations: { networkMode: 'always' },
  },
})

/** A dead connection reports no error, so a call fails after this time and can be tried again. */
const TIMEOUT_MS = 20_000

/** Calls past the query cache, as for what waits for a network: src/web/features/visits/field-queue.ts. */
export const client = createTRPCClient<AppRouter>({
  links: [
    httpBatchLink({
      url: '/api/trpc',
      maxItems: CALLS_AT_ONCE,
      fetch: (url, init) => {
        const timeout = AbortSignal.timeout(TIMEOUT_MS)
        return fetch(url, {
          ...init,
          signal: init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout,
        })
      },
    }),
  ],
})

export const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient })
