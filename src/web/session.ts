import { useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { queryClient, trpc } from './api.ts'

/** Who is signed in, as the server says at this moment. */
export type Session = NonNullable<inferOutput<typeof trpc.accounts.session>>

export const sessionQuery = () => trpc.accounts.session.queryOptions()

/** The session on any page inside the shell, which renders pages only once it is known. */
export function useSession(): Session | null {
  return useQuery(sessionQuery()).data ?? null
}

const KIND = 'stoop.kind'

/** What this browser will be found to be: as the server said, or before its first answer as it was the last time. */
export function expectedKind(): string | undefined {
  const session = queryClient.getQueryData(sessionQuery().queryKey)
  if (session !== undefined) return session?.kind ?? 'nobody'
  return stored((storage) => storage.getItem(KIND)) ?? undefined
}

/** Remembers it for the next time; nothing about anybody is kept. */
export function noteKind(kind: Session['kind'] | undefined): void {
  stored((storage) => (kind ? storage.setItem(KIND, kind) : storage.removeItem(KIND)))
}

/** A browser may keep nothing, or have no room: this is only a hint, and the session does without. */
function stored<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(localStorage)
  } catch {
    return undefined
  }
}

/** Ask again who is signed in: after signing in or up, and when a change of role or building is expected. */
export function refreshSession(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: trpc.accounts.session.queryKey() })
}

/** Whether this browser is signing out, until the landing page is there. */
export function isSigningOut(): boolean {
  return queryClient.isMutating({ mutationKey: trpc.accounts.signOut.mutationKey() }) > 0
}
