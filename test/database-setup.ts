import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../src/server/database/embedded.ts'
import { migrate } from '../src/server/database/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** How test files reach the run's PostgreSQL; see createTestDatabase. */
    postgres: { host: string; port: number; user: string }
  }
}

/** One PostgreSQL for the whole run, in a folder of its own; its database `stoop` is the migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'stoop-test-'))
  // PostgreSQL runs as another user below it when root tests.
  chmodSync(folder, 0o711)
  const embedded = await startEmbedded(folder)
  const stop = async () => {
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const pool = new pg.Pool(embedded.connection)
    await migrate(pool).finally(() => pool.end())
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('postgres', { host: embedded.connection.host ?? '', port: 5432, user: 'stoop' })
  return stop
}
