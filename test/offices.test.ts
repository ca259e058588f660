import { TRPCError } from '@trpc/server'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOLDERS, type Holder } from '../src/domain/members/office.ts'
import type { Power, ResidentViewer } from '../src/domain/viewer.ts'
import { createWorldDatabase } from './database.ts'
import { seed } from './features.ts'
import { isReached, powerActs } from './power-acts.ts'
import { call, procedures } from './procedures.ts'
import { isAdmitted, type Visitor } from './visitors.ts'
import { openWorld, PASSWORD, type World } from './world.ts'

// Each power x each office x each procedure x the rows that it opens, by the real procedures and an open session. Product 4.2

/** Written once more, not derived from the code. */
const OF_RESIDENTS: Power[] = ['request_services', 'accept_quotes']
const OF_OFFICES: Power[] = [
  ...OF_RESIDENTS,
  'manage_visits',
  'approve_invoices',
  'manage_budget',
  'manage_members',
  'manage_documents',
  'manage_announcements',
  'manage_votes',
  'manage_building',
]
const cases = HOLDERS.flatMap((holder) =>
  (holder === 'resident' ? OF_RESIDENTS : OF_OFFICES).map((power) => [holder, power] as const),
)

/** Those that a power opens to residents. */
const guarded = procedures.filter(
  ({ case: { audiences } }) =>
    audiences !== 'all' &&
    audiences.some((audience) => typeof audience === 'object' && 'resident' in audience),
)

let world: World
let client: pg.Client

beforeAll(async () => {
  const connection = await createWorldDatabase('offices')
  world = await openWorld(connection)
  client = new pg.Client(connection)
  await client.connect()
  const landscaping = await world.request('Landscaping')
  await world.accept(landscaping, await world.quote('evergreen', landscaping, 10_000))
  await seed(world, client)
  await world.quote('evergreen', await world.request('Tree Care'), 80_00)
  await say('resident', [])
})
afterAll(async () => {
  await client.end()
  await world.close()
})

const members = () => world.as('maya').members

/** What the captain says in the table of powers. */
async function say(holder: Holder, powers: Power[]): Promise<void> {
  const shown = (await members().offices()).powers[holder]
  await members().setPowers({ holder, powers, shown })
}

/** Ned holds this office, or none. */
const appoint = (holder: Holder) =>
  members().setOffices({ id: world.idOf('ned'), offices: holder === 'resident' ? [] : [holder] })

async function viewerNow(): Promise<ResidentViewer> {
  const viewer = (await world.as('ned').accounts.session())?.viewer
  if (viewer?.kind !== 'resident') throw new Error('Ned is a resident')
  return viewer
}

/** Whether Ned's open session gets in. The input is invalid, and a denial comes before it is parsed. */
async function isLetIn(path: string): Promise<boolean> {
  try {
    await call(world, 'ned', path, { nonsense: true })
    return true
  } catch (error) {
    if (error instanceof TRPCError) return error.code !== 'FORBIDDEN'
    throw error
  }
}

/** The procedures and rows that Ned reaches now, as the server and the database decide. */
async function reachedNow() {
  const viewer = await viewerNow()
  const open: string[] = []
  for (const { path } of guarded) if (await isLetIn(path)) open.push(path)
  const acts: string[] = []
  for (const [power, act] of Object.entries(powerActs(world)))
    if (await isReached(world, viewer, act)) acts.push(power)
  return { powers: viewer.powers, open, acts }
}

const opened = (power: Power) => {
  const visitor: Visitor = { who: 'ned', kind: 'resident', audience: 'resident', powers: [power] }
  return guarded.flatMap(({ path, case: { audiences } }) =>
    audiences !== 'all' && isAdmitted(visitor, audiences) ? [path] : [],
  )
}

describe.each(cases)('%s with the power %s alone', (holder, power) => {
  test('reaches what it opens and nothing else; taken away, it is gone with the next call of the open session', async () => {
    await appoint(holder)
    await say(holder, [power])
    expect(await reachedNow()).toEqual({ powers: [power], open: opened(power), acts: [power] })
    await say(holder, [])
    expect(await reachedNow()).toEqual({ powers: [], open: [], acts: [] })
  })
})

test('an office that is taken away, and a removal, are gone with the next call of the open session', async () => {
  await say('treasurer', ['manage_documents'])
  await appoint('treasurer')
  expect(await isLetIn('documents.bin')).toBe(true)
  await appoint('resident')
  expect(await isLetIn('documents.bin')).toBe(false)
  await appoint('treasurer')
  expect(await isLetIn('documents.bin')).toBe(true)
  await members().remove({ id: world.idOf('ned') })
  expect(await isLetIn('documents.bin')).toBe(false)
  await members().accept({ id: world.idOf('ned') })
  expect((await viewerNow()).powers, 'a new member holds no office').toEqual([])
})

test('with all powers that an office can have, nobody gives offices, hands over or removes an officer', async () => {
  const { id: samir, call: asSamir } = await world.resident('samir')
  await members().accept({ id: samir })
  await members().setOffices({ id: samir, offices: ['board_member'] })
  await appoint('secretary')
  await say('secretary', OF_OFFICES)
  expect((await viewerNow()).powers).toEqual(OF_OFFICES)
  const ned = world.as('ned').members
  const denied = { code: 'FORBIDDEN' }
  await expect(ned.setOffices({ id: samir, offices: [] })).rejects.toMatchObject(denied)
  await expect(ned.setPowers({ holder: 'secretary', powers: [], shown: [] })).rejects.toMatchObject(denied)
  await expect(ned.offerCaptaincy({ id: samir, current_password: PASSWORD })).rejects.toMatchObject(denied)
  await expect(ned.remove({ id: samir })).rejects.toMatchObject(denied)
  await expect(ned.remove({ id: world.idOf('maya') })).rejects.toMatchObject(denied)
  expect((await asSamir.accounts.session())?.viewer.kind).toBe('resident')
  await appoint('resident')
})

test('a server of an earlier version serves residents and their captain as before, and no officer', async () => {
  const acts = powerActs(world)
  const reached = async (viewer: ResidentViewer, powers: string) => {
    const found: string[] = []
    for (const [power, act] of Object.entries(acts))
      if (await isReached(world, viewer, act, { powers })) found.push(power)
    return found
  }
  await say('resident', [])
  await appoint('treasurer')
  expect(await reached(await viewerNow(), ''), 'names no powers for any of them').toEqual(OF_RESIDENTS)
  const maya = (await world.as('maya').accounts.session())?.viewer
  if (maya?.kind !== 'resident') throw new Error('Maya is a resident')
  const captains =
    'manage_building,manage_members,manage_documents,manage_visits,approve_invoices,manage_budget,hand_over'
  expect(await reached(maya, captains)).toEqual(
    expect.arrayContaining([...OF_RESIDENTS, ...captains.split(',')]),
  )
  const removal = sql`update profiles set status = 'pending' where id = ${world.idOf('ned')} returning id`
  expect(await isReached(world, maya, removal, { powers: captains }), 'also of an officer').toBe(true)
  await appoint('resident')
})

test('the captain has all powers, whatever the table says, and no office', async () => {
  for (const holder of HOLDERS) await say(holder, [])
  for (const { path } of guarded) {
    const answer = await call(world, 'maya', path, { nonsense: true }).catch((error: unknown) => error)
    expect([path, answer instanceof TRPCError && answer.code === 'FORBIDDEN']).toEqual([path, false])
  }
  await expect(members().setOffices({ id: world.idOf('maya'), offices: ['treasurer'] })).rejects.toThrow(
    'has all powers',
  )
})
