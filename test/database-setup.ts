import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../src/server/db/embedded/embedded.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { postgresPid } from './portal-process.ts'
import { createWorld, type Known } from './world.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the run's PostgreSQL; see createTestDatabase. */
    postgres: { host: string; port: number; user: string }
    /** The people in its database `stoop_world`; see openWorld. */
    people: Known
  }
}

/**
 * One PostgreSQL for the whole run, in a folder of its own, with two templates: `stoop` is migrated, `stoop_world`
 * has people.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'stoop-test-'))
  // When root runs the tests, PostgreSQL runs as another user, who must reach this folder.
  chmodSync(folder, 0o711)
  const embedded = await startEmbedded(folder)
  const stop = async () => {
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  // scripts/test.mjs ends a run that takes too long; then nobody waits for `stop`.
  process.once('exit', () => {
    const pid = postgresPid(folder)
    if (pid) process.kill(pid, 'SIGINT')
  })
  try {
    const pool = new pg.Pool(embedded.connection)
    await migrate(pool).finally(() => pool.end())
    project.provide('people', await settle(embedded.connection))
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('postgres', { host: embedded.connection.host ?? '', port: 5432, user: 'stoop' })
  return stop
}

/** Creates the test world by the real procedures. */
async function settle(connection: pg.PoolConfig): Promise<Known> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  await client.query('create database stoop_world template stoop').finally(() => client.end())
  const world = await createWorld({ ...connection, database: 'stoop_world' })
  await world.close()
  return world.known
}
