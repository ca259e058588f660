import type pg from 'pg'
import { StartError } from '../start-error.ts'

/** Asked so often, by two clients in turn: a pooler gives a session to the one, to the other, or each a new one. */
const ASKED = [0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 1, 0]

/**
 * LISTEN and the lock of migrations are a session's: a pooler that gives each transaction another session (PgBouncer in
 * transaction mode) would lose them without a word. Two clients that are open at once have a session each, or it is one.
 */
export async function refuseSharedSessions(direct: pg.Pool, name: string): Promise<void> {
  const clients = await Promise.all([direct.connect(), direct.connect()])
  const sessions = clients.map(() => new Set<number>())
  try {
    for (const client of ASKED) {
      const answer = await clients[client]?.query<{ pid: number }>('select pg_backend_pid() as pid')
      for (const { pid } of answer?.rows ?? []) sessions[client]?.add(pid)
    }
  } finally {
    for (const client of clients) client.release()
  }
  const all = new Set(sessions.flatMap((each) => [...each]))
  if (all.size === clients.length && sessions.every(({ size }) => size === 1)) return
  throw new StartError(
    `${name} goes through a pooler of transactions: name the database's own address, past the pooler, in DATABASE_DIRECT_URL.`,
  )
}

/** One that is migrated and listened to while the other is written to would look well, and be lost. */
export async function refuseOtherDatabase(pool: pg.Pool, direct: pg.Pool): Promise<void> {
  const [one, other] = await Promise.all([identityOf(pool), identityOf(direct)])
  if (one === other) return
  throw new StartError('DATABASE_DIRECT_URL names another database than DATABASE_URL: both must lead to one.')
}

async function identityOf(pool: pg.Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ identity: string }>(
    "select current_database() || ' since ' || pg_postmaster_start_time() as identity",
  )
  return rows[0]?.identity
}
