import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Embedded, startEmbedded } from '../src/server/db/embedded/embedded.ts'
import { createTestDatabase, databaseUrl } from './database.ts'
import { postgresPid } from './portal-process.ts'

test('each test database is a migrated copy of its own', async () => {
  const connections = await Promise.all([createTestDatabase('one'), createTestDatabase('two')])
  for (const connection of connections) {
    const rows = await query(
      { connectionString: databaseUrl(connection) },
      'select current_database() as name, count(*)::int as applied from schema_migrations',
    )
    expect(rows).toEqual([{ name: connection.database, applied: expect.any(Number) }])
  }
})

describe('the database of one data folder', { timeout: 120_000 }, () => {
  let dataDir = ''
  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'stoop-embedded-'))
    chmodSync(dataDir, 0o711)
  })
  afterAll(() => rmSync(dataDir, { recursive: true }))

  test('when two portals create it at the same time, one of them gets it', async () => {
    const outcomes = await Promise.allSettled([startEmbedded(dataDir), startEmbedded(dataDir)])
    const winners = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const losers = outcomes.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []))
    expect(losers).toEqual([expect.stringContaining('Another portal already uses the data folder')])
    expect(winners).toHaveLength(1)
    await Promise.all(winners.map((winner) => winner.stop()))
    expect(postgresPid(dataDir)).toBeUndefined()
  })

  test('a command works beside a portal, and the last of them stops the database', async () => {
    const portal = await startEmbedded(dataDir)
    const short = await startEmbedded(dataDir, 'command')
    await short.stop()
    expect(await answers(portal)).toBe(true)

    const long = await startEmbedded(dataDir, 'command')
    await portal.stop()
    expect(await answers(long)).toBe(true)
    await long.stop()
    expect(postgresPid(dataDir)).toBeUndefined()
  })

  test('waits for a start that has not written its process id yet, but not forever', async () => {
    const file = join(dataDir, 'postgres', 'postmaster.pid')
    writeFileSync(file, '')
    const { uid, gid } = statSync(join(dataDir, 'postgres'))
    chownSync(file, uid, gid)
    utimesSync(file, new Date(), new Date(Date.now() - 8000))
    const own = await startEmbedded(dataDir)
    expect(await answers(own)).toBe(true)
    await own.stop()
  })

  test('is not confused with another program that has its old process id', async () => {
    const database = join(dataDir, 'postgres')
    const { uid, gid } = statSync(database)
    // PostgreSQL itself accepts a program of another user.
    const other = spawn('sleep', ['600'], process.getuid?.() === 0 ? { uid, gid } : {})
    await once(other, 'spawn')
    for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
      const file = join(database, name)
      writeFileSync(file, `${other.pid}\n${database}\n1\n5432\n/nowhere\n\n  1 1\nready   \n`)
      chownSync(file, uid, gid)
    }
    const again = await startEmbedded(dataDir).finally(() => other.kill())
    expect(await answers(again)).toBe(true)
    await again.stop()
  })

  test('is restarted completely when one of its processes dies, because a server that recovers by itself may hang', async () => {
    const own = await startEmbedded(dataDir)
    const before = postgresPid(dataDir)
    const victim = new pg.Client(own.connection)
    victim.on('error', () => undefined)
    await victim.connect()
    const { rows } = await victim.query<{ pid: number }>('select pg_backend_pid() as pid')
    process.kill(rows[0]?.pid ?? Number.NaN, 'SIGKILL')
    const isBack = async () => postgresPid(dataDir) !== before && (await answers(own).catch(() => false))
    await expect.poll(isBack, { timeout: 10_000 }).toBe(true)
    await own.stop()
  })

  test('keeps what was committed, and only its owner can read it', async () => {
    const first = await startEmbedded(dataDir)
    await query(first.connection, 'create table kept (at int)')
    await first.stop()
    const second = await startEmbedded(dataDir)
    expect(await query(second.connection, 'select * from kept')).toEqual([])
    const settings = `select current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync,
      current_setting('server_encoding') as encoding`
    expect(await query(second.connection, settings)).toEqual([
      { addresses: '', fsync: 'on', encoding: 'UTF8' },
    ])
    expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)
    await second.stop()
  })
})

async function answers(embedded: Embedded): Promise<boolean> {
  const rows = await query(embedded.connection, 'select 1 as one')
  return rows.length === 1
}

async function query(connection: pg.PoolConfig, sql: string): Promise<unknown[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
