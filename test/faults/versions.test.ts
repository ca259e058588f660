import { appendFile, cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '../../src/server/db/pool.ts'
import { createTestDatabase, databaseUrl } from '../database.ts'
import { signUpResident } from '../http-client.ts'
import {
  freePort,
  killStarted,
  type PortalProcess,
  root,
  startPortal,
  untilServing,
} from '../portal-process.ts'
import { pdf } from '../sample-files.ts'
import { openUploader } from '../upload.ts'
import { FULL, report } from './drill.ts'

// A rolling upgrade and its rollback: this version (N) and the next one (N + 1) on one database.

const NEWER = 'A newer version of the portal has migrated this database'
/** The row rule that N + 1 tightens: nobody reads the fees. */
const TIGHTENED = `select count(*)::int as count from pg_policies where tablename = 'fees' and policyname = 'see'`

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoop-versions-'))
})
afterAll(async () => {
  killStarted([])
  await rm(folder, { recursive: true, force: true })
})

/** A checkout of the next version: one more migration and table, and a tighter row rule. */
async function nextVersion(name: string, compatible: boolean, from = root): Promise<string> {
  const checkout = join(folder, name)
  for (const part of ['src', 'database'])
    await cp(join(from, part), join(checkout, part), { recursive: true })
  for (const part of ['node_modules', 'dist', 'package.json'])
    await symlink(join(root, part), join(checkout, part))
  const line = compatible ? '-- Earlier versions can serve.\n' : ''
  const sql = `${line}create table ${name} (id uuid primary key default gen_random_uuid())`
  await writeFile(join(checkout, 'database/migrations', `99_${name}.sql`), sql)
  await appendFile(
    join(checkout, 'database/repeatable/policies.sql'),
    `\ngrant select on ${name} to stoop_viewer; create policy see on ${name} for select to stoop_viewer using (true);
    drop policy if exists see on fees;`,
  )
  return checkout
}

test('two versions serve one database, and neither restart nor rollback brings older row rules back', {
  timeout: 120_000,
}, async () => {
  const connection = await createTestDatabase('versions')
  const pool = createPool(connection)
  const env = {
    DATABASE_URL: databaseUrl(connection),
    SECRET: 'the same secret on both of the versions',
    THREADS: '1',
  }
  const dataDir = join(folder, 'data')
  const [port, nextPort] = [await freePort(), await freePort()]
  const start = async (checkout: string, at: number): Promise<PortalProcess> => {
    const portal = startPortal({
      dataDir,
      port: at,
      checkout,
      env: { ...env, FILES_URL: `file://${dataDir}/files` },
    })
    await untilServing(portal, at)
    return portal
  }
  const stop = async ({ child, ended }: PortalProcess) => {
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  }
  const tightened = async () => (await pool.query<{ count: number }>(TIGHTENED)).rows[0]?.count === 0
  const next = await nextVersion('pets', true)

  // N alone, with a captain.
  let old = await start(root, port)
  const captain = await openUploader(`http://127.0.0.1:${port}`)
  await signUpResident(captain.client, { address: '1 Version Street' })
  const { email = '' } = (await captain.client.accounts.session.query()) ?? {}
  expect(await tightened()).toBe(false)
  const kept: string[] = []
  const work = async (at: number) => {
    const { client, send } = await openUploader(`http://127.0.0.1:${at}`, email, 'a good password')
    const { id, error } = await send(`Minutes ${kept.length}.pdf`, pdf())
    expect(error).toBeUndefined()
    if (id) kept.push(id)
    const { documents } = await client.documents.list.query()
    expect(documents.map((each) => each.id).sort()).toEqual([...kept].sort())
  }
  await work(port)

  // N and N + 1 together.
  let newer = await start(next, nextPort)
  expect(await tightened()).toBe(true)
  for (const at of [port, nextPort]) await work(at)

  // N restarts in the middle.
  await stop(old)
  old = await start(root, port)
  expect(old.errors()).toContain(NEWER)
  expect(await tightened()).toBe(true)
  for (const at of [port, nextPort]) await work(at)

  if (FULL) {
    // Back to N, and forward again.
    await stop(newer)
    await stop(old)
    old = await start(root, port)
    await work(port)
    newer = await start(next, nextPort)
    expect(newer.errors()).not.toContain(NEWER)
    expect(await tightened()).toBe(true)
    for (const at of [port, nextPort]) await work(at)
    await stop(newer)

    // A version whose migration does not allow N: N refuses to start again.
    newer = await start(await nextVersion('birds', false, next), nextPort)
    await stop(old)
    const refused = startPortal({ dataDir, port, env })
    expect(await refused.ended).not.toBe(0)
    expect(refused.errors()).toContain(
      "(99_birds.sql), and this version can't serve it: start the newer version.",
    )
    await stop(newer)
  } else await Promise.all([stop(old), stop(newer)])

  const { rows } = await pool.query('select id from building_documents')
  const lost = kept.filter((id) => !rows.some((row) => row.id === id)).length
  const drill = 'an upgrade and its rollback'
  report({
    drill,
    runs: FULL ? 6 : 3,
    acknowledged: kept.length,
    lost,
    doubled: rows.length - kept.length,
    slowest_ms: null,
  })
  expect({ lost, rows: rows.length }).toEqual({ lost: 0, rows: kept.length })
  await pool.end()
})
