import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createWorldDatabase } from '../../../test/database.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { asSystem, asViewer } from './as-viewer.ts'
import { toDomainError } from './errors.ts'
import { createPool, Db } from './pool.ts'
import { REQUEST } from './timeouts.ts'
import { transactionOf } from './transaction.ts'

let connection: pg.PoolConfig
let world: World
let db: Db

beforeAll(async () => {
  connection = await createWorldDatabase('transaction')
  world = await openWorld(connection)
  // A pool of one connection: taking a second one would wait forever.
  db = new Db(createPool({ ...connection, max: 1, pipeline: true, connectionTimeoutMillis: 1000 }))
})
afterAll(() => Promise.all([db.destroy(), world.close()]))

describe('a transaction', () => {
  test('whose opening fails returns no rows to the statements after it', async () => {
    const { query, rollback } = await db.begin('set local role nobody_has_this_role')
    const reading = transactionOf(query).selectFrom('profiles').select('email').execute()
    await expect(reading).rejects.toThrow(/transaction is aborted/)
    await expect(rollback()).resolves.toBeUndefined()
    expect(await asViewer(db, null, (each) => each.selectFrom('profiles').select('id').execute())).toEqual([])
  })

  test('that did not begin runs no statement, since each would be its own transaction without row rules', async () => {
    const work = vi.fn()
    await expect(
      db.transact({ role: 'stoop_system', settings: { 'no name': '' } }, REQUEST, work),
    ).rejects.toMatchObject({ code: '42601' })
    expect(work).not.toHaveBeenCalled()
  })

  test('rejects with its first failure, also if a later statement reports it', async () => {
    const failing = asSystem(db, async (tx) => {
      const wrong = tx.insertInto('contact_messages').values({ name: '', email: '', message: '' }).execute()
      await Promise.allSettled([wrong])
      return tx
        .selectFrom('buildings')
        .select('id')
        .execute()
        .catch((cause) => {
          throw new Error('As a procedure wraps it', { cause })
        })
    })
    await expect(failing).rejects.toMatchObject({ code: '23514' })
  })

  test('with an ignored failure is not committed', async () => {
    const done = asSystem(db, async (tx) => {
      await tx
        .insertInto('contact_messages')
        .values({ name: '', email: '', message: '' })
        .execute()
        .catch(() => 0)
    })
    await expect(done).rejects.toMatchObject({ code: '23514' })
  })

  test('that has ended rejects queries, since its connection may be in use again', async () => {
    let late: Promise<unknown> | undefined
    await asSystem(db, async (tx) => {
      late = new Promise((resolve) => setTimeout(resolve, 50)).then(() =>
        tx.selectFrom('profiles').selectAll().execute(),
      )
      late.catch(() => undefined)
    })
    await expect(late).rejects.toThrow('A query came after the end of its transaction')
  })

  test('with a stale prepared statement fails as busy, and succeeds at the next try', async () => {
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
    expect(toDomainError(await read().catch((error) => error))?.code).toBe('busy')
    expect(await read()).toEqual([])
  })

  test.each([
    [true, 1],
    [false, 0],
  ])('prepares each statement once (%s), and none behind a transaction pooler', async (prepares, kept) => {
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

test('an idle connection stays open with its prepared statements', async () => {
  const server = async () => {
    const { rows } = await asSystem(world.portal.db, (tx) => sql`select pg_backend_pid() as pid`.execute(tx))
    return rows
  }
  const before = await server()
  // By default the driver's pool closes it after ten seconds.
  await sleep(10_500)
  expect(await server()).toEqual(before)
})
