import type { QueryKey } from '@tanstack/react-query'
import type { EventKind } from '../domain/events.ts'
import { queryClient, type trpc } from './api.ts'

type Api = typeof trpc
/** A router or a procedure: the catalog of events does not compile here when it names another. */
type Path = { [R in keyof Api & string]: R | `${R}.${keyof Api[R] & string}` }[keyof Api & string]

const keyOf = (path: Path): QueryKey => [path.split('.')]

export const EVERYTHING: QueryKey = []

/**
 * The queries whose data events of these kinds may have changed. A kind of a newer version may have changed anything. The
 * catalog loads with the first event: its schemas would delay the start of every screen.
 */
export async function keysOf(kinds: readonly string[]): Promise<QueryKey[]> {
  const catalog = await import('../domain/events.ts').catch(() => null)
  const entries = kinds.map((kind) => catalog?.entryOf(kind))
  const paths = new Set(entries.flatMap((entry) => entry?.refreshes ?? []))
  return entries.includes(undefined) ? [EVERYTHING] : [...paths].map(keyOf)
}

/** Fetches again what these events may have changed: after a mutation that causes them, or that failed because of them. */
export async function refreshAfter(...kinds: EventKind[]): Promise<void> {
  const keys = await keysOf(kinds)
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
