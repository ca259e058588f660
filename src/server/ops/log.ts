// Rules: [V16.2.2] [V16.2.3] [V16.2.4] [V16.2.5] [V16.5.2]

import { AsyncLocalStorage } from 'node:async_hooks'
import { type DestinationStream, pino } from 'pino'
import type { Config } from '../config.ts'

/** Fields of a database error that quote rows, and so what people wrote. */
const QUOTES_ROWS = ['detail', 'where', 'hint', 'internalQuery'].map((name) => `err.${name}`)

const requests = new AsyncLocalStorage<string>()

/** Each line that is written while `work` runs names this request. */
export function duringRequest<T>(id: string, work: () => T): T {
  return requests.run(id, work)
}

/** The request that is answered here. The page of an internal error shows it. */
export const requestId = (): string | undefined => requests.getStore()

/** The portal's log: one line of JSON for each entry, on standard output. */
export function createLog(level: Config['logLevel'], to?: DestinationStream) {
  const options = {
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => ({ request: requestId() }),
    redact: { paths: QUOTES_ROWS, remove: true },
  }
  return pino(options, to ?? { write: writeLine })
}

/** Characters kept while the disk is full; more are lost. */
const BUFFERED = 1_000_000

let output: DestinationStream | undefined

/** Never fails: a line that can't be written is buffered, and tried again with the next one. */
export function writeLine(line: string): void {
  output ??= pino.destination({ dest: 1, sync: true, maxLength: BUFFERED }).on('error', () => undefined)
  output.write(line)
}
