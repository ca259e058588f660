// Rules: [V8.4.1]

import type { Viewer } from '../../domain/viewer.ts'
import { identityOf, SYSTEM } from './identity.ts'
import type { Source, Tx } from './pool.ts'
import { type Limits, REQUEST } from './timeouts.ts'

/**
 * Runs `work` in one transaction under the viewer's row rules: a query without its `where` still returns no other rows.
 * `more` are further stoop.* settings of the transaction.
 */
export function asViewer<T>(
  db: Source,
  viewer: Viewer | null,
  work: (tx: Tx) => Promise<T>,
  more: Record<string, string> = {},
): Promise<T> {
  const { role, settings } = identityOf(viewer)
  return db.transact({ role, settings: { ...settings, ...more } }, REQUEST, work)
}

/** Runs `work` in one transaction that sees every row. Only for sign-up, jobs, the command line and webhooks. */
export function asSystem<T>(db: Source, work: (tx: Tx) => Promise<T>, limits: Limits = REQUEST): Promise<T> {
  return db.transact(SYSTEM, limits, work)
}
