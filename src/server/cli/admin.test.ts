import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeFor } from '../../../test/authenticator.ts'
import { createWorldDatabase } from '../../../test/database.ts'
import { openWorld, PASSWORD, TODAY, type World } from '../../../test/world.ts'
import { POWERS } from '../../domain/viewer.ts'
import { asSystem } from '../db/as-viewer.ts'
import { makeAdmin, removeFactors, signOut } from './admin.ts'

let world: World
beforeAll(async () => {
  world = await openWorld(await createWorldDatabase('admin'))
})
afterAll(() => world.close())

const make = (...args: string[]) => makeAdmin(world.portal.db, args)
const read = <T>(work: Parameters<typeof asSystem<T>>[1]) => asSystem(world.portal.db, work)

test('a resident becomes an admin immediately, in the open session, and leaves the building [6.admin]', async () => {
  expect((await world.as('ned').accounts.session())?.viewer.kind).toBe('resident')
  expect(await make(' NED@example.com')).toBe('NED@example.com is an admin now.')
  expect(await world.as('ned').accounts.session()).toMatchObject({
    viewer: { kind: 'admin' },
    role: 'admin',
    building: null,
  })
  const events = await read((tx) =>
    tx.selectFrom('events').where('kind', '=', 'admin_appointed').select(['actor', 'subject']).execute(),
  )
  expect(events).toContainEqual({ actor: null, subject: world.idOf('ned') })

  expect(await make('ned@example.com')).toBe('ned@example.com is an admin already.')
  const again = await read((tx) =>
    tx.selectFrom('events').where('kind', '=', 'admin_appointed').select('id').execute(),
  )
  expect(again).toHaveLength(events.length)
})

test('a pending person can become an admin, too', async () => {
  await make('pia@example.com')
  expect((await world.as('pia').accounts.session())?.viewer.kind).toBe('admin')
})

test('a captain with neighbors is rejected; a captain alone is accepted, and the next resident becomes captain', async () => {
  await expect(make('otto@example.com')).rejects.toThrow(
    'otto@example.com is the captain of a building with other residents, who need one: sign up with another address, and use that one here.',
  )
  expect(await world.as('otto').accounts.session()).toMatchObject({
    viewer: { kind: 'resident', powers: POWERS },
  })

  const home = { address: '1 Lonely Ln', number_of_units: 4 }
  const lone = await world.resident('lone', home)
  await make(lone.email)
  expect((await lone.call.accounts.session())?.viewer.kind).toBe('admin')
  const next = await world.resident('next', home)
  expect(await next.call.accounts.session()).toMatchObject({ viewer: { kind: 'resident', powers: POWERS } })
})

test('a vendor with an accepted quote is rejected; one without gets no more requests and loses its open quotes', async () => {
  const service = await world.request('Snow Removal')
  const won = await world.quote('curb', service, 80_00)
  await world.accept(service, won)
  await expect(make('curb@example.com')).rejects.toThrow(/accepted quotes, whom buildings rely on/)

  const open = await world.request('Window Washing', { preferred_start_date: TODAY })
  await world.quote('hilltop', open, 50_00)
  await make('hilltop@example.com')
  const { quotes } = await world.as('maya').quotes.received({ building_service_id: open })
  expect(quotes).toEqual([])
  // The building's and the company's open screens hear of it.
  const hilltop = await read((tx) =>
    tx
      .selectFrom('events')
      .where('kind', 'in', ['quote_withdrawn', 'vendor_services_changed'])
      .select(['kind', 'actor', 'subject', 'building_id'])
      .orderBy('id')
      .execute(),
  )
  const { building_id } = await read((tx) =>
    tx.selectFrom('building_services').where('id', '=', open).select('building_id').executeTakeFirstOrThrow(),
  )
  expect(hilltop[0]).toMatchObject({ kind: 'vendor_services_changed', actor: null, building_id: null })
  expect(hilltop).toContainEqual({ kind: 'quote_withdrawn', actor: null, subject: open, building_id })
  const { vendors } = await world.as('maya').services.request({
    service_type_id: world.typeId('Landscaping'),
    description: 'Hedges',
    service_type: 'on-demand',
    preferred_start_date: TODAY,
  })
  expect(vendors).toBe(2)
})

test('signs one account out everywhere, or everybody, and records it [V7.4.5]', async () => {
  const out = (...args: string[]) => signOut(world.portal.db, args)
  const isIn = async (name: 'olga' | 'evergreen') => (await world.as(name).accounts.session()) !== null
  expect(await out(' OLGA@example.com')).toBe('1 session has ended.')
  expect([await isIn('olga'), await isIn('evergreen')]).toEqual([false, true])
  expect(await out('olga@example.com')).toBe('0 sessions have ended.')
  await expect(out('nobody@example.com')).rejects.toThrow(
    'Nobody has signed up to Stoop as nobody@example.com.',
  )
  for (const args of [[], ['olga@example.com', 'more']])
    await expect(out(...args)).rejects.toThrow('Usage: npm run admin -- sign-out <email>, or everybody')
  expect(await out('everybody')).toMatch(/^\d+ sessions have ended\.$/)
  expect(await isIn('evergreen')).toBe(false)
  const events = await read((tx) =>
    tx
      .selectFrom('events')
      .where('kind', '=', 'account_signed_out')
      .select(['actor', 'subject', 'data'])
      .execute(),
  )
  for (const name of ['olga', 'evergreen'] as const)
    expect(events.filter(({ subject }) => subject === world.idOf(name))).toEqual([
      { actor: null, subject: world.idOf(name), data: { sessions: 1 } },
    ])
})

test('removes the second factor of somebody who lost it, and signs them out [V6.4.4]', async () => {
  const reset = (...args: string[]) => removeFactors(world.portal.db, args)
  const { call, email } = await world.resident('lou', { address: '1 Lost St', number_of_units: 2 })
  expect(await reset(email)).toBe('lou@example.com has no second factor.')
  const { uri } = await call.factors.startApp({ current_password: PASSWORD })
  await call.factors.enableApp({ code: await codeFor(new URL(uri).searchParams.get('secret') ?? '') })
  expect(await reset(' LOU@example.com')).toBe(
    'lou@example.com signs in with the password alone now. All sessions have ended.',
  )
  expect(await call.accounts.session()).toBeNull()
  expect(await call.accounts.signIn({ email, password: PASSWORD })).toEqual({ second_step: null })
  expect(await call.factors.get()).toMatchObject({ app: false, recovery_codes_left: 0 })
  await expect(reset('nobody@example.com')).rejects.toThrow(
    'Nobody has signed up to Stoop as nobody@example.com.',
  )
  for (const args of [[], [email, 'more']])
    await expect(reset(...args)).rejects.toThrow('Usage: npm run admin -- reset-factors <email>')
})

test('no address, two addresses, or an unknown address each print a message', async () => {
  const usage = 'Usage: npm run admin -- <email>'
  await expect(make()).rejects.toThrow(usage)
  await expect(make('maya@example.com', 'ned@example.com')).rejects.toThrow(usage)
  await expect(make('nobody@example.com')).rejects.toThrow(
    'Nobody has signed up to Stoop as nobody@example.com',
  )
})
