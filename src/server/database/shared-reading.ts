import type { CompiledQuery } from 'kysely'
import { DomainError } from '../../domain/errors.ts'
import type { Viewer } from '../../domain/viewer.ts'
import { BECOMES, becoming, followsAFailure, settingsOf, type ViewerSettings } from './as-viewer.ts'
import { LAST_CONNECTION, REQUEST } from './patience.ts'
import { Aborted, type Pipeline } from './pipeline.ts'
import type { Db, Tx } from './pool.ts'
import { transactionOf } from './transaction.ts'

/** Whose rights, and on whose behalf: each holds to the next of the two, or to the transaction's end. */
const SYSTEM = `set_config('role', 'stoop_system', true)`
const VIEWER = becoming(numbered, settingsOf(null))
/**
 * Said with the first of them, for all: nothing is written, for how long a statement may run, and that its plan is kept.
 * Left to itself PostgreSQL may plan a big one anew for each call's values, which takes four times as long as its answer.
 * There is no limit for idleness: the server has the whole packet, and never waits for us.
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
  /** On whose behalf the pipeline's next statement runs, once that is settled. */
  private being: { words: string; settled: Promise<unknown> } | undefined
  private viewer: { of: Viewer; tx: Tx } | undefined

  /** `since`: when the request began, in the milliseconds of performance.now(). */
  constructor(db: Db, since = performance.now()) {
    this.db = db
    this.until = since + LAST_CONNECTION
  }

  /** Reads as the system, before anybody is known. */
  async asSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    try {
      return await work(this.txOf(SYSTEM))
    } catch (error) {
      throw error instanceof Aborted ? error.cause : error
    }
  }

  /**
   * Reads as the system by one statement that makes whoever comes next the viewer (`becoming`): it saves the one that would
   * say so. That statement must have a row in any case, or it would not have said it.
   */
  asSystemBecoming<T>(viewer: Viewer, look: (tx: Tx, as: ViewerSettings) => Promise<T>): Promise<T> {
    return this.asSystem(() => look(this.txOf(SYSTEM, [], VIEWER), settingsOf(viewer)))
  }

  /** Reads under the viewer's row rules. */
  async asViewer<T>(viewer: Viewer, work: (tx: Tx) => Promise<T>): Promise<T> {
    this.viewer ??= { of: viewer, tx: this.txOf(VIEWER, Object.values(settingsOf(viewer))) }
    if (this.viewer.of !== viewer) throw new Error('A request has one viewer')
    try {
      return await work(this.viewer.tx)
    } catch (error) {
      // Another call's statement has failed, and that one says why; this one may be tried again.
      throw followsAFailure(error) ? new DomainError('busy') : error
    }
  }

  /** `after`: as whom a statement of it leaves the transaction. */
  private txOf(words: string, of: readonly string[] = [], after = words): Tx {
    return transactionOf(async <R>({ sql, parameters }: CompiledQuery) => {
      const pipeline = this.open()
      if (this.being?.words !== words) {
        const said = this.being ? words : `concat(${words}, ${LIMITS})`
        this.being = { words, settled: pipeline.ask(`select ${said}`, of) }
        this.being.settled.catch(() => undefined) // all behind it fail, and look here for why
      }
      const { settled } = this.being
      if (after !== words && !sql.includes(BECOMES))
        throw new Error('Whoever comes next would read as the system')
      const asked = pipeline.ask(sql, parameters)
      // Should it fail, it says so to whom it was asked for.
      if (after !== words) this.being = { words: after, settled }
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

/** The words of a statement for the driver: `$1` for the first value. */
function numbered(words: TemplateStringsArray): string {
  return words.reduce((text, next, index) => `${text}$${index}${next}`)
}
