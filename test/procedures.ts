import { z } from 'zod'
import type { Audience } from '../src/domain/viewer.ts'
import { appRouter } from '../src/server/app.ts'
import type { Procedures } from '../src/server/demo/person.ts'
import type { Context } from '../src/server/rpc/context.ts'
import { readSession } from '../src/server/session/session.ts'
import type { Case } from './feature-cases.ts'
import { features } from './features.ts'
import { type Name, sessionCookie, type World } from './world.ts'

/**
 * Ids that everyone may know: those of the public catalog and, for residents, of the vendor directory; and what a screen showed,
 * which is compared and never read.
 */
export const PUBLIC_IDS = ['files', 'service_type_id', 'service_type_ids', 'excluded_vendors', 'vendor_ids']

type Features = typeof features
/** What each feature's `prepare` returned. */
type Ids = {
  [Feature in keyof Features]: Features[Feature] extends { prepare: (world: World) => Promise<infer Own> }
    ? Own
    : Record<string, never>
}

type JsonSchema = {
  properties?: Record<string, JsonSchema>
  additionalProperties?: boolean
  type?: string
  format?: string
  pattern?: string
  enum?: unknown[]
  maxLength?: number
  maxItems?: number
  items?: JsonSchema
  anyOf?: JsonSchema[]
  default?: unknown
}
export type Procedure = {
  path: string
  type: 'query' | 'mutation' | 'subscription'
  meta: { audiences: readonly Audience[] } | undefined
  /** The input schema; null for a procedure without input. */
  schema: JsonSchema | null
  case: Case<Record<string, unknown> | undefined, Ids>
}

/** A feature's cases for calls by path. */
type AnyFeature = {
  prepare?: (world: World) => Promise<Record<string, string>>
  grow?: (world: World, ids: Record<string, string>) => Promise<unknown>
  procedures: Record<string, Case<Record<string, unknown> | undefined, unknown>>
}
const cases = features as unknown as Record<string, AnyFeature>

type Definition = { type: Procedure['type']; meta?: Procedure['meta']; inputs: z.ZodType[] }

/** Every procedure of the router with its case. */
export const procedures: Procedure[] = Object.entries(appRouter._def.procedures).map(([path, procedure]) => {
  const { type, meta, inputs } = (procedure as unknown as { _def: Definition })._def
  const [router = '', name = ''] = path.split('.')
  const own = cases[router]?.procedures[name]
  if (!own) throw new Error(`${path} has no case`)
  const [parser] = inputs
  const schema = parser
    ? (z.toJSONSchema(parser, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
    : null
  const input = (world: World, ids: Ids) => own.input(world, ids[router as keyof Ids])
  return { path, type, meta, schema, case: { ...own, input } }
})

/** Calls a procedure by its path with any input, as this person. */
export function call(world: World, by: Name | 'anonymous', path: string, input: unknown): Promise<unknown> {
  return callBy(by === 'anonymous' ? world.anonymous : world.as(by), path, input)
}

/** Calls a procedure by its path with a given caller. */
export function callBy(caller: Procedures, path: string, input: unknown): Promise<unknown> {
  const [router = '', name = ''] = path.split('.')
  const all = caller as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>
  const procedure = all[router]?.[name]
  if (!procedure) throw new Error(`No procedure ${path}`)
  return procedure(input)
}

/** For planted procedures: the viewer comes from the person's own session, as in real ones. */
export function contextOf({ portal, people }: World, who: Name | 'anonymous') {
  return async (): Promise<Context> => {
    const cookie = who === 'anonymous' ? undefined : sessionCookie(people[who].jar)
    const [headers, responseHeaders] = [new Headers(cookie ? { cookie } : {}), new Headers()]
    const session = await readSession(portal, headers, responseHeaders)
    return { ...portal, session, headers, address: '127.0.0.1', responseHeaders }
  }
}

/** Makes every case's input valid: a service with a price, visits today and later, and what else the features prepare. */
export async function prepare(world: World): Promise<Ids> {
  const ids: Record<string, Record<string, string>> = {}
  for (const [name, feature] of Object.entries(cases)) ids[name] = (await feature.prepare?.(world)) ?? {}
  return ids as Ids
}

/** Adds rows to the lists of each feature, after `prepare`. */
export async function growLists(world: World, ids: Ids): Promise<void> {
  for (const [name, feature] of Object.entries(cases))
    await feature.grow?.(world, ids[name as keyof Ids] as Record<string, string>)
}

/** The fields of an input that hold ids of rows. */
export function idFields(schema: JsonSchema | null): string[] {
  return Object.entries(schema?.properties ?? {})
    .filter(([, field]) =>
      [field, field.items].some((each) => each?.format === 'uuid' || each?.format === 'guid' || isGuid(each)),
    )
    .map(([name]) => name)
}

function isGuid(schema: JsonSchema | undefined): boolean {
  return Boolean(schema?.pattern?.includes('[0-9a-fA-F]{8}'))
}
