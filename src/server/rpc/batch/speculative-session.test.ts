import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { openWorld, sessionCookie, type World } from '../../../../test/world.ts'
import { asViewer } from '../../db/as-viewer.ts'
import { createPool } from '../../db/pool.ts'
import { readSession, type Session } from '../../session/session.ts'
import { ReadTransaction } from './read-transaction.ts'
import { SpeculativeSessions } from './speculative-session.ts'

let world: World
let db: pg.Pool
let cookie: string
let session: Session

beforeAll(async () => {
  const connection = await createWorldDatabase('speculative_session')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
  cookie = sessionCookie(world.people.ned.jar)
  const read = await readSession(world.portal, new Headers({ cookie }), new Headers())
  if (!read) throw new Error('Ned is signed in')
  session = read
})
afterAll(() => Promise.all([db.end(), world.close()]))

/** Runs a query with the speculative session of this cookie; whether the session was confirmed. */
async function speculate(sessions: SpeculativeSessions): Promise<boolean> {
  const reads = new ReadTransaction(world.portal.db)
  const speculation = sessions.begin(reads, cookie)
  if (!speculation) throw new Error('The session is not remembered')
  const { rows } = await asViewer(reads, speculation.session.viewer, (tx) =>
    sql`select current_user::text as role, viewer_id() as id`.execute(tx),
  )
  expect(rows).toEqual([{ role: 'stoop_viewer', id: world.idOf('ned') }])
  const isConfirmed = await speculation.isConfirmed
  await reads.end()
  return isConfirmed
}

test('a cached session runs with its own rights, and is confirmed only while its rows are unchanged', async () => {
  const sessions = new SpeculativeSessions()
  expect(sessions.begin(new ReadTransaction(world.portal.db), cookie)).toBeNull()
  sessions.remember(cookie, session)
  expect([await speculate(sessions), await speculate(sessions)]).toEqual([true, true])

  const setStatus = (status: string) =>
    db.query('update profiles set status = $2 where id = $1', [world.idOf('ned'), status])
  await setStatus('pending')
  expect(await speculate(sessions)).toBe(false)
  expect(sessions.begin(new ReadTransaction(world.portal.db), cookie)).toBeNull()
  await setStatus('active')
  sessions.remember(cookie, session)

  // A day later the session is due for renewal.
  const age = (days: number) =>
    db.query(
      'update auth_sessions set expires_at = expires_at - make_interval(days => $2) where token = $1',
      [session.token, days],
    )
  await age(2)
  expect(await speculate(sessions)).toBe(false)
  await age(-2)
  sessions.remember(cookie, session)
  expect(await speculate(sessions)).toBe(true)
  await db.query('delete from auth_sessions where token = $1', [session.token])
  expect(await speculate(sessions)).toBe(false)
})

test('a session due for renewal, a long header and no session are not cached', () => {
  const sessions = new SpeculativeSessions()
  const begin = (header: string) => sessions.begin(new ReadTransaction(world.portal.db), header)
  const due = { ...session, row: { ...session.row, is_fresh: false } }
  sessions.remember('due', due)
  sessions.remember('x'.repeat(1001), session)
  sessions.remember('nobody', null)
  expect([begin('due'), begin('x'.repeat(1001)), begin('nobody')]).toEqual([null, null, null])
})
