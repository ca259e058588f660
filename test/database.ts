import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** A new, migrated database for a test file or a test. It ends with the run's PostgreSQL. */
export function createTestDatabase(name = 'test'): Promise<pg.PoolConfig> {
  return copyDatabase('stoop', name)
}

/** A new database with the people of the test world: openWorld (world.ts). */
export function createWorldDatabase(name: string): Promise<pg.PoolConfig> {
  return copyDatabase('stoop_world', name)
}

async function copyDatabase(template: string, name: string): Promise<pg.PoolConfig> {
  const server = inject('postgres')
  const database = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '_')}_${randomBytes(4).toString('hex')}`
  const client = new pg.Client({ ...server, database: 'postgres' })
  await client.connect()
  try {
    await client.query(`create database ${database} template ${template}`)
  } finally {
    await client.end()
  }
  return { ...server, database }
}

/** The connection as a DATABASE_URL, for a separate server process. */
export function databaseUrl(connection: pg.PoolConfig): string {
  const host = encodeURIComponent(connection.host ?? '')
  return `postgres://${connection.user}@localhost/${connection.database}?host=${host}&port=${connection.port}`
}
