// Rules: [2.shell.7] [2.shell.8] [V14.3.1]

import { useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { type Power, powersOf, type Role, type VendorPower, type Viewer } from '../../domain/viewer.ts'
import { queryClient, trpc } from '../api.ts'
import { inStorage } from '../ui/in-storage.ts'

/** Who is signed in, as the server says at this moment. */
export type KnownSession = NonNullable<inferOutput<typeof trpc.accounts.session>>

/** What decides which screens a person may see. */
export type KnownViewer = { role: Role; kind: Viewer['kind']; powers: readonly (Power | VendorPower)[] }

export function knownViewer(session: KnownSession | null): KnownViewer | null {
  return session && { role: session.role, kind: session.viewer.kind, powers: powersOf(session.viewer) }
}

export const sessionQuery = () => trpc.accounts.session.queryOptions(undefined, { meta: { kept: true } })

/** The session on any page inside the shell, which renders pages only once it is known. */
export function useSession(): KnownSession | null {
  return useQuery(sessionQuery()).data ?? null
}

/** The viewer that the rules of domain/ read; null when signed out. */
export function useViewer(): Viewer | null {
  return useSession()?.viewer ?? null
}

const KEY = 'stoop.viewer.powers'

/** The viewer as the server said, or as they were last time in this browser. Undefined when neither is known. */
export function expectedViewer(): KnownViewer | null | undefined {
  const session = queryClient.getQueryData(sessionQuery().queryKey)
  if (session !== undefined) return knownViewer(session)
  return inStorage((storage) => JSON.parse(storage.getItem(KEY) ?? 'null')) ?? undefined
}

const KEPT = 'stoop.kept.person'

/** The id of the person whose data a screen restores that works offline; null if nobody's is kept. */
export const keptPerson = (): string | null => inStorage((storage) => storage.getItem(KEPT)) ?? null

export function rememberKept(person: string | null): void {
  inStorage((storage) => (person ? storage.setItem(KEPT, person) : storage.removeItem(KEPT)))
}

/** Remembers it for the next visit. Nothing personal is kept. */
export function rememberViewer(session: KnownSession | null): void {
  const viewer = knownViewer(session)
  inStorage((storage) => (viewer ? storage.setItem(KEY, JSON.stringify(viewer)) : storage.removeItem(KEY)))
}

/** Asks again who is signed in: after signing in or up, and when a change of role or building is expected. */
export function refreshSession(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: trpc.accounts.session.queryKey() })
}

let isLeaving = false

/** Whether this browser is signing out, until the landing page is there. */
export function isSigningOut(): boolean {
  return isLeaving || queryClient.isMutating({ mutationKey: trpc.accounts.signOut.mutationKey() }) > 0
}

/** The same for a sign-out in another tab, while `leave` runs here. */
export async function leaveElsewhere(leave: () => Promise<void>): Promise<void> {
  isLeaving = true
  await leave().finally(() => {
    isLeaving = false
  })
}
