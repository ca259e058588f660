import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createWorldDatabase } from '../../../test/database.ts'
import { openWorld, type World } from '../../../test/world.ts'
import type { Viewer } from '../../domain/viewer.ts'
import { asSystem, asViewer } from './as-viewer.ts'
import { createPool, Db, type Source, type Tx } from './pool.ts'
import { refusalOf } from './refusals.ts'
import { SharedReading } from './shared-reading.ts'

let connection: pg.PoolConfig
let world: World
let db: Db

beforeAll(async () => {
  connection = await createWorldDatabase('transaction')
  world = await openWorld(connection)
  // One connection: whatever takes a second one never gets it.
  db = new Db(createPool({ ...connection, max: 1, pipeline: true, connectionTimeoutMillis: 1000 }))
})
afterAll(() => Promise.all([db.destroy(), world.close()]))

const addresses = (source: Db | World['portal']['db']) =>
  asSystem(source, (tx) => tx.selectFrom('buildings').select('address').orderBy('address').execute())

describe('a transaction', () => {
  test('whose opening fails answers nothing, whatever was sent behind it', async () => {
    const { tx, rollback } = await db.begin('set local role nobody_has_this_role')
    const reading = tx.selectFrom('profiles').select('email').execute()
    await expect(reading).rejects.toThrow(/transaction is aborted/)
    await expect(rollback()).resolves.toBeUndefined()
    expect(await asViewer(db, null, (each) => each.selectFrom('profiles').select('id').execute())).toEqual([])
  })

  test('in which somebody is looked up says what its opening failed of', async () => {
    const broken: Source = { begin: () => db.begin('set local role nobody_has_this_role') }
    const looking = new SharedReading(broken).asSystem((tx) =>
      tx.selectFrom('profiles').select('id').execute(),
    )
    await expect(looking).rejects.toThrow('role "nobody_has_this_role" does not exist')
  })

  test('that never began runs nothing: each statement would be one of its own, without the row rules', async () => {
    const broken: Source = { begin: () => db.begin('this is no statement') }
    const work = vi.fn()
    await expect(asViewer(broken, null, work)).rejects.toMatchObject({ code: '42601' })
    expect(work).not.toHaveBeenCalled()
    const reading = new SharedReading(broken)
    const looking = reading.asSystem((tx) => tx.selectFrom('buildings').select('id').execute())
    await expect(looking).rejects.toMatchObject({ code: '42601' })
  })

  test('that failed says why, also to what came after the failure', async () => {
    const failing = asSystem(db, async (tx) => {
      const wrong = tx.insertInto('contact_messages').values({ name: '', email: '', message: '' }).execute()
      await Promise.allSettled([wrong])
      return tx
        .selectFrom('buildings')
        .select('id')
        .execute()
        .catch((cause) => {
          throw new Error('As a procedure tells it', { cause })
        })
    })
    await expect(failing).rejects.toMatchObject({ code: '23514' })
  })

  test('whose failure was overheard is not committed', async () => {
    const done = asSystem(db, async (tx) => {
      await tx
        .insertInto('contact_messages')
        .values({ name: '', email: '', message: '' })
        .execute()
        .catch(() => 0)
    })
    await expect(done).rejects.toMatchObject({ code: '23514' })
  })

  test('that is over takes no more queries: its connection is somebody else’s by then', async () => {
    let late: Promise<unknown> | undefined
    await asSystem(db, async (tx) => {
      late = new Promise((resolve) => setTimeout(resolve, 50)).then(() =>
        tx.selectFrom('profiles').selectAll().execute(),
      )
      late.catch(() => undefined)
    })
    await expect(late).rejects.toThrow('A query came after the end of its transaction')
  })

  test('whose statement was prepared before its table changed asks to be tried again, and then is as ever', async () => {
    const read = () =>
      asSystem(db, (tx) =>
        tx.selectFrom('contact_messages').where('name', '=', 'Vera').select('message').execute(),
      )
    await Promise.all([read(), read()])
    const admin = new pg.Client(connection)
    await admin.connect()
    await admin
      .query('alter table contact_messages alter column message type varchar(6000)')
      .finally(() => admin.end())
    expect(refusalOf(await read().catch((error) => error))?.code).toBe('busy')
    expect(await read()).toEqual([])
  })

  test.each([
    [true, 1],
    [false, 0],
  ])('prepares its statements once (%s), but through a pooler of transactions', async (prepares, kept) => {
    const own = new Db(createPool({ ...connection, max: 1 }), { prepares })
    const count = () =>
      asSystem(own, async (tx) => {
        for (let time = 0; time < 3; time += 1)
          await tx.selectFrom('buildings').where('address', '=', `${time}`).select('id').execute()
        return tx
          .selectFrom('pg_prepared_statements' as 'buildings')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      })
    expect((await count()).count).toBe(kept)
    await own.destroy()
  })
})

describe('a request that reads', () => {
  let maya: Viewer
  beforeAll(async () => {
    const row = await asSystem(db, (tx) =>
      tx
        .selectFrom('profiles')
        .where('id', '=', world.idOf('maya'))
        .select(['id', 'building_id'])
        .executeTakeFirstOrThrow(),
    )
    maya = { kind: 'resident', id: row.id, building_id: row.building_id ?? '', captain: true }
  })
  const people = (reading: SharedReading, viewer = maya) =>
    reading.asViewer(viewer, (tx) => tx.selectFrom('profiles').select('email').execute())

  test('has one connection for who asks and all that they ask', async () => {
    const reading = new SharedReading(db)
    const all = await reading.asSystem((tx) => tx.selectFrom('profiles').select('email').execute())
    const [some, same] = await Promise.all([people(reading), people(reading)])
    expect(some.length).toBeLessThan(all.length)
    expect(same).toEqual(some)
    await reading.end()
  })

  test('gives it back for a transaction of its own beside it, after whoever still reads', async () => {
    const reading = new SharedReading(db)
    await reading.asSystem(async () => undefined)
    const [mine, everybody] = await Promise.all([people(reading), addresses(reading as never)])
    expect(mine.length).toBeGreaterThan(0)
    expect(everybody.length).toBeGreaterThan(1)
    expect(await people(reading)).toEqual(mine)
  })

  test('of which one call fails asks for the others to be tried again, and says why of that one', async () => {
    const reading = new SharedReading(db)
    await reading.asSystem(async () => undefined)
    const wrong = (tx: Tx) => sql`select 1 / (select 0)`.execute(tx)
    const results = await Promise.allSettled([reading.asViewer(maya, wrong), people(reading)])
    expect(results.map((each) => each.status === 'rejected' && each.reason.code)).toEqual(['22012', 'busy'])
    await reading.end()
  })

  test('can write nothing', async () => {
    const reading = new SharedReading(db)
    await reading.asSystem(async () => undefined)
    const writing = reading.asViewer(maya, (tx) => tx.updateTable('profiles').set({ phone: null }).execute())
    await expect(writing).rejects.toMatchObject({ code: '25006' })
    await reading.end()
  })

  test('stays with one person', async () => {
    const reading = new SharedReading(db)
    await reading.asSystem(async () => undefined)
    await people(reading)
    await expect(people(reading, { kind: 'admin', id: world.idOf('maya') })).rejects.toThrow(
      'A request has one viewer',
    )
    await reading.end()
  })
})
