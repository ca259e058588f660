import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { MINOR, openWorld, type World } from '../../../../test/world.ts'
import { RESIDENT_POWERS } from '../../../domain/members/office.ts'
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
  (await members().list()).members.map(({ first_name, role, status }) => `${first_name} ${role} ${status}`)

/** A member's events and mails, newest first. */
async function events(subject: string) {
  const { rows } = await db.query(
    `select e.kind, e.actor, b.address, m.recipient from events e join buildings b on b.id = e.building_id
     left join mails m on m.event_id = e.id where e.subject = $1 order by e.id desc`,
    [subject],
  )
  return rows
}

test('the list shows the building’s people, those who wait first, then oldest first, whatever their names or later changes [6.tenant.2] [7.members.1] [V15.3.1]', async () => {
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
  const [first] = (await world.as('ned').members.list()).members
  expect(Object.keys(first ?? {}).sort()).toEqual(
    [
      'confirmed',
      'created_at',
      'email',
      'first_name',
      'id',
      'last_name',
      'offices',
      'role',
      'status',
      'unit_number',
    ].sort(),
  )
  expect((await world.as('otto').members.list()).members.map(({ first_name }) => first_name)).toEqual([
    'Olga',
    'Otto',
  ])
})

test('those who decide see whether somebody who waits has confirmed their address, and nobody else', async () => {
  const { id } = await world.resident('unsure')
  const confirmed = async (by: 'maya' | 'ned') => {
    const { members } = await world.as(by).members.list()
    return [
      members.find((member) => member.id === id)?.confirmed,
      members.find(({ status }) => status === 'active')?.confirmed,
    ]
  }
  await db.query('update auth_users set email_verified = false where id = $1', [id])
  expect(await confirmed('maya')).toEqual([false, null])
  expect(await confirmed('ned')).toEqual([null, null])
  await db.query('update auth_users set email_verified = true where id = $1', [id])
  expect(await confirmed('maya')).toEqual([true, null])
  await db.query('delete from auth_users where id = $1', [id])
})

test('a search finds those in whose name, address or unit each word occurs, and counts as before', async () => {
  await db.query(`update profiles set unit_number = '12%' where first_name = 'Ned'`)
  const found = async (search: string) => {
    const { members, total } = await world.as('maya').members.list({ page: 1, search })
    expect(total).toBe(members.length)
    return members.map(({ first_name }) => first_name)
  }
  expect(await found('NED')).toEqual(['Ned'])
  expect(await found(' maya@EXAMPLE ')).toEqual(['Maya'])
  expect(await found('test ned')).toEqual(['Ned'])
  expect(await found('12%')).toEqual(['Ned'])
  expect(await found('ned maya')).toEqual([])
  expect(await found('_')).toEqual([])
  expect(await found('otto'), 'of another building').toEqual([])
  const { people, waiting, total } = await world.as('maya').members.list({ page: 1, search: 'ned' })
  const all = await members().list()
  expect({ people, waiting, total }).toEqual({ people: all.total, waiting: all.waiting, total: 1 })
  await expect(found('x'.repeat(101))).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: 'Search can have at most 100 characters',
  })
})

test('accepting gives a pending person access at their next call and mails them; accepting again is rejected [4.profile.4] [6.pending]', async () => {
  const pia = { id: world.idOf('pia') }
  await expect(world.as('pia').services.list()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await members().accept(pia)
  expect(await world.as('pia').services.list()).toEqual([])
  expect(await world.as('pia').accounts.session()).toMatchObject({
    viewer: { kind: 'resident', powers: RESIDENT_POWERS },
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
  expect(await world.as('ned').accounts.session()).toMatchObject({
    viewer: { kind: 'pending' },
    building: null,
  })
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
  expect(await world.as('maya').accounts.session()).toMatchObject({
    viewer: { kind: 'resident', powers: POWERS },
  })
  expect((await events(world.idOf('maya'))).map(({ kind }) => kind)).toEqual(['captain_appointed'])
})

describe('declining a person who waits', () => {
  const joiner = async (name: string) => {
    const person = await world.resident(name)
    await db.query(`update mails set sent_at = now() where sent_at is null`)
    return person
  }

  test('deletes their account and sessions, mails them the reason, and lets them ask again', async () => {
    const person = await joiner('dora')
    const units = (await members().list()).total
    await members().decline({ id: person.id, reason: 'Nobody of that name lives here.' })
    expect(await person.call.accounts.session()).toBeNull()
    expect((await members().list()).total).toBe(units - 1)
    const { rows } = await db.query(
      `select m.recipient, e.data, exists (select from auth_users where email = m.recipient) as account
       from mails m join events e on e.id = m.event_id where e.kind = 'member_declined'`,
    )
    const data = { name: 'Dora Test', reason: 'Nobody of that name lives here.' }
    expect(rows).toEqual([{ recipient: 'dora@example.com', data, account: false }])
    await world.resident('dora')
  })

  test('with a block keeps the address from asking this building again, until it is unblocked', async () => {
    const person = await joiner('bert')
    await members().decline({ id: person.id, block: true })
    await expect(world.resident('bert')).rejects.toMatchObject({
      message: 'This building does not take requests from this e-mail address.',
    })
    expect((await members().blocked()).map(({ email }) => email)).toEqual(['bert@example.com'])
    expect(await world.as('otto').members.blocked()).toEqual([])
    await expect(world.as('otto').members.unblock({ email: 'bert@example.com' })).rejects.toThrow('find')
    await members().unblock({ email: 'bert@example.com' })
    await world.resident('bert')
  })

  test('keeps what they did while they were active', async () => {
    const service = await world.request('Tree Care', {}, 'ned')
    await members().remove({ id: world.idOf('ned') })
    await members().decline({ id: world.idOf('ned') })
    const listed = await world.as('maya').services.list()
    expect(listed.map(({ id }) => id)).toContain(service)
    await world.quote('evergreen', service, 100_00)
  })

  test('is refused for an active person and in another building', async () => {
    await members()
      .accept({ id: world.idOf('pia') })
      .catch(() => undefined)
    await expect(members().decline({ id: world.idOf('maya') })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(members().decline({ id: world.idOf('olga') })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('the list has pages of 50, and those who wait come first', async () => {
  await db.query(
    `with added as (insert into auth_users (name, email, email_verified)
       select 'Page ' || n, 'page' || n || '@example.com', true from generate_series(1, 60) n returning id, email)
     insert into profiles (id, first_name, last_name, email, role, status, building_id, created_at)
     select a.id, 'Page', 'Person', a.email, 'homeowner', 'active', b.id, '2020-01-01' from added a, buildings b
     where b.address = $1`,
    [MINOR.address],
  )
  const waiting = await world.resident('waiter')
  const first = await members().list()
  expect(first.members).toHaveLength(50)
  expect(first.waiting).toBe(first.members.filter(({ status }) => status === 'pending').length)
  expect(first.members.slice(0, first.waiting).map(({ id }) => id)).toContain(waiting.id)
  const second = await members().list({ page: 2 })
  expect(second.members).toHaveLength(first.total - 50)
  const ids = [...first.members, ...second.members].map(({ id }) => id)
  expect(new Set(ids).size).toBe(first.total)
})
