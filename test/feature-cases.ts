import type { inferRouterInputs } from '@trpc/server'
import type pg from 'pg'
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

export type DataCases = {
  /**
   * Adds rows for the tests of row rules and of invariants, and keeps all invariants. In both, the vendor evergreen has
   * an accepted quote at 1431 Minor Ave.
   */
  seed?: (world: World, db: pg.Client) => Promise<unknown>
  /** Who sees which rows of each table and view. */
  tables?: Record<string, Rule>
  /** Updates without a condition that are refused to everybody: what they change, and the statement. */
  refusedUpdates?: [what: string, statement: string][]
  /** By the name of its kind of file. */
  attachments?: Record<string, AttachmentCase>
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
  Prepared<Ids> & { procedures: ProcedureCases<Feature, Ids> }

/** The input of a procedure that has none. */
export const nothing = () => undefined
