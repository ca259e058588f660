import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller } from '../src/server/app.ts'
import { createPool } from '../src/server/db/pool.ts'
import type { Procedures } from '../src/server/demo/person.ts'
import { createWorldDatabase } from './database.ts'
import { contextOf } from './procedures.ts'
import { openWorld, type World } from './world.ts'

let world: World
let db: pg.Pool
/** A second person of evergreen's company, in a session of their own. */
let ezra: { id: string; call: Procedures }

beforeAll(async () => {
  const connection = await createWorldDatabase('company')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
  const { rows } = await db.query<{ id: string }>(
    `with account as (insert into auth_users (name, email) values ('Ezra Test', 'ezra@example.com') returning id, email)
     insert into profiles (id, first_name, last_name, email, role, status, vendor_id)
     select id, 'Ezra', 'Test', email, 'contractor', 'active', $1 from account returning id`,
    [world.companyOf('evergreen')],
  )
  const id = rows[0]?.id ?? ''
  const call = createCaller(async () => {
    const context = await contextOf(world, 'evergreen')()
    if (context.session?.viewer.kind !== 'vendor') throw new Error('Evergreen is not a vendor')
    const { session } = context
    return { ...context, session: { ...session, viewer: { ...context.session.viewer, id } } }
  })
  ezra = { id, call }
})
afterAll(() => Promise.all([db.end(), world.close()]))

const lastEvent = async (kind: string) =>
  (await db.query('select actor, vendor_id from events where kind = $1 order by id desc limit 1', [kind]))
    .rows
const mailed = async (kind: string) => {
  const { rows } = await db.query<{ recipient: string }>(
    `select split_part(recipient, '@', 1) as recipient from mails
     where event_id = (select max(id) from events where kind = $1) order by 1`,
    [kind],
  )
  return rows.map(({ recipient }) => recipient)
}

test('a second person of a company acts for it under their own name, and its mail goes to both', async () => {
  const by = { actor: ezra.id, vendor_id: world.companyOf('evergreen') }
  const service = await world.request('Landscaping', { preferred_start_date: '2026-11-24' })
  expect(await mailed('service_requested')).toEqual([])
  const quotes = await ezra.call.quotes.list({ tab: 'needs_quote', page: 1 })
  expect(quotes).toHaveLength(1)
  const id = await world.quoteOf('evergreen', service)
  await ezra.call.quotes.submit({ id, per_visit_price: 90_00 })
  expect(await lastEvent('quote_submitted')).toEqual([by])
  await world.accept(service, id)
  expect(await mailed('quote_accepted')).toEqual(['evergreen', 'ezra'])

  const [visit] = (await ezra.call.visits.upcoming({ page: 1 })).visits
  if (!visit) throw new Error('No visit was booked')
  const { scheduled_date: shown_date, scheduled_time: shown_time } = visit
  const shown = { id: visit.id, shown_date, shown_time, reason: 'Rain' }
  await ezra.call.visits.move({ ...shown, scheduled_date: '2026-11-25', scheduled_time: '10:00' })
  expect(await lastEvent('visit_moved')).toEqual([by])
  expect(await mailed('visit_moved')).toEqual(['maya'])
  const moved = { ...shown, shown_date: '2026-11-25', shown_time: '10:00' }
  await world.as('maya').visits.cancel(moved)
  expect(await mailed('visit_cancelled')).toEqual(['evergreen', 'ezra'])
})

test('both see the same company data, and either can change what it offers', async () => {
  const shown = async ({ quotes, visits, vendors }: Procedures) => [
    await quotes.counts(),
    await quotes.list({ tab: 'all', page: 1 }),
    await visits.upcoming({ page: 1, all: true }),
    await visits.toComplete({ page: 1 }),
    await vendors.dashboard(),
  ]
  expect(await shown(ezra.call)).toEqual(await shown(world.as('evergreen')))
  const { company_name, address, city, state, zip_code, ...own } = await ezra.call.vendors.get()
  expect(own).toMatchObject({ first_name: 'Ezra', email: 'ezra@example.com' })
  await ezra.call.vendors.update({
    ...{ first_name: 'Ezra', last_name: 'Test', email: own.email, phone: '(206) 555-0143' },
    ...{ company_name, address, city, state, zip_code },
    service_type_ids: [world.typeId('Painting')],
  })
  const event = { actor: ezra.id, vendor_id: world.companyOf('evergreen') }
  expect(await lastEvent('vendor_services_changed')).toEqual([event])
  const { service_type_ids, first_name } = await world.as('evergreen').vendors.get()
  expect([service_type_ids, first_name]).toEqual([[world.typeId('Painting')], 'Evergreen'])
})
