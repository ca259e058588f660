import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { createTRPCClient, httpBatchLink, TRPCClientError } from '@trpc/client'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import { CALLS_AT_ONCE } from '../domain/limits.ts'
import type { AppRouter } from '../server/app.ts'

/** The server's word that this session may no longer do what it could: ended elsewhere, or access withdrawn. */
function isRefusal(error: unknown): boolean {
  const code: unknown = error instanceof TRPCClientError ? error.data?.code : undefined
  return code === 'UNAUTHORIZED' || code === 'FORBIDDEN'
}

/** No answer at all: worth another try. What the server answered stays answered. */
function isSilence(error: unknown): boolean {
  return !(error instanceof TRPCClientError) || !error.data
}

// A refused call asks again who is signed in, so that the guard shows the page that is now right.
function onError(error: unknown) {
  if (isRefusal(error)) queryClient.invalidateQueries({ queryKey: trpc.accounts.session.queryKey() })
}

// What a change shows before the server has answered is drawn in the frame of its click: a timer would come after it.
notifyManager.setScheduler(queueMicrotask)

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: { staleTime: 30_000, retry: (count, error) => isSilence(error) && count < 2 },
    // Without a network a person is told at once, rather than that the change is made whenever it comes back.
    mutations: { networkMode: 'always' },
  },
})

/** A radio that is dead says nothing: after this a person is told, and may try again. */
const PATIENCE_MS = 20_000

const client = createTRPCClient<AppRouter>({
  links: [
    httpBatchLink({
      url: '/api/trpc',
      maxItems: CALLS_AT_ONCE,
      fetch: (url, init) => {
        const patience = AbortSignal.timeout(PATIENCE_MS)
        return fetch(url, {
          ...init,
          signal: init?.signal ? AbortSignal.any([init.signal, patience]) : patience,
        })
      },
    }),
  ],
})

export const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient })
