import pg from 'pg'
import type { Viewer } from '../../domain/viewer.ts'
import { limited, REQUEST } from './patience.ts'
import { Aborted } from './pipeline.ts'
import type { Source, Tx } from './pool.ts'

/** What the row rules ask about a viewer, in stoop.* (database/policies.sql). */
export function settingsOf(viewer: Viewer | null) {
  const resident = viewer?.kind === 'resident' ? viewer : null
  return {
    viewer_id: viewer?.id ?? '',
    viewer_kind: viewer?.kind ?? 'anonymous',
    building_id: resident?.building_id ?? '',
    captain: resident?.captain ? 'true' : '',
  }
}

/** The statement that makes a transaction the row rules' role, on behalf of this viewer. It ends with the transaction. */
function becoming(viewer: Viewer | null): string {
  const each = Object.entries(settingsOf(viewer)).map(
    ([name, value]) => `set local stoop.${name} = ${pg.escapeLiteral(value)}`,
  )
  return ['set local role stoop_viewer', ...each].join('; ')
}

/**
 * Runs `work` in one transaction as the row rules' role: every query sees and changes only what this viewer may,
 * even one that forgot its `where`. The settings end with the transaction.
 */
export function asViewer<T>(db: Source, viewer: Viewer | null, work: (tx: Tx) => Promise<T>): Promise<T> {
  return within(db, `${becoming(viewer)}; ${limited(REQUEST)}`, work)
}

/** Runs `work` in one transaction that sees every row. Only for sign-up, jobs, the command line and webhooks. */
export function asSystem<T>(db: Source, work: (tx: Tx) => Promise<T>, limits = REQUEST): Promise<T> {
  return within(db, `set local role stoop_system; ${limited(limits)}`, work)
}

async function within<T>(db: Source, opening: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { tx, opened, commit, rollback, failure } = await db.begin(opening)
  let result: T
  try {
    await opened
    result = await work(tx)
  } catch (error) {
    await rollback().catch(() => undefined) // a connection that fails is given up, and its transaction with it
    throw (followsAFailure(error) && failure()) || error
  }
  await commit()
  return result
}

/** Whether it only says that something before it has failed, by itself or as the cause of another error. */
export function followsAFailure(error: unknown): boolean {
  if (error instanceof Aborted) return true
  if (error instanceof pg.DatabaseError) return error.code === '25P02' || error.code === '26000'
  return error instanceof Error && error.cause !== undefined && followsAFailure(error.cause)
}
