import type { CompiledQuery } from 'kysely'
import { DomainError } from '../../domain/errors.ts'
import type { Viewer } from '../../domain/viewer.ts'
import { followsAFailure, settingsOf } from './as-viewer.ts'
import { LAST_CONNECTION, REQUEST } from './patience.ts'
import { Aborted, type Pipeline } from './pipeline.ts'
import type { Db, Tx } from './pool.ts'
import { transactionOf } from './transaction.ts'

/**
 * Whose rights, and on whose behalf: each holds to the next of the two, or to the transaction's end. In one column, because
 * each costs when it comes back.
 */
const SYSTEM = `set_config('role', 'stoop_system', true)`
const VIEWER = viewerFrom(1)
/** The settings are the values from this one on, in the order of settingsOf. */
function viewerFrom(first: number): string {
  return `concat(set_config('role', 'stoop_viewer', true), set_config('stoop.viewer_id', $${first}, true),
    set_config('stoop.viewer_kind', $${first + 1}, true), set_config('stoop.building_id', $${first + 2}, true),
    set_config('stoop.captain', $${first + 3}, true))`
}
/**
 * Said with the first of them, for all that come after it: nothing is written, for how long a statement may run, and that its
 * plan is kept. Left to itself PostgreSQL may plan a big one anew for each call's values, which takes four times as long as
 * its answer. There is no limit for idleness: the server has the whole packet, and never waits for us. The first of them is
 * a statement of its own, whoever asks: none that waits for a lock is without the limit.
 */
const LIMITS = `set_config('transaction_read_only', 'on', true), set_config('statement_timeout', '${REQUEST.statement}', true),
  set_config('plan_cache_mode', 'force_generic_plan', true)`

/**
 * What a request reads: who asks (as the system), and, on their behalf, all that they ask for. Whatever is asked at once
 * leaves as one packet and is one read-only transaction; what needs an answer first leaves in the next.
 */
export class SharedReading {
  private readonly db: Db
  private readonly until: number
  private pipeline: Pipeline | undefined
  /** On whose behalf the next statement of the pipeline runs, and the statement that said so alone, once it is settled. */
  private being: { words: string; settled: Promise<unknown> } | undefined
  private reader: { viewer: Viewer; settings: string[]; tx: Tx } | undefined

  /** `since`: when the request began, in the milliseconds of performance.now(). */
  constructor(db: Db, since = performance.now()) {
    this.db = db
    this.until = since + LAST_CONNECTION
  }

  /** Reads as the system, before anybody is known. */
  asSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.asSystemIn(this.txOf(SYSTEM), work)
  }

  /**
   * The same, by a statement that leaves the transaction to the viewer, whatever it finds: nobody has to say so before they
   * are asked for. Where it finds nothing it gives a row of nulls.
   */
  async asSystemBefore<T>(viewer: Viewer, look: (tx: Tx) => Promise<T>): Promise<T> {
    return this.asSystemIn(this.txOf(SYSTEM, [], this.readerFor(viewer).settings), look)
  }

  private async asSystemIn<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
    try {
      return await work(tx)
    } catch (error) {
      throw error instanceof Aborted ? error.cause : error
    }
  }

  /** Reads under the viewer's row rules. */
  async asViewer<T>(viewer: Viewer, work: (tx: Tx) => Promise<T>): Promise<T> {
    try {
      return await work(this.readerFor(viewer).tx)
    } catch (error) {
      // Another call's statement has failed, and that one says why; this one may be tried again.
      throw followsAFailure(error) ? new DomainError('busy') : error
    }
  }

  /** What all calls of the request's one viewer have in common. */
  contextOf(viewer: Viewer): { viewer: Viewer; tx: Tx } {
    const { tx } = this.readerFor(viewer)
    return { viewer, tx }
  }

  private readerFor(viewer: Viewer) {
    if (!this.reader) {
      const settings = Object.values(settingsOf(viewer))
      this.reader = { viewer, settings, tx: this.txOf(VIEWER, settings) }
    }
    if (this.reader.viewer !== viewer) throw new Error('A request has one viewer')
    return this.reader
  }

  /** `next`: to whom each statement leaves the transaction. */
  private txOf(words: string, of: readonly string[] = [], next?: readonly string[]): Tx {
    return transactionOf(async <R>({ sql, parameters }: CompiledQuery) => {
      const pipeline = this.open()
      if (this.being?.words !== words) {
        const said = this.being ? words : `concat(${words}, ${LIMITS})`
        this.being = { words, settled: pipeline.ask(`select ${said}`, of) }
        this.being.settled.catch(() => undefined) // all behind it fail, and look here for why
      }
      const { settled } = this.being
      const asked = next
        ? pipeline.ask(leavingTo(sql, parameters.length), [...parameters, ...next])
        : pipeline.ask(sql, parameters)
      if (next) this.being = { words: VIEWER, settled: Promise.resolve() }
      try {
        return { rows: (await asked) as R[] }
      } catch (error) {
        if (error instanceof Aborted) await settled // when that is what failed, it says why
        throw error
      }
    })
  }

  /** The pipeline that leaves at the end of this turn. */
  private open(): Pipeline {
    this.pipeline ??= this.db.pipeline(this.until, () => {
      this.pipeline = undefined
      this.being = undefined
    })
    return this.pipeline
  }
}

/** By the words of a statement: what leavingTo makes of them. */
const leaving = new Map<string, string>()

/** A statement of so many values that makes the transaction a viewer's as well, once, whatever it finds; four values more. */
function leavingTo(sql: string, values: number): string {
  const known = leaving.get(sql)
  if (known) return known
  const text = `select found.* from ${viewerFrom(values + 1)} became left join (${sql}) found on true`
  leaving.set(sql, text)
  return text
}
