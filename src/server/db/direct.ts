import type pg from 'pg'
import { StartError } from '../ops/start-error.ts'

/** Which of two clients sends each probe. Interleaved, so that a pooler swaps or replaces their sessions. */
const PROBES = [0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 1, 0]

/**
 * Rejects a transaction pooler (PgBouncer in transaction mode): LISTEN and the migration lock belong to a session, and it
 * would silently lose them. Two clients open at the same time must each keep one session.
 */
export async function refuseSharedSessions(direct: pg.Pool, name: string): Promise<void> {
  const clients = await Promise.all([direct.connect(), direct.connect()])
  const sessions = clients.map(() => new Set<number>())
  try {
    for (const client of PROBES) {
      const result = await clients[client]?.query<{ pid: number }>('select pg_backend_pid() as pid')
      for (const { pid } of result?.rows ?? []) sessions[client]?.add(pid)
    }
  } finally {
    for (const client of clients) client.release()
  }
  const all = new Set(sessions.flatMap((each) => [...each]))
  if (all.size === clients.length && sessions.every(({ size }) => size === 1)) return
  throw new StartError(
    `${name} goes through a transaction pooler: set DATABASE_DIRECT_URL to the address of the database itself.`,
  )
}

/** With two databases the portal would migrate one and write to the other. */
export async function refuseOtherDatabase(pool: pg.Pool, direct: pg.Pool): Promise<void> {
  const [one, other] = await Promise.all([identityOf(pool), identityOf(direct)])
  if (one === other) return
  throw new StartError(
    'DATABASE_DIRECT_URL and DATABASE_URL name different databases: both must name the same one.',
  )
}

async function identityOf(pool: pg.Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ identity: string }>(
    "select current_database() || ' since ' || pg_postmaster_start_time() as identity",
  )
  return rows[0]?.identity
}
