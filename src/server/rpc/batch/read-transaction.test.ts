import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { openWorld, sessionCookie, type World } from '../../../../test/world.ts'
import type { Viewer } from '../../../domain/viewer.ts'
import { asSystem, asViewer } from '../../db/as-viewer.ts'
import { createPool, Db, type Tx } from '../../db/pool.ts'
import { readSession } from '../../session/session.ts'
import { ReadTransaction } from './read-transaction.ts'

let connection: pg.PoolConfig
let world: World
let maya: Viewer
let db: Db
/** A pool of one connection: taking a second one would wait forever. */
const open = (settings: pg.PoolConfig = {}) =>
  new Db(createPool({ ...connection, max: 1, pipeline: true, connectionTimeoutMillis: 1000, ...settings }))

beforeAll(async () => {
  connection = await createWorldDatabase('read_transaction')
  world = await openWorld(connection)
  const cookie = sessionCookie(world.people.maya.jar)
  const session = await readSession(world.portal, new Headers({ cookie }), new Headers())
  if (!session) throw new Error('Maya is signed in')
  maya = session.viewer
  db = open()
})
afterAll(() => Promise.all([db.destroy(), world.close()]))

const emails = (tx: Tx) => tx.selectFrom('profiles').select('email').orderBy('email').execute()
const buildings = (tx: Tx, address = '') =>
  tx.selectFrom('buildings').where('address', '<>', address).select(['id', 'address']).execute()
const wrong = (tx: Tx) => sql`select 1 / (select 0)`.execute(tx)

/** Runs `work` in a read transaction and ends it. */
async function reading<T>(work: (reads: ReadTransaction) => Promise<T>, source = db): Promise<T> {
  const reads = new ReadTransaction(source)
  try {
    return await work(reads)
  } finally {
    await reads.end().catch(() => undefined)
  }
}

test('calls share one connection, each with its own rights, however they interleave', async () => {
  const [all, some, own, later] = await reading((reads) =>
    Promise.all([
      asSystem(reads, emails),
      asViewer(reads, maya, emails),
      asViewer(reads, maya, (tx) => buildings(tx)),
      asSystem(reads, async (tx) => [await emails(tx), await emails(tx)]),
    ]),
  )
  expect(some.length).toBeLessThan(all.length)
  expect(all).toEqual(expect.arrayContaining(some))
  expect(own).toHaveLength(1)
  expect(later).toEqual([all, all])
})

test('no role, settings or limits remain on the connection', async () => {
  await reading((reads) => asViewer(reads, maya, emails))
  const { rows } =
    await sql`select current_setting('stoop.viewer_id', true) as viewer, current_user = session_user as self,
    current_setting('transaction_read_only') as reads, current_setting('statement_timeout') as timeout`.execute(
      db,
    )
  expect(rows).toEqual([{ viewer: '', self: true, reads: 'off', timeout: '0' }])
})

test('a failed call returns its error, the others may be retried, and the connection stays usable', async () => {
  const results = await reading((reads) =>
    Promise.allSettled([
      asViewer<unknown>(reads, maya, wrong),
      asViewer<unknown>(reads, maya, emails),
      asViewer<unknown>(reads, maya, (tx) => buildings(tx, 'a new statement')),
    ]),
  )
  expect(results.map((each) => each.status === 'rejected' && each.reason.code)).toEqual([
    '22012',
    'busy',
    'busy',
  ])
  expect(
    await reading((reads) => asViewer(reads, maya, (tx) => buildings(tx, 'a new statement'))),
  ).toHaveLength(1)
})

test('nothing can be written, not even by the system', async () => {
  const write = (tx: Tx) => tx.updateTable('profiles').set({ phone: null }).execute()
  for (const run of [asSystem, (source: ReadTransaction, work: typeof write) => asViewer(source, maya, work)])
    await expect(reading((reads) => run(reads, write))).rejects.toMatchObject({ code: '25006' })
})

test('a slow statement is cancelled', async () => {
  const sleeping = reading((reads) => asViewer(reads, maya, (tx) => sql`select pg_sleep(20)`.execute(tx)))
  await expect(sleeping).rejects.toMatchObject({ code: '57014' })
}, 8000)

test('without a database every call fails, and ending the transaction does not throw', async () => {
  const nowhere = open({ host: '127.0.0.1', port: 1 })
  for (const run of [
    asSystem,
    (source: ReadTransaction, work: typeof emails) => asViewer(source, maya, work),
  ])
    await expect(reading((reads) => run(reads, emails), nowhere)).rejects.toThrow('ECONNREFUSED')
  await nowhere.destroy()
})

test('a connection that breaks is discarded', async () => {
  const own = open()
  const admin = new pg.Client(connection)
  await admin.connect()
  const broken = reading(async (reads) => {
    const { rows } = await asSystem(reads, (tx) =>
      sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx),
    )
    await admin.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await asSystem(reads, emails)
  }, own)
  await expect(broken).rejects.toThrow()
  await admin.end()
  expect((await reading((reads) => asSystem(reads, emails), own)).length).toBeGreaterThan(1)
  await own.destroy()
})

test('a statement is planned once, whatever its values', async () => {
  for (let number = 0; number < 8; number += 1)
    await reading((reads) => asViewer(reads, maya, (tx) => buildings(tx, `${number} Minor Ave`)))
  const { rows } = await sql<{ custom: number; generic: number }>`
    select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements
    where statement like '%from "buildings" where "address" <>%'`.execute(db)
  expect(rows).toEqual([{ custom: 0, generic: expect.toSatisfy((times: number) => times >= 8) }])
})
