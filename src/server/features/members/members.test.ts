import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { MINOR, openWorld, type World } from '../../../../test/world.ts'
import { POWERS } from '../../../domain/viewer.ts'
import { createPool } from '../../db/pool.ts'

let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('members')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
})
afterAll(() => Promise.all([db.end(), world.close()]))

const members = () => world.as('maya').members
const list = async () =>
  (await members().list()).map(({ first_name, role, status }) => `${first_name} ${role} ${status}`)

/** A member's events and mails, newest first. */
async function events(subject: string) {
  const { rows } = await db.query(
    `select e.kind, e.actor, b.address, m.recipient from events e join buildings b on b.id = e.building_id
     left join mails m on m.event_id = e.id where e.subject = $1 order by e.id desc`,
    [subject],
  )
  return rows
}

test('the list shows the building’s people, oldest first, whatever their names or later changes [6.tenant.2] [7.members.1] [V15.3.1]', async () => {
  await world.resident('abel')
  await db.query(`update profiles set created_at = '2020-01-01' where first_name = 'Abel'`)
  await world.as('maya').members.remove({ id: world.idOf('ned') })
  await world.as('maya').members.accept({ id: world.idOf('ned') })
  await db.query(`update profiles set created_at = '2020-01-02' where first_name = 'Pia'`)
  expect(await list()).toEqual([
    'Abel homeowner pending',
    'Pia homeowner pending',
    'Maya captain active',
    'Ned homeowner active',
  ])
  const [first] = await world.as('ned').members.list()
  expect(Object.keys(first ?? {}).sort()).toEqual(
    ['created_at', 'email', 'first_name', 'id', 'last_name', 'role', 'status', 'unit_number'].sort(),
  )
  expect((await world.as('otto').members.list()).map(({ first_name }) => first_name).sort()).toEqual([
    'Olga',
    'Otto',
  ])
})

test('accepting gives a pending person access at their next call and mails them; accepting again is rejected [4.profile.4] [6.pending]', async () => {
  const pia = { id: world.idOf('pia') }
  await expect(world.as('pia').services.list()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await members().accept(pia)
  expect(await world.as('pia').services.list()).toEqual([])
  expect(await world.as('pia').accounts.session()).toMatchObject({
    kind: 'resident',
    powers: [],
    building: { address: MINOR.address },
  })
  const told = { kind: 'member_accepted', actor: world.idOf('maya'), address: MINOR.address }
  expect((await events(pia.id))[0]).toEqual({ ...told, recipient: 'pia@example.com' })

  const before = await events(pia.id)
  await expect(members().accept(pia)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'this person is not waiting for approval',
  })
  await expect(members().accept({ id: world.idOf('maya') })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await events(pia.id)).toEqual(before)
})

test('removing makes a person pending: their open session is rejected at its next call, and they are mailed [4.profile.5] [4.mail.5]', async () => {
  const ned = { id: world.idOf('ned') }
  await world.as('ned').members.list()
  await members().remove(ned)
  await expect(world.as('ned').members.list()).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: 'You are not allowed to do that.',
  })
  expect(await world.as('ned').accounts.session()).toMatchObject({ kind: 'pending', building: null })
  expect((await events(ned.id))[0]).toEqual({
    kind: 'member_removed',
    actor: world.idOf('maya'),
    address: MINOR.address,
    recipient: 'ned@example.com',
  })
  expect(await list()).toContain('Ned homeowner pending')
  await members().remove(ned)
  expect((await events(ned.id))[0]).toMatchObject({ kind: 'member_removed', recipient: null })
  await members().accept(ned)
  await world.as('ned').members.list()
})

test('accepting twice at the same moment: one succeeds, one mail goes out', async () => {
  const ned = { id: world.idOf('ned') }
  await members().remove(ned)
  const before = (await events(ned.id)).length
  const client = await db.connect()
  await client.query('begin')
  await client.query('select from profiles where id = $1 for update', [ned.id])
  const calls = Promise.allSettled([members().accept(ned), members().accept(ned)])
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const count = async () => {
    await client.query('select pg_stat_clear_snapshot()')
    return (await client.query(waiting)).rowCount
  }
  await expect
    .poll(count, { timeout: 20_000 })
    .toBe(2)
    .finally(() => client.query('commit').then(() => client.release()))
  const results = await calls
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await events(ned.id)).toHaveLength(before + 1)
})

test('a captain can’t be removed, not even by themselves [4.profile.6]', async () => {
  await expect(members().remove({ id: world.idOf('maya') })).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: 'a building keeps its HOA representative',
  })
  expect(await world.as('maya').accounts.session()).toMatchObject({ kind: 'resident', powers: POWERS })
  expect((await events(world.idOf('maya'))).map(({ kind }) => kind)).toEqual(['captain_appointed'])
})
