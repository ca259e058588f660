import { DomainError } from '../../domain/errors.ts'
import type { Viewer } from '../../domain/viewer.ts'
import { asViewer, becoming, followsAFailure, systemOpening } from './as-viewer.ts'
import type { Source, Tx } from './pool.ts'
import type { OpenTransaction } from './transaction.ts'

/**
 * The one transaction in which a request reads: first who asks (as the system), then, on their behalf, all that they ask
 * for, without waiting between one call and the next. A request never waits for a second connection while it has one, or
 * twenty requests could wait for one another.
 */
export class SharedReading implements Source {
  private readonly db: Source
  private opened: OpenTransaction | undefined
  private viewer: Viewer | undefined
  private readers = new Set<Promise<unknown>>()

  constructor(db: Source) {
    this.db = db
  }

  /** Reads as the system, before anybody is known. */
  async asSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    this.opened = await this.db.begin(`set transaction read only; ${systemOpening()}`)
    try {
      const found = await work(this.opened.tx)
      await this.opened.opened // answered before it: were there no transaction, nothing would hold the rows back
      return found
    } catch (error) {
      const first = followsAFailure(error) ? this.opened?.failure() : undefined
      await this.end()
      throw first ?? error
    }
  }

  /** Reads under the viewer's row rules; in a transaction of its own once the shared one has ended. */
  async asViewer<T>(viewer: Viewer, work: (tx: Tx) => Promise<T>): Promise<T> {
    const { opened } = this
    if (!opened) return asViewer(this, viewer, work)
    if (!this.viewer) opened.say(becoming(viewer))
    else if (this.viewer !== viewer) throw new Error('A request has one viewer')
    this.viewer = viewer
    const reading = work(opened.tx)
    this.readers.add(reading)
    try {
      return await reading
    } catch (error) {
      // Another call's statement has failed, and that one says why; this one may be tried again.
      throw followsAFailure(error) ? new DomainError('busy') : error
    } finally {
      this.readers.delete(reading)
    }
  }

  /** A transaction beside the shared one, which has ended by then. */
  async begin(opening: string): Promise<OpenTransaction> {
    await this.end()
    return this.db.begin(opening)
  }

  /** Gives the connection back, after whoever still reads. */
  async end(): Promise<void> {
    const { opened } = this
    this.opened = undefined
    await Promise.allSettled(this.readers)
    await opened?.rollback().catch(() => undefined) // nothing was written; a connection that fails is given up
  }
}
