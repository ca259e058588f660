import { join } from 'node:path'
import type pg from 'pg'
import { freePort } from '../portal-process.ts'
import { programOf, startProgram } from './programs.ts'
import { sampleOf } from './samples.ts'

const NOBODY = 65534

/** deploy/pgbouncer.ini for this PostgreSQL, and a port of this machine. */
export const poolerConfig = ({ host, port, user }: pg.PoolConfig, listenPort: number): string =>
  sampleOf('pgbouncer.ini')
    .replace(/^\* = .*$/m, `* = host=${host} port=${port} user=${user}`)
    .replace('listen_addr = *', 'listen_addr = 127.0.0.1')
    .replace(/^listen_port.*$/m, `listen_port = ${listenPort}`)

/** PgBouncer in front of this PostgreSQL. */
export async function startPooler(connection: pg.PoolConfig, folder: string, mode = 'transaction') {
  const port = await freePort()
  const config = poolerConfig(connection, port)
    .replace('pool_mode = transaction', `pool_mode = ${mode}`)
    .replace(/^auth_type.*\nauth_file.*$/m, 'auth_type = any')
  const path = join(folder, 'pgbouncer.ini')
  // It refuses to run as root.
  const uid = process.getuid?.() === 0 ? NOBODY : undefined
  const started = await startProgram({ program: programOf('pgbouncer'), args: [], path, config, port, uid })
  return {
    url: (database = '') => `postgres://${connection.user}@127.0.0.1:${port}/${database}`,
    close: started.stop,
  }
}
