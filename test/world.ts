import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type pg from 'pg'
import { inject } from 'vitest'
import type { z } from 'zod'
import type { ResidentSignUp } from '../src/domain/accounts/sign-up.ts'
import type { RequestQuotes } from '../src/domain/services/request.ts'
import { readConfig } from '../src/server/config.ts'
import { asSystem } from '../src/server/db/as-viewer.ts'
import {
  joinTeam,
  openBrowser,
  type Person,
  type Procedures,
  signUpAsResident,
  signUpAsVendor,
} from '../src/server/demo/person.ts'
import { appointAdmin } from '../src/server/features/accounts/appoint-admin.ts'
import { documentAttachment } from '../src/server/features/documents/attachment.ts'
import { settleMissed } from '../src/server/features/visits/mark-missed.ts'
import { createPortal } from '../src/server/portal.ts'
import type { Portal } from '../src/server/rpc/context.ts'
import { COOKIE_PREFIX } from '../src/server/session/auth.ts'
import { addFile } from '../src/server/storage/add-file.ts'
import { pdf } from './sample-files.ts'

/** The password of all people. */
export const PASSWORD = 'stoop-and-steps'

/** Friday, noon in Seattle. */
export const NOW = new Date('2026-11-20T20:00:00Z')
export const TODAY = '2026-11-20'

export const MINOR = { address: '1431 Minor Ave', city: 'Seattle', state: 'WA', zip_code: '98101' }
export const DENNY = { address: '420 Denny Way', city: 'Seattle', state: 'WA', zip_code: '98109' }

const VENDORS = {
  evergreen: { company_name: 'Evergreen Grounds', services: ['Landscaping', 'Tree Care', 'Snow Removal'] },
  curb: { company_name: 'Curb & Corner', services: ['Landscaping', 'Snow Removal', 'Trash Take-Out'] },
  hilltop: { company_name: 'Hilltop Care', services: ['Landscaping', 'Window Washing', 'Snow Removal'] },
}

export type Vendor = keyof typeof VENDORS
export type Name = Vendor | 'cole' | 'maya' | 'ned' | 'pia' | 'otto' | 'olga' | 'ada'
export type World = Awaited<ReturnType<typeof createWorld>>

/** What restores the people on a copy of their database: their ids and their browsers' cookies. */
export type Known = Record<Name, { id: string; email: string; cookies: string[] }>

/**
 * A small city block on a fresh database, made through the real procedures:
 * - 1431 Minor Ave: captain maya, homeowner ned, and pia, who waits for approval;
 * - 420 Denny Way: captain otto, and olga, who waits for approval;
 * - the vendors evergreen, curb and hilltop, who all do Landscaping and Snow Removal; cole, of curb's crew; and ada, an admin.
 */
export function createWorld(connection: pg.PoolConfig) {
  return buildWorld(connection, {}, moveIn)
}

/** Opens the same world on a copy of its database (createWorldDatabase). */
export function openWorld(connection: pg.PoolConfig, env: NodeJS.ProcessEnv = {}) {
  return buildWorld(connection, env, async (portal) => returnHome(portal, inject('people')))
}

type Arrival = (portal: Portal, typeId: (service: string) => string) => Promise<Record<Name, Person>>

async function buildWorld(connection: pg.PoolConfig, env: NodeJS.ProcessEnv, arrive: Arrival) {
  const clock = { now: NOW }
  // Created when the first file is stored.
  const folder = join(tmpdir(), `stoop-world-${randomUUID()}`)
  const config = testConfig({ DATA_DIR: folder, ...env })
  const { portal, close } = createPortal(connection, config, () => clock.now)
  const anonymous = openBrowser(portal)
  const types = new Map((await anonymous.services.catalog()).map(({ id, name }) => [name, id]))

  const typeId = (service: string): string => {
    const id = types.get(service)
    if (!id) throw new Error(`The catalog has no service '${service}'`)
    return id
  }
  const people = await arrive(portal, typeId)
  const as = (name: Name): Procedures => people[name].call
  const companies = await asSystem(portal.db, (tx) =>
    tx.selectFrom('vendor_profiles').select(['id', 'company_name']).execute(),
  )
  /** The id of a vendor company, which is not the id of its person. */
  const companyOf = (vendor: Vendor): string => {
    const company = companies.find(({ company_name }) => company_name === VENDORS[vendor].company_name)
    if (!company) throw new Error(`No company of ${vendor}`)
    return company.id
  }

  return {
    portal,
    clock,
    people,
    as,
    anonymous,
    typeId,
    idOf: (name: Name): string => people[name].id,
    companyOf,
    known: mapPeople(people, ({ id, email, jar }) => ({ id, email, cookies: jar.getSetCookie() })),
    async close(): Promise<void> {
      await close()
      await rm(folder, { recursive: true, force: true })
    },

    /**
     * Signs up one more resident: `name` becomes the e-mail address and first name. At a new address they are the
     * captain.
     */
    resident: (name: string, signUp: Partial<Resident> = {}): Promise<Person> =>
      signUpAsResident(portal, residentNamed(name, signUp)),
    vendor: (name: string, company_name: string, services: string[]): Promise<Person> =>
      signUpAsVendor(portal, vendorNamed(name, company_name, services.map(typeId))),

    /** Adds a document to the captain's building. Returns its id. */
    async document(name = 'House Rules.pdf', content: Buffer = pdf(), by: Name = 'maya'): Promise<string> {
      const viewer = (await as(by).accounts.session())?.viewer
      if (viewer?.kind !== 'resident') throw new Error(`${by} has no building`)
      const upload = { query: { name }, body: Readable.from([content]) }
      return (await addFile(portal, documentAttachment, viewer, upload)).id
    },

    /** Requests quotes; by default every four weeks, with four visits from today on. Returns the service's id. */
    async request(service: string, request: Partial<Request> = {}, by: Name = 'maya'): Promise<string> {
      const { id } = await as(by).services.request({
        service_type_id: typeId(service),
        description: `${service}, please.`,
        service_type: 'recurring',
        required_every_weeks: 4,
        preferred_start_date: TODAY,
        preferred_end_date: '2027-02-12',
        ...request,
      })
      return id
    },

    /** Requests one visit of today from this vendor, and accepts it. Returns the visit's id. */
    async visitToday(
      vendor: Vendor,
      service: string,
      by: Name = 'maya',
      request: Partial<Request> = {},
    ): Promise<string> {
      const once = {
        service_type: 'on-demand',
        required_every_weeks: null,
        preferred_end_date: null,
        ...request,
      } as const
      const serviceId = await this.request(service, once, by)
      const quote = await this.quote(vendor, serviceId, 50_00)
      await this.accept(serviceId, quote, by)
      const { id } = await asSystem(portal.db, (tx) =>
        tx
          .selectFrom('appointments')
          .where('service_quote_id', '=', quote)
          .select('id')
          .executeTakeFirstOrThrow(),
      )
      return id
    },

    /** A visit of this vendor that became missed today. Returns its id. */
    async missedToday(vendor: Vendor, service: string, by: Name = 'maya'): Promise<string> {
      const id = await this.visitToday(vendor, service, by)
      // Booked before its hour, unlike one that a request of today books.
      await asSystem(portal.db, (tx) =>
        sql`update appointments set created_at = scheduled_date - 1 where id = ${id}`.execute(tx),
      )
      await settleMissed(portal)
      return id
    },

    /** The id of this vendor's newest quote for the service. */
    quoteOf: (vendor: Vendor, serviceId: string): Promise<string> =>
      quoteOf(portal, companyOf(vendor), serviceId),

    /** Submits the vendor's first price, in cents. Returns the quote's id. */
    async quote(vendor: Vendor, serviceId: string, per_visit_price: number): Promise<string> {
      const id = await quoteOf(portal, companyOf(vendor), serviceId)
      await as(vendor).quotes.submit({ id, per_visit_price })
      return id
    },

    /** What somebody's page sends that shows them the prices of a service now. */
    async pricesShown(serviceId: string, by: Name = 'maya') {
      const { quotes } = await as(by).quotes.received({ building_service_id: serviceId })
      const shown = quotes.map(({ id, updated_at }) => ({ id, updated_at: updated_at.toISOString() }))
      return { building_service_id: serviceId, shown }
    },

    /** Accepts a quote at its current price. */
    async accept(serviceId: string, quoteId: string, by: Name = 'maya'): Promise<number> {
      const { quotes } = await as(by).quotes.received({ building_service_id: serviceId })
      const quote = quotes.find(({ id }) => id === quoteId)
      if (!quote) throw new Error(`${by} sees no quote ${quoteId}`)
      const { per_visit_price, weekdays, arrives_from, arrives_until } = quote
      const availability = { weekdays, arrives_from, arrives_until }
      return (await as(by).quotes.accept({ id: quoteId, per_visit_price, availability })).visits
    },
  }
}

/** The Cookie header of a person's session. */
export function sessionCookie(jar: Headers): string {
  const cookie = jar.getSetCookie().findLast((line) => line.includes(`${COOKIE_PREFIX}.session_token=`))
  return cookie?.split(';')[0] ?? ''
}

type Resident = z.input<typeof ResidentSignUp>
type Request = z.input<typeof RequestQuotes>

/** A configuration that uses no folder and no other machine. */
export function testConfig(env: NodeJS.ProcessEnv = {}) {
  return readConfig({ SECRET: 'only-for-tests-'.repeat(3), LOG_LEVEL: 'silent', ...env })
}

async function moveIn(portal: Portal, typeId: (service: string) => string): Promise<Record<Name, Person>> {
  const captain = (name: Name, home: Partial<Resident>) =>
    signUpAsResident(portal, residentNamed(name, { ...home, number_of_units: 24 }))
  const neighbor = (name: Name, home: Partial<Resident>) =>
    signUpAsResident(portal, residentNamed(name, home))
  const vendor = (name: Vendor) => {
    const { company_name, services } = VENDORS[name]
    return signUpAsVendor(portal, vendorNamed(name, company_name, services.map(typeId)))
  }
  const ada = signUpAsVendor(portal, vendorNamed('ada', 'Stoop Office', [typeId('Concierge')]))
  const [maya, otto, evergreen, curb, hilltop] = await Promise.all([
    captain('maya', MINOR),
    captain('otto', DENNY),
    vendor('evergreen'),
    vendor('curb'),
    vendor('hilltop'),
    ada.then(({ email }) => asSystem(portal.db, (tx) => appointAdmin(tx, email))),
  ])
  const [ned, pia, olga, cole] = await Promise.all([
    neighbor('ned', MINOR),
    neighbor('pia', MINOR),
    neighbor('olga', DENNY),
    joinTeam(portal, curb, { ...account('cole'), vendor_role: 'crew' }),
  ])
  await maya.call.members.accept({ id: ned.id })
  // As if it had been sent.
  await asSystem(portal.db, (tx) => tx.deleteFrom('mails').where('recipient', '=', cole.email).execute())
  return { maya, ned, pia, otto, olga, evergreen, curb, hilltop, cole, ada: await ada }
}

function returnHome(portal: Portal, known: Known): Record<Name, Person> {
  return mapPeople(known, ({ id, email, cookies }) => {
    const jar = new Headers(cookies.map((cookie) => ['set-cookie', cookie]))
    return { id, email, jar, call: openBrowser(portal, undefined, jar) }
  })
}

function mapPeople<From, To>(people: Record<Name, From>, map: (person: From) => To): Record<Name, To> {
  const mapped = Object.entries(people).map(([name, person]) => [name, map(person)])
  return Object.fromEntries(mapped)
}

function residentNamed(name: string, signUp: Partial<Resident>): Resident {
  return { ...MINOR, ...account(name), phone: null, unit_number: '3B', ...signUp }
}

function vendorNamed(name: string, company_name: string, service_type_ids: string[]) {
  const office = { address: '88 Spring St', city: 'Seattle', state: 'WA', zip_code: '98104' }
  return { ...account(name), phone: '(206) 555-0142', company_name, ...office, service_type_ids }
}

function account(name: string) {
  const first_name = name.charAt(0).toUpperCase() + name.slice(1)
  return { first_name, last_name: 'Test', email: `${name}@example.com`, password: PASSWORD }
}

async function quoteOf(portal: Portal, vendorId: string, serviceId: string): Promise<string> {
  const quote = await asSystem(portal.db, (tx) =>
    tx
      .selectFrom('service_quotes')
      .where('vendor_id', '=', vendorId)
      .where('building_service_id', '=', serviceId)
      .orderBy('round', 'desc')
      .select('id')
      .executeTakeFirst(),
  )
  if (!quote) throw new Error(`The vendor has no quote for ${serviceId}`)
  return quote.id
}
