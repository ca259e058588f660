import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createWorldDatabase } from '../../../test/database.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { asSystem, asViewer } from './as-viewer.ts'
import { createPool, Db, type Source } from './pool.ts'
import { refusalOf } from './refusals.ts'

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

describe('a transaction', () => {
  test('whose opening fails answers nothing, whatever was sent behind it', async () => {
    const { tx, rollback } = await db.begin('set local role nobody_has_this_role')
    const reading = tx.selectFrom('profiles').select('email').execute()
    await expect(reading).rejects.toThrow(/transaction is aborted/)
    await expect(rollback()).resolves.toBeUndefined()
    expect(await asViewer(db, null, (each) => each.selectFrom('profiles').select('id').execute())).toEqual([])
  })

  test('that never began runs nothing: each statement would be one of its own, without the row rules', async () => {
    const broken: Source = { begin: () => db.begin('this is no statement') }
    const work = vi.fn()
    await expect(asViewer(broken, null, work)).rejects.toMatchObject({ code: '42601' })
    expect(work).not.toHaveBeenCalled()
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

test('a connection that nobody needs for a while is kept, with all that is planned in it', async () => {
  const server = async () => {
    const { rows } = await asSystem(world.portal.db, (tx) => sql`select pg_backend_pid() as pid`.execute(tx))
    return rows
  }
  const before = await server()
  // The driver's pool would end it after ten seconds.
  await sleep(10_500)
  expect(await server()).toEqual(before)
})
