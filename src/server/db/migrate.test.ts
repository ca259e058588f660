import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { createWorld } from '../../../test/world.ts'
import { migrate, REPEATABLE_VERSION, readRepeatable } from './migrate.ts'

const server = inject('postgres')
const names = readdirSync('database/migrations').sort()
const pools: pg.Pool[] = []
const admin = openPool({ ...server, database: 'postgres' })

afterAll(() => Promise.all(pools.map((pool) => pool.end())))

function openPool(connection: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...connection, max: 2 })
  pools.push(pool)
  return pool
}

/** An empty database, not the migrated template of other tests. */
async function emptyDatabase(owner = server.user): Promise<pg.PoolConfig> {
  const database = `migrate_${randomBytes(4).toString('hex')}`
  await admin.query(`create database ${database} owner ${owner}`)
  return { ...server, database, user: owner }
}

const done = async (pool: pg.Pool) =>
  (await pool.query<{ name: string; at: Date }>('select name, at from schema_migrations order by at, name'))
    .rows
/** The row rules in PostgreSQL's catalog. */
const policies = async (pool: pg.Pool) =>
  (
    await pool.query(`select tablename, policyname, cmd, roles::text, qual, with_check from pg_policies
      where schemaname = 'public' order by 1, 2`)
  ).rows
const grants = async (pool: pg.Pool) =>
  (
    await pool.query(`select table_name, column_name, privilege_type from information_schema.column_privileges
      where grantee = 'stoop_viewer' order by 1, 2, 3`)
  ).rows

test('applies every migration once and in order, then the row rules; a second run does nothing', async () => {
  const pool = openPool(await emptyDatabase())
  await migrate(pool)
  const first = await done(pool)
  expect(first.map(({ name }) => name)).toEqual(names)
  await migrate(pool)
  expect(await done(pool)).toEqual(first)
})

test('when two servers start at the same time, one migrates and the other waits', async () => {
  const connection = await emptyDatabase()
  const both = [openPool(connection), openPool(connection)]
  await Promise.all(both.map((pool) => migrate(pool)))
  for (const pool of both) expect((await done(pool)).map(({ name }) => name)).toEqual(names)
  const { rows } = await admin.query(`select count(*)::int from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = '${connection.database}')`)
  expect(rows).toEqual([{ count: 0 }])
})

test('applies changed row rules again, and leaves nothing of the earlier ones', async () => {
  const pool = openPool(await emptyDatabase())
  await migrate(pool)
  const before = [await policies(pool), await grants(pool)]
  // As if the file had contained this at the last run.
  await pool.query(`drop policy see on profiles;
    create policy everything on profiles for select to stoop_viewer using (true);
    grant select on auth_accounts to stoop_viewer; grant update (role) on profiles to stoop_viewer;
    alter table buildings no force row level security`)
  await migrate(pool)
  expect(await policies(pool)).not.toEqual(before[0])
  await pool.query('delete from schema_repeatables')
  await migrate(pool)
  expect([await policies(pool), await grants(pool)]).toEqual(before)
  const { rows } = await pool.query(
    `select relforcerowsecurity as forced from pg_class where relname = 'buildings'`,
  )
  expect(rows).toEqual([{ forced: true }])
})

describe('a database that a newer version has migrated', () => {
  /** The next version's files: one more migration, and tighter row rules. */
  async function nextVersion({
    migration,
    compatible = false,
  }: {
    migration: boolean
    compatible?: boolean
  }) {
    const folder = await mkdtemp(join(tmpdir(), 'stoop-next-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await cp('database', folder, { recursive: true })
    const line = compatible ? '-- Earlier versions can serve.\n' : ''
    const sql = `${line}create table pets (id uuid primary key)`
    if (migration) await writeFile(join(folder, 'migrations', '999_pets.sql'), sql)
    await appendFile(join(folder, 'repeatable', 'policies.sql'), '\ndrop policy see on profiles;')
    const next = { version: (await readRepeatable()).counted.version + 1 }
    await writeFile(join(folder, 'repeatable', REPEATABLE_VERSION), JSON.stringify(next))
    return pathToFileURL(`${folder}/`)
  }

  test.each([
    { migration: true, compatible: true },
    { migration: false },
  ])('keeps its row rules when this version starts: %o', async (version) => {
    const pool = openPool(await emptyDatabase())
    const next = await nextVersion(version)
    await migrate(pool)
    const before = await policies(pool)
    expect(await migrate(pool, next)).toBe(false)
    const tightened = await policies(pool)
    expect(tightened).not.toEqual(before)
    expect(await migrate(pool)).toBe(true)
    expect(await policies(pool)).toEqual(tightened)
    expect(await migrate(pool, next)).toBe(false)
  })

  test('keeps them also when this version has never been there', async () => {
    const pool = openPool(await emptyDatabase())
    const next = await nextVersion({ migration: false })
    await migrate(pool, next)
    const tightened = await policies(pool)
    expect(await migrate(pool)).toBe(true)
    expect(await policies(pool)).toEqual(tightened)
    expect(await migrate(pool, next)).toBe(false)
  })

  test('is refused when a newer migration does not allow earlier versions, and nothing changes', async () => {
    const pool = openPool(await emptyDatabase())
    await migrate(pool)
    await migrate(pool, await nextVersion({ migration: true }))
    const before = [await policies(pool), await done(pool)]
    await expect(migrate(pool)).rejects.toThrow(
      "A newer version of the portal has migrated this database (999_pets.sql), and this version can't serve it: start the newer version.",
    )
    expect([await policies(pool), await done(pool)]).toEqual(before)
  })

  test('is refused when it lacks a migration that this version has', async () => {
    const pool = openPool(await emptyDatabase())
    const next = await nextVersion({ migration: true, compatible: true })
    const ours = await nextVersion({ migration: false })
    await writeFile(new URL('migrations/900_ours.sql', ours), 'create table ours (id uuid primary key)')
    await migrate(pool, next)
    await expect(migrate(pool, ours)).rejects.toThrow('it lacks 900_ours.sql, and has 999_pets.sql')
  })

  test('a version from before this rule fails to apply its row rules', async () => {
    const pool = openPool(await emptyDatabase())
    await migrate(pool)
    await expect(
      pool.query(`insert into schema_migrations (name, hash) values ('policies.sql', 'earlier')
        on conflict (name) do update set hash = excluded.hash, at = now()`),
    ).rejects.toThrow('this_version_is_older_than_the_database')
  })
})

test('a change of the row rules is counted: npm run schema', async () => {
  const { counted, hash } = await readRepeatable()
  expect(counted.hash).toBe(hash)
})

test('a failed migration is named and rolled back; the earlier ones remain', async () => {
  const pool = openPool(await emptyDatabase())
  await pool.query('create table mails (in_the_way text)')
  await expect(migrate(pool)).rejects.toThrow(
    /^Migration 003_mail\.sql failed: relation "mails" already exists$/,
  )
  expect((await done(pool)).map(({ name }) => name)).toEqual([
    '001_foundation.sql',
    '002_service_catalogue.sql',
  ])
  await pool.query('drop table mails')
  await migrate(pool)
  expect((await done(pool)).map(({ name }) => name)).toEqual(names)
})

test('a session that waits for a lock ends when its client has disconnected', async () => {
  const connection = await emptyDatabase()
  const pool = openPool(connection)
  await migrate(pool)
  const holder = await pool.connect()
  await holder.query('begin; lock table auth_sessions')
  const left = new pg.Client({ ...connection, query_timeout: 100 })
  left.on('error', () => undefined)
  await left.connect()
  await expect(left.query('select from auth_sessions')).rejects.toThrow('timeout')
  left.end().catch(() => undefined)
  const waiting = async () =>
    (
      await pool.query(`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
    ).rowCount
  expect(await waiting()).toBe(1)
  await expect.poll(waiting, { timeout: 5000 }).toBe(0)
  await holder.query('rollback')
  holder.release()
})

describe('a managed server without a superuser', () => {
  test('is migrated by the database owner, and the portal works there under the row rules', async () => {
    const owner = `owner_${randomBytes(4).toString('hex')}`
    await admin.query(`create role ${owner} login;
      grant stoop_viewer, stoop_system to ${owner} with admin option`)
    const connection = await emptyDatabase(owner)
    const pool = openPool(connection)
    await migrate(pool)
    const { rows } = await pool.query(
      'select rolsuper or rolbypassrls as almighty from pg_roles where rolname = current_user',
    )
    expect(rows).toEqual([{ almighty: false }])

    const world = await createWorld(connection)
    const service = await world.request('Landscaping', {}, 'ned')
    await world.quote('curb', service, 120_00)
    expect(await world.accept(service, await world.quote('evergreen', service, 99_99))).toBe(4)
    expect(await world.as('otto').services.list()).toEqual([])
    await expect(world.as('otto').quotes.received({ building_service_id: service })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    // The tables' owner queues mail, and is subject to the row rules, too.
    const mails = await pool.query('select recipient from mails order by id')
    expect(mails.rows).toContainEqual({ recipient: 'maya@example.com' })
    expect(mails.rows.slice(-2)).toEqual([
      { recipient: 'evergreen@example.com' },
      { recipient: 'curb@example.com' },
    ])
    await world.close()
  })
})
