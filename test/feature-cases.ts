import type { inferRouterInputs } from '@trpc/server'
import type pg from 'pg'
import type { EventKind, Payload } from '../src/domain/events.ts'
import type { Audience } from '../src/domain/viewer.ts'
import type { AppRouter } from '../src/server/app.ts'
import type { Procedures } from '../src/server/demo/person.ts'
import type { Rule } from './row-rules.ts'
import type { Name, World } from './world.ts'

// What a feature says of itself for the tests that hold for every feature. It repeats the code's rules on purpose, and
// must not be derived from the code: a wider audience there, or another policy, then fails a test.

export type Inputs = inferRouterInputs<AppRouter>

export type Case<Input, Ids> = {
  audiences: Audience[] | 'all'
  /** A person who may call it, with a valid input. */
  by: Name | 'anonymous'
  input: (world: World, ids: Ids) => Input
  /** For an input with ids: people of the same kind who may not use these rows. */
  strangers?: { [Field in keyof Input]?: Name[] }
}

/** Every procedure of a feature; a missing one does not compile. */
export type ProcedureCases<Feature extends keyof Inputs, Ids> = {
  [P in keyof Inputs[Feature]]: Case<Inputs[Feature][P], Ids>
}

export type AttachmentCase = {
  addedBy: Audience[]
  seenBy: Audience[]
  maxSize: number
  backedUp: boolean
  by: Name
  /** What follows the path of an upload. A function may add the rows that it names. */
  query: string | ((world: World) => Promise<string>)
  sample: Buffer
  /** The path at which this person gets the file of this response. */
  addressOf: (person: Procedures, answer: Record<string, string>) => Promise<string | undefined>
  /** People of these audiences who may not see this file. */
  strangers: Name[]
}

export type ExportCase = {
  audiences: Audience[]
  by: Name
  /** Residents of other buildings, whose file has none of these rows. */
  strangers: Name[]
  /** What it holds; without it, the service of the test. */
  shows?: string
  /** What its address needs besides, as '&id=…'. */
  needs?: string
}

/** An example of one kind of event, which names 1431 Minor Ave and the vendor curb. */
export type EventCase<K extends EventKind = EventKind> = {
  data: Payload<K>
  /** What its mail reads beyond the event. */
  read?: object
  /** Who caused it; by default maya. */
  by?: Name
  /** The id of its subject, by default pia. May add the rows that the mail needs. */
  subject?: (world: World) => Promise<string>
  /** The mailboxes of example.com that are mailed, in order; without this, none is. */
  mailedTo?: string[]
}
export type EventCases = { [K in EventKind]?: EventCase<K> }

/** Who may add, change and remove which rows. */
export type Writes = { insert?: Rule; update?: Rule; delete?: Rule }

export type DataCases = {
  /** Every kind of event that this feature records. */
  events?: EventCases
  /**
   * Adds rows for the tests of row rules and of invariants, and keeps all invariants. In both, the vendor evergreen has
   * an accepted quote at 1431 Minor Ave.
   */
  seed?: (world: World, db: pg.Client) => Promise<unknown>
  /** Who sees which rows of each table and view. */
  tables?: Record<string, Rule>
  /** Who writes which rows of each table. A table without an entry is written only by the system. */
  writes?: Record<string, Writes>
  /** Updates without a condition that are refused to everybody: what they change, and the statement. */
  refusedUpdates?: [what: string, statement: string][]
  /** By the name of its kind of file. */
  attachments?: Record<string, AttachmentCase>
  /** By the path of the list that people download. */
  exports?: Record<string, ExportCase>
  /** Each invariant, and a statement that breaks it, without constraints and triggers. */
  breaches?: [invariant: string, defect: string][]
}

type Prepared<Ids> = keyof Ids extends never
  ? { prepare?: never }
  : {
      /** Adds the rows that inputs of its procedures name, without those of other features. Returns their ids. */
      prepare: (world: World) => Promise<Ids>
    }

export type FeatureCases<Feature extends keyof Inputs, Ids = Record<never, string>> = DataCases &
  Prepared<Ids> & {
    procedures: ProcedureCases<Feature, Ids>
    /** Adds a row to each list that the feature's queries show, beyond those that test/statements.test.ts adds. */
    grow?: (world: World, ids: Ids) => Promise<unknown>
  }

/** The input of a procedure that has none. */
export const nothing = () => undefined
