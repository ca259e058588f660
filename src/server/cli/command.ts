import type pg from 'pg'
import type { Config } from '../config.ts'

/** The context of a command. Its database is open and migrated, and is closed after the command. */
export type CommandContext = {
  config: Config
  connection: pg.PoolConfig
  /** For what needs its own session, such as LISTEN; the same as `connection` without DATABASE_DIRECT_URL. */
  direct: pg.PoolConfig
  pool: pg.Pool
  args: string[]
  /** Aborted by Ctrl-C and SIGTERM. */
  stop: AbortSignal
}

export type Command = (context: CommandContext) => Promise<void>
