import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { BackupContext } from '../src/server/cli/backup.ts'
import { createPool } from '../src/server/db/pool.ts'
import { createTestDatabase, createWorldDatabase } from './database.ts'
import { openWorld, testConfig } from './world.ts'

/** The secret that signs the sessions of the used machine only. */
export const SECRET = 'a secret that signs sessions, of this portal alone\n'

/** Machines with their own database and data folder, as commands get them. */
export async function openMachines() {
  const folder = await mkdtemp(join(tmpdir(), 'stoop-machines-'))
  const pools: pg.Pool[] = []
  const machine = async (name: string, connection: pg.PoolConfig, env: NodeJS.ProcessEnv = {}) => {
    const dataDir = join(folder, name)
    await mkdir(dataDir)
    const pool = createPool(connection)
    pools.push(pool)
    const config = testConfig({ DATA_DIR: dataDir, ...env })
    const machine: BackupContext = { pool, config, stop: new AbortController().signal }
    return { connection, dataDir, machine }
  }
  return {
    folder,
    /** A machine without accounts. */
    empty: async (name: string, env: NodeJS.ProcessEnv = {}) =>
      machine(name, await createTestDatabase(name), env),
    /** A machine with the people of the test world. */
    async lively(name: string) {
      const made = await machine(name, await createWorldDatabase(name))
      await writeFile(join(made.dataDir, 'secret'), SECRET)
      return { ...made, world: await openWorld(made.connection, { DATA_DIR: made.dataDir }) }
    },
    async close(): Promise<void> {
      for (const pool of pools) await pool.end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type Machines = Awaited<ReturnType<typeof openMachines>>
export type Machine = Awaited<ReturnType<Machines['empty']>>

/** Sizes and hashes of everything in a backup. */
export async function contentsOf(backup: string) {
  return JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8')).contents
}
