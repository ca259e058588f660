import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/server/db/connect.ts'
import { createTestDatabase, databaseUrl } from '../database.ts'
import { testConfig } from '../world.ts'
import { FULL } from './drill.ts'
import { startPooler } from './pooler.ts'
import { programOf } from './programs.ts'

let folder = ''
let connection: pg.PoolConfig
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stoop-pooler-'))
  chmodSync(folder, 0o755)
  connection = await createTestDatabase('pooler')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function open(DATABASE_URL: string, DATABASE_DIRECT_URL?: string): Promise<void> {
  const database = await openDatabase(testConfig({ DATABASE_URL, DATABASE_DIRECT_URL }), 'portal')
  await database.stop()
}

test('a direct address that leads to another database is refused', async () => {
  const other = databaseUrl(await createTestDatabase('other'))
  await expect(open(databaseUrl(connection), other)).rejects.toThrow(
    'DATABASE_DIRECT_URL and DATABASE_URL name different databases: both must name the same one.',
  )
  await open(databaseUrl(connection), databaseUrl(connection))
})

test('a direct address without a server is named in the error', async () => {
  const nobody = 'postgres://stoop@127.0.0.1:9/stoop'
  await expect(open(databaseUrl(connection), nobody)).rejects.toThrow(
    /^The database that DATABASE_DIRECT_URL names does not respond: /,
  )
})

if (FULL || programOf('pgbouncer')) {
  test('PgBouncer in transaction mode is rejected as a direct address', async () => {
    const pooler = await startPooler(connection, folder)
    const pooled = pooler.url(connection.database)
    const remedy = 'set DATABASE_DIRECT_URL to the address of the database itself.'
    try {
      await expect(open(pooled)).rejects.toThrow(`DATABASE_URL goes through a transaction pooler: ${remedy}`)
      await expect(open(databaseUrl(connection), pooled)).rejects.toThrow(
        `DATABASE_DIRECT_URL goes through a transaction pooler: ${remedy}`,
      )
      await open(pooled, databaseUrl(connection))
    } finally {
      await pooler.close()
    }
  })

  test('PgBouncer in session mode needs no direct address', async () => {
    const pooler = await startPooler(connection, folder, 'session')
    await open(pooler.url(connection.database)).finally(() => pooler.close())
  })
}
