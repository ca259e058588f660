import { AsyncLocalStorage } from 'node:async_hooks'
import { type DestinationStream, pino } from 'pino'
import type { Config } from './config.ts'
import { byFirstThread } from './threads.ts'

/** What a database's error says beside its message: there it quotes rows, and rows hold what people wrote. */
const QUOTES_ROWS = ['detail', 'where', 'hint', 'internalQuery'].map((name) => `err.${name}`)

const requests = new AsyncLocalStorage<string>()

/** Each line that is written while `work` runs, whoever writes it, names this request. */
export function duringRequest<T>(id: string, work: () => T): T {
  return requests.run(id, work)
}

/** The request that is being answered here: what a person who met a fault of ours can tell the operator. */
export const requestId = (): string | undefined => requests.getStore()

/** The portal's log: a line of JSON for each entry, on the standard output; docs/security.md says which there are. */
export function createLog(level: Config['logLevel'], to?: DestinationStream) {
  const options = {
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => ({ request: requestId() }),
    redact: { paths: QUOTES_ROWS, remove: true },
  }
  return pino(options, to ?? { write: byFirstThread(writeLine) })
}

/** What waits for room on a full disk, in characters; what is said beyond it is lost. */
const WAITING = 1_000_000

let output: DestinationStream | undefined

/** Whoever writes a line goes on when it can't be written: it waits, and is tried again with the next one. */
export function writeLine(line: string): void {
  output ??= pino.destination({ dest: 1, sync: true, maxLength: WAITING }).on('error', () => undefined)
  output.write(line)
}
