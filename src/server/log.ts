import { type DestinationStream, pino } from 'pino'
import type { Config } from './config.ts'

/** What a database's error says beside its message: there it quotes rows, and rows hold what people wrote. */
const QUOTES_ROWS = ['detail', 'where', 'hint', 'internalQuery'].map((name) => `err.${name}`)

/** The portal's log: a line of JSON for each entry, on the standard output; docs/security.md says which there are. */
export function createLog(level: Config['logLevel'], to?: DestinationStream) {
  const options = {
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: QUOTES_ROWS, remove: true },
  }
  return to ? pino(options, to) : pino(options)
}
