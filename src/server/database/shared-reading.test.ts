import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../test/database.ts'
import { createNotingDb } from '../../../test/statements.ts'
import { openWorld, type World } from '../../../test/world.ts'
import type { Viewer } from '../../domain/viewer.ts'
import { settingsOf } from './as-viewer.ts'
import type { Db, Tx } from './pool.ts'
import { refusalOf } from './refusals.ts'
import { SharedReading } from './shared-reading.ts'

let connection: pg.PoolConfig
let world: World
let maya: Viewer
/** With one connection: whatever takes a second one while it has that never gets it. */
const open = (settings: pg.PoolConfig = {}, prepares = true) =>
  createNotingDb(
    { ...connection, max: 1, pipeline: true, connectionTimeoutMillis: 1000, ...settings },
    prepares,
  )
let db: Db
let packets: string[][]

beforeAll(async () => {
  connection = await createWorldDatabase('shared_reading')
  world = await openWorld(connection)
  ;({ db, packets } = open())
  const [row] = await new SharedReading(db).asSystem((tx) =>
    tx.selectFrom('profiles').where('id', '=', world.idOf('maya')).select(['id', 'building_id']).execute(),
  )
  maya = { kind: 'resident', id: row?.id ?? '', building_id: row?.building_id ?? '', captain: true }
})
afterAll(() => Promise.all([db.destroy(), world.close()]))

const emails = (tx: Tx) => tx.selectFrom('profiles').select('email').orderBy('email').execute()
const buildings = (tx: Tx, address = '') =>
  tx.selectFrom('buildings').where('address', '<>', address).select(['id', 'address']).execute()
const wrong = (tx: Tx) => sql`select 1 / (select 0)`.execute(tx)

test('what a request asks at once leaves as one packet, each on its own behalf', async () => {
  packets.length = 0
  const reading = new SharedReading(db)
  const [all, some, own] = await Promise.all([
    reading.asSystem(emails),
    reading.asViewer(maya, emails),
    reading.asViewer(maya, (tx) => buildings(tx)),
  ])
  expect(packets).toHaveLength(1)
  expect(some.length).toBeLessThan(all.length)
  expect(all).toEqual(expect.arrayContaining(some))
  expect(own).toHaveLength(1)
})

test('what needs an answer first leaves in the next packet, on the same behalf', async () => {
  packets.length = 0
  const reading = new SharedReading(db)
  const [own, later] = await reading.asViewer(maya, async (tx) => [await buildings(tx), await emails(tx)])
  expect(packets).toHaveLength(2)
  expect(own).toHaveLength(1)
  expect(later).toEqual(await new SharedReading(db).asViewer(maya, emails))
})

test('nobody’s rights are left behind in the connection', async () => {
  await new SharedReading(db).asViewer(maya, emails)
  const { rows } =
    await sql`select current_setting('stoop.viewer_id', true) as viewer, current_user = session_user as self,
    current_setting('transaction_read_only') as reads, current_setting('statement_timeout') as patience`.execute(
      db,
    )
  expect(rows).toEqual([{ viewer: '', self: true, reads: 'off', patience: '0' }])
})

test('a call that fails says why; the others, of any packet of that turn, are to be tried again', async () => {
  const reading = new SharedReading(db)
  const calls = [wrong, emails, (tx: Tx) => buildings(tx)].map((work) =>
    reading.asViewer<unknown>(maya, work),
  )
  const results = await Promise.allSettled(calls)
  expect(results.map((each) => each.status === 'rejected' && each.reason.code)).toEqual([
    '22012',
    'busy',
    'busy',
  ])
})

test('a failure leaves the connection as good as it was, also for statements that were never read', async () => {
  const asking = (tx: Tx) => buildings(tx, 'never asked before').then((rows) => rows.length)
  const { db: first } = open()
  const failing = new SharedReading(first)
  await Promise.allSettled([failing.asViewer(maya, wrong), failing.asViewer(maya, asking)])
  expect(await new SharedReading(first).asViewer(maya, asking)).toBe(1)
  expect(await new SharedReading(first).asViewer(maya, asking)).toBe(1)
  await first.destroy()
})

test('who can’t be looked up is told what failed, not what followed', async () => {
  const reading = new SharedReading(db)
  const failing = reading.asSystem(wrong)
  const following = reading.asSystem(emails)
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  await expect(following).rejects.toMatchObject({ code: '22012' })
})

test('nothing can be written', async () => {
  const writing = new SharedReading(db).asViewer(maya, (tx) =>
    tx.updateTable('profiles').set({ phone: null }).execute(),
  )
  await expect(writing).rejects.toMatchObject({ code: '25006' })
})

test('a statement that takes too long is ended', async () => {
  const sleeping = new SharedReading(db).asViewer(maya, (tx) => sql`select pg_sleep(20)`.execute(tx))
  await expect(sleeping).rejects.toMatchObject({ code: '57014' })
}, 8000)

test('a request stays with one person', async () => {
  const reading = new SharedReading(db)
  await reading.asViewer(maya, emails)
  await expect(reading.asViewer({ kind: 'admin', id: world.idOf('maya') }, emails)).rejects.toThrow(
    'A request has one viewer',
  )
})

test('statements are prepared once in a connection, but through a pooler of transactions; rows are the same', async () => {
  const results = []
  for (const prepares of [true, false]) {
    const { db: own } = open({}, prepares)
    const read = () => new SharedReading(own).asViewer(maya, (tx) => buildings(tx))
    results.push(await read(), await read())
    const { rows } = await sql<{ kept: number }>`select count(*)::int as kept from pg_prepared_statements
      where name like 'stoop_%'`.execute(own)
    expect(rows[0]?.kept).toBe(prepares ? 2 : 0)
    await own.destroy()
  }
  for (const each of results) expect(each).toEqual(results[0])
})

test('a statement that was prepared before its table changed asks to be tried again, and then is as ever', async () => {
  const read = () =>
    new SharedReading(db).asSystem((tx) => tx.selectFrom('contact_messages').selectAll().execute())
  await read()
  const admin = new pg.Client(connection)
  await admin.connect()
  await admin.query('alter table contact_messages add column shade text').finally(() => admin.end())
  expect(refusalOf(await read().catch((error) => error))?.code).toBe('busy')
  expect(await read()).toEqual([])
})

test('without a database everything is refused', async () => {
  const { db: nowhere } = open({ host: '127.0.0.1', port: 1 })
  for (const asking of [
    new SharedReading(nowhere).asSystem(emails),
    new SharedReading(nowhere).asViewer(maya, emails),
  ])
    await expect(asking).rejects.toThrow('ECONNREFUSED')
  await nowhere.destroy()
})

test('a request that waits for one connection after the other is told in time', async () => {
  const { db: own } = open({ connectionTimeoutMillis: 4000 })
  const from = performance.now()
  const others: Promise<unknown>[] = []
  const sleep = (seconds: number) => {
    const sleeping = new SharedReading(own).asSystem((tx) => sql`select pg_sleep(${seconds})`.execute(tx))
    others.push(sleeping.catch(() => 'too late, too'))
  }
  for (const seconds of [2.5, 2.5, 2.5]) sleep(seconds)
  const looking = new SharedReading(own, from - 2000).asViewer(maya, async (tx) => {
    for (let turn = 0; turn < 4; turn += 1) {
      await emails(tx)
      sleep(1)
    }
  })
  await expect(looking).rejects.toThrow(/timeout exceeded/)
  expect(performance.now() - from).toBeLessThan(8000)
  await Promise.all(others)
  await own.destroy()
}, 20_000)

test('a connection that breaks while it answers is given up', async () => {
  const { db: own } = open()
  const reading = new SharedReading(own)
  const [{ pid } = { pid: 0 }] = await reading
    .asSystem((tx) => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx))
    .then(({ rows }) => rows)
  const sleeping = new SharedReading(own).asSystem((tx) => sql`select pg_sleep(4)`.execute(tx))
  const admin = new pg.Client(connection)
  await admin.connect()
  await Promise.all([
    expect(sleeping).rejects.toMatchObject({ code: '57P01' }),
    new Promise((resolve) => setTimeout(resolve, 200)).then(() =>
      admin.query('select pg_terminate_backend($1)', [pid]),
    ),
  ])
  await admin.end()
  expect((await new SharedReading(own).asSystem(emails)).length).toBeGreaterThan(1)
  await own.destroy()
})

test('whoever comes first or second in a packet has their own rights, and the same limits', async () => {
  const state = (tx: Tx) =>
    sql<object>`select current_user::text as role, current_setting('transaction_read_only') as reads,
      current_setting('statement_timeout') as patience`.execute(tx)
  for (const order of ['system first', 'viewer first']) {
    const reading = new SharedReading(db)
    const asked = [() => reading.asSystem(state), () => reading.asViewer(maya, state)]
    packets.length = 0
    const answers = await Promise.all(
      (order === 'system first' ? asked : asked.reverse()).map((ask) => ask()),
    )
    expect(packets).toHaveLength(1)
    const limits = { reads: 'on', patience: '4500ms' }
    expect(answers.flatMap(({ rows }) => rows)).toEqual(
      expect.arrayContaining([
        { role: 'stoop_system', ...limits },
        { role: 'stoop_viewer', ...limits },
      ]),
    )
    const [first] = answers
    expect(first?.rows).toEqual([
      { role: order === 'system first' ? 'stoop_system' : 'stoop_viewer', ...limits },
    ])
  }
})

test('a look-up leaves the transaction to the viewer, whatever came before it and whatever it finds', async () => {
  const state = (tx: Tx) =>
    sql`select (select count(*)::int from profiles) as people, current_user::text as role,
      current_setting('stoop.viewer_id') as viewer_id, current_setting('stoop.viewer_kind') as viewer_kind,
      current_setting('stoop.building_id') as building_id, current_setting('stoop.captain') as captain,
      current_setting('statement_timeout') as patience, current_setting('transaction_read_only') as reads,
      current_setting('plan_cache_mode') as plans`.execute(tx)
  const look = (email: string) => (tx: Tx) =>
    sql`select email, (select count(*)::int from profiles) as people from profiles where email = ${email}`.execute(
      tx,
    )
  const asked = {
    look: (reading: SharedReading) => reading.asSystemBefore(maya, look('maya@example.com')),
    'look-up of nobody': (reading: SharedReading) => reading.asSystemBefore(maya, look('nobody@example.com')),
    viewer: (reading: SharedReading) => reading.asViewer(maya, state),
    system: (reading: SharedReading) => reading.asSystem(look('maya@example.com')),
  }
  const people = (await new SharedReading(db).asSystem(emails)).length
  const neighbours = (await new SharedReading(db).asViewer(maya, emails)).length
  const found = { email: 'maya@example.com', people }
  const limits = { patience: '4500ms', reads: 'on', plans: 'force_generic_plan' }
  const expected = {
    look: found,
    'look-up of nobody': { email: null, people: null },
    viewer: { ...settingsOf(maya), role: 'stoop_viewer', people: neighbours, ...limits },
    system: found,
  }
  type Order = { each: (keyof typeof asked)[]; statements: number }
  const orders: Order[] = [
    { each: ['look', 'viewer', 'viewer'], statements: 4 },
    { each: ['look-up of nobody', 'viewer'], statements: 3 },
    { each: ['look', 'system', 'viewer'], statements: 6 },
    { each: ['viewer', 'look', 'viewer'], statements: 5 },
    { each: ['system', 'look', 'viewer'], statements: 4 },
  ]
  // The second time as they were prepared.
  for (const { each, statements } of [...orders, ...orders]) {
    packets.length = 0
    const reading = new SharedReading(db)
    const answers = await Promise.all(each.map((one) => asked[one](reading)))
    expect(answers.map(({ rows: [row] }) => row)).toEqual(each.map((one) => expected[one]))
    expect(packets.map((packet) => packet.length)).toEqual([statements])
  }
})

test('a look-up that fails says why, and nobody reads behind it', async () => {
  const { db: nowhere } = open({ host: '127.0.0.1', port: 1 })
  for (const [source, code] of [
    [db, '22012'],
    [nowhere, 'ECONNREFUSED'],
  ] as const) {
    const reading = new SharedReading(source)
    const looking = reading.asSystemBefore(maya, wrong)
    await expect(reading.asViewer(maya, emails)).rejects.toMatchObject({ code: 'busy' })
    await expect(looking).rejects.toMatchObject({ code })
  }
  await nowhere.destroy()
})

test('nobody but the viewer of a look-up reads behind it', async () => {
  const reading = new SharedReading(db)
  await reading.asSystemBefore(maya, emails)
  await expect(reading.asViewer({ kind: 'admin', id: world.idOf('maya') }, emails)).rejects.toThrow(
    'A request has one viewer',
  )
})

test('a statement is planned once, whatever its values', async () => {
  for (let number = 0; number < 8; number += 1)
    await new SharedReading(db).asViewer(maya, (tx) => buildings(tx, `${number} Minor Ave`))
  const { rows } = await sql<{ custom: number; generic: number }>`
    select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements
    where statement like '%from "buildings" where "address" <>%'`.execute(db)
  expect(rows).toEqual([{ custom: 0, generic: expect.toSatisfy((times: number) => times >= 8) }])
})
