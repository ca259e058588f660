import { sql } from 'kysely'
import type { Viewer } from '../../domain/viewer.ts'
import { limited, REQUEST } from './patience.ts'
import type { Db, Tx } from './pool.ts'

/**
 * Runs `work` in one transaction as the row rules' role: every query sees and changes only what this viewer may,
 * even one that forgot its `where`. The settings end with the transaction.
 */
export function asViewer<T>(db: Db, viewer: Viewer | null, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    const resident = viewer?.kind === 'resident' ? viewer : null
    await sql`select set_config('role', 'stoop_viewer', true),
      set_config('stoop.viewer_id', ${viewer?.id ?? ''}, true),
      set_config('stoop.viewer_kind', ${viewer?.kind ?? 'anonymous'}, true),
      set_config('stoop.building_id', ${resident?.building_id ?? ''}, true),
      set_config('stoop.captain', ${resident?.captain ? 'true' : ''}, true),
      ${limited(REQUEST)}`.execute(tx)
    return work(tx)
  })
}

/** Runs `work` in one transaction that sees every row. Only for sign-up, jobs, the command line and webhooks. */
export function asSystem<T>(db: Db, work: (tx: Tx) => Promise<T>, limits = REQUEST): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('role', 'stoop_system', true), ${limited(limits)}`.execute(tx)
    return work(tx)
  })
}
