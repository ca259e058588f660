import type { inferRouterInputs } from '@trpc/server'
import { z } from 'zod'
import type { Audience } from '../src/domain/viewer.ts'
import { type AppRouter, appRouter } from '../src/server/app.ts'
import type { Procedures } from '../src/server/demo/person.ts'
import type { Context } from '../src/server/rpc/context.ts'
import { readSession } from '../src/server/session/session.ts'
import { type Name, PASSWORD, TODAY, type World } from './world.ts'

type Inputs = inferRouterInputs<AppRouter>
type Ids = Record<
  'service' | 'quote' | 'member' | 'openQuote' | 'visitToday' | 'visitLater' | 'document',
  string
>

/** Ids that everyone may know: those of the public catalog and, for residents, of the vendor directory. */
export const PUBLIC_IDS = ['service_type_id', 'service_type_ids', 'excluded_vendors']

type Case<Input> = {
  /** The expected audiences, repeated here on purpose: a wider audience in the code fails the test. */
  audiences: Audience[] | 'all'
  /** A person who may call it, with a valid input. */
  by: Name | 'anonymous'
  input: (world: World, ids: Ids) => Input
  /** For an input with ids: people of the same kind who may not use these rows. */
  strangers?: { [Field in keyof Input]?: Name[] }
}

/** Every procedure; a missing one does not compile. */
type Cases = {
  [R in keyof Inputs]: { [P in keyof Inputs[R]]: Case<Inputs[R][P]> }
}

const nothing = () => undefined
const resident = ['resident'] satisfies Audience[]
const visitShown = (id: string) => ({ id, shown_date: '2026-12-18', shown_time: '09:00' })
const address = { address: '9 New Street', city: 'Seattle', state: 'WA', zip_code: '98101' }
const person = { first_name: 'New', last_name: 'Person', email: 'new@example.com', password: PASSWORD }

export const cases: Cases = {
  accounts: {
    session: { audiences: 'all', by: 'anonymous', input: nothing },
    signIn: {
      audiences: 'all',
      by: 'anonymous',
      input: () => ({ email: 'maya@example.com', password: PASSWORD }),
    },
    signOut: { audiences: 'all', by: 'anonymous', input: nothing },
    findBuilding: { audiences: 'all', by: 'anonymous', input: () => address },
    signUpResident: {
      audiences: 'all',
      by: 'anonymous',
      input: () => ({
        ...person,
        ...address,
        phone: '(206) 555-0188',
        unit_number: '4',
        number_of_units: 3,
        number_of_floors: 2,
        square_feet: 5000,
      }),
    },
    signUpVendor: {
      audiences: 'all',
      by: 'anonymous',
      input: (world) => ({
        ...person,
        ...address,
        company_name: 'New Company',
        phone: '(206) 555-0188',
        service_type_ids: [world.typeId('Landscaping')],
      }),
    },
    changePassword: {
      audiences: [...resident, 'unassigned', 'vendor'],
      by: 'ned',
      input: () => ({ current_password: PASSWORD, new_password: PASSWORD }),
    },
    requestPasswordReset: { audiences: 'all', by: 'anonymous', input: () => ({ email: 'ned@example.com' }) },
    openResetLink: { audiences: 'all', by: 'anonymous', input: () => ({ token: 'a-token' }) },
    resetPassword: {
      audiences: 'all',
      by: 'anonymous',
      input: () => ({ token: 'a-token', new_password: PASSWORD }),
    },
    changeEmail: { audiences: 'all', by: 'anonymous', input: () => ({ token: 'a-token' }) },
  },
  visits: {
    upcoming: { audiences: [...resident, 'vendor'], by: 'maya', input: () => ({ page: 1, all: true }) },
    toComplete: { audiences: ['vendor'], by: 'hilltop', input: () => ({ page: 1 }) },
    complete: {
      audiences: ['vendor'],
      by: 'hilltop',
      input: (_, { visitToday }) => ({ id: visitToday }),
      strangers: { id: ['curb', 'evergreen'] },
    },
    move: {
      audiences: [{ resident: 'manage_visits' }, 'vendor'],
      by: 'maya',
      input: (_, { visitLater }) => ({
        ...visitShown(visitLater),
        scheduled_date: '2026-12-21',
        scheduled_time: '13:30',
        reason: 'The courtyard is being painted.',
      }),
      strangers: { id: ['otto', 'curb'] },
    },
    cancel: {
      audiences: [{ resident: 'manage_visits' }, 'vendor'],
      by: 'hilltop',
      input: (_, { visitLater }) => ({ ...visitShown(visitLater), reason: 'The lift broke down.' }),
      strangers: { id: ['otto', 'curb'] },
    },
  },
  billing: {
    next: { audiences: resident, by: 'ned', input: nothing },
    payments: { audiences: resident, by: 'ned', input: () => ({ page: 1 }) },
    dashboard: { audiences: resident, by: 'ned', input: nothing },
  },
  buildings: {
    suggest: { audiences: 'all', by: 'anonymous', input: () => ({ address: 'minor' }) },
    mine: { audiences: resident, by: 'ned', input: nothing },
  },
  contact: {
    send: {
      audiences: 'all',
      by: 'anonymous',
      input: () => ({ name: 'Visitor', email: 'visitor@example.com', message: 'Hello' }),
    },
  },
  documents: {
    list: { audiences: resident, by: 'ned', input: nothing },
    rename: {
      audiences: [{ resident: 'manage_documents' }],
      by: 'maya',
      input: (_, { document }) => ({ id: document, file_name: 'Rules.pdf' }),
      strangers: { id: ['otto'] },
    },
    link: {
      audiences: resident,
      by: 'ned',
      input: (_, { document }) => ({ id: document }),
      strangers: { id: ['otto'] },
    },
  },
  members: {
    list: { audiences: resident, by: 'ned', input: nothing },
    add: {
      audiences: [{ resident: 'manage_members' }],
      by: 'maya',
      input: () => ({
        full_name: 'New Tenant',
        email: 'tenant@example.com',
        unit_number: '4',
        role: 'member',
      }),
    },
    accept: {
      audiences: [{ resident: 'manage_members' }],
      by: 'maya',
      input: (_, { member }) => ({ id: member, hand_over: false }),
      strangers: { id: ['otto'] },
    },
    remove: {
      audiences: [{ resident: 'manage_members' }],
      by: 'maya',
      input: (_, { member }) => ({ id: member }),
      strangers: { id: ['otto'] },
    },
  },
  profiles: {
    get: { audiences: [...resident, 'unassigned'], by: 'ned', input: nothing },
    update: {
      audiences: [...resident, 'unassigned'],
      by: 'ned',
      input: () => ({
        first_name: 'Ned',
        last_name: 'Test',
        email: 'ned@example.com',
        phone: '',
        unit_number: '5',
      }),
    },
  },
  quotes: {
    received: {
      audiences: resident,
      by: 'ned',
      input: (_, { service }) => ({ building_service_id: service }),
      strangers: { building_service_id: ['otto'] },
    },
    accept: {
      audiences: resident,
      by: 'ned',
      input: (_, { quote }) => ({ id: quote, per_visit_price: 9999 }),
      strangers: { id: ['otto'] },
    },
    counts: { audiences: ['vendor'], by: 'curb', input: nothing },
    list: { audiences: ['vendor'], by: 'curb', input: () => ({ tab: 'all', page: 1 }) },
    get: {
      audiences: ['vendor'],
      by: 'evergreen',
      input: (_, { quote }) => ({ id: quote }),
      strangers: { id: ['curb', 'hilltop'] },
    },
    submit: {
      audiences: ['vendor'],
      by: 'curb',
      input: (_, { openQuote }) => ({ id: openQuote, per_visit_price: 12000 }),
      strangers: { id: ['evergreen', 'hilltop'] },
    },
    update: {
      audiences: ['vendor'],
      by: 'evergreen',
      input: (_, { quote }) => ({ id: quote, per_visit_price: 8000 }),
      strangers: { id: ['curb', 'hilltop'] },
    },
  },
  realtime: {
    changes: {
      audiences: [...resident, 'vendor', 'admin', 'pending', 'unassigned'],
      by: 'ned',
      input: () => ({ lastEventId: '0' }),
    },
  },
  services: {
    catalog: { audiences: 'all', by: 'anonymous', input: nothing },
    list: { audiences: resident, by: 'ned', input: nothing },
    available: { audiences: resident, by: 'ned', input: nothing },
    request: {
      audiences: resident,
      by: 'ned',
      input: (world) => ({
        service_type_id: world.typeId('Window Washing'),
        description: 'Both sides',
        service_type: 'recurring',
        required_every_weeks: 4,
        preferred_start_date: TODAY,
        preferred_end_date: '2027-05-01',
        excluded_vendors: [],
      }),
    },
    welcome: {
      audiences: [{ resident: 'manage_building' }],
      by: 'maya',
      input: (world) => ({
        services: [
          { service_type_id: world.typeId('Tree Care'), required_every_weeks: 12, description: 'The maple' },
        ],
      }),
    },
  },
  vendors: {
    offering: {
      audiences: resident,
      by: 'ned',
      input: (world) => ({ service_type_id: world.typeId('Landscaping') }),
    },
    dashboard: { audiences: ['vendor'], by: 'curb', input: nothing },
    get: { audiences: ['vendor'], by: 'curb', input: nothing },
    update: {
      audiences: ['vendor'],
      by: 'curb',
      input: (world) => ({
        ...address,
        first_name: 'Curb',
        last_name: 'Test',
        company_name: 'Curb & Corner',
        email: 'curb@example.com',
        phone: '(206) 555-0142',
        service_type_ids: [world.typeId('Landscaping'), world.typeId('Snow Removal')],
      }),
    },
  },
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
}
export type Procedure = {
  path: string
  type: 'query' | 'mutation' | 'subscription'
  meta: { audiences: readonly Audience[] } | undefined
  /** The input schema; null for a procedure without input. */
  schema: JsonSchema | null
  case: Case<Record<string, unknown> | undefined>
}

type Definition = { type: Procedure['type']; meta?: Procedure['meta']; inputs: z.ZodType[] }

/** Every procedure of the router with its case. */
export const procedures: Procedure[] = Object.entries(appRouter._def.procedures).map(([path, procedure]) => {
  const { type, meta, inputs } = (procedure as unknown as { _def: Definition })._def
  const [router = '', name = ''] = path.split('.')
  const all = cases as unknown as Record<string, Record<string, Procedure['case']>>
  const own = all[router]?.[name]
  if (!own) throw new Error(`${path} has no case`)
  const [input] = inputs
  const schema = input ? (z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema) : null
  return { path, type, meta, schema, case: own }
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
    const cookie = who === 'anonymous' ? undefined : people[who].jar.getSetCookie().at(-1)?.split(';')[0]
    const [headers, responseHeaders] = [new Headers(cookie ? { cookie } : {}), new Headers()]
    const session = await readSession(portal, headers, responseHeaders)
    return { ...portal, session, headers, address: '127.0.0.1', responseHeaders }
  }
}

/** A world in which every case's input is valid: a service with a price, visits today and later, a pending resident. */
export async function prepare(world: World): Promise<Ids> {
  const service = await world.request('Landscaping')
  const quote = await world.quote('evergreen', service, 9999)
  const snow = await world.request('Snow Removal')
  await world.accept(snow, await world.quote('hilltop', snow, 5000))
  const { visits } = await world.as('hilltop').visits.upcoming({ page: 1 })
  const [visitToday = '', visitLater = ''] = visits.map(({ id }) => id)
  const openQuote = await world.quoteOf('curb', service)
  const document = await world.document()
  return { service, quote, openQuote, member: world.idOf('pia'), visitToday, visitLater, document }
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
