import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { openPostOffice } from '../../../../test/mailbox.ts'
import { openWorld, PASSWORD, type World } from '../../../../test/world.ts'
import { RESIDENT_POWERS } from '../../../domain/members/office.ts'
import { POWERS } from '../../../domain/viewer.ts'
import { readInvariants } from '../../cli/check.ts'
import { createPool } from '../../db/pool.ts'

// 'Hand Over', and that a building keeps a captain: Product 4.1, 4.2.

let world: World
let db: pg.Pool
let post: ReturnType<typeof openPostOffice>

beforeAll(async () => {
  const connection = await createWorldDatabase('captaincy')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
  post = openPostOffice(world.portal)
})
beforeEach(() => db.query('delete from captaincy_offers'))
afterAll(async () => {
  expect((await db.query(await readInvariants())).rows).toEqual([])
  post.close()
  await Promise.all([db.end(), world.close()])
})

const proof = { current_password: PASSWORD }
const asMaya = () => world.as('maya').members
const asNed = () => world.as('ned').members
const offerToNed = () => asMaya().offerCaptaincy({ id: world.idOf('ned'), ...proof })
const roles = async () => {
  const { rows } = await db.query(
    `select p.first_name, p.role, b.captain_id = p.id as named from profiles p join buildings b on b.id = p.building_id
     where b.address = '1431 Minor Ave' and p.status = 'active' order by 1`,
  )
  return rows.map(({ first_name, role, named }) => `${first_name} ${role} ${named}`)
}
const BEFORE = ['Maya captain true', 'Ned homeowner false']
const kinds = async () =>
  (await db.query(`select kind from events where kind like 'captaincy%' order by id`)).rows.map(
    ({ kind }) => kind,
  )

test('takes the captain’s password, and a neighbor who was accepted [6.captain.3] [V7.5.1]', async () => {
  await expect(
    asMaya().offerCaptaincy({ id: world.idOf('ned'), current_password: 'a guess' }),
  ).rejects.toThrow('Current Password is not right')
  for (const name of ['maya', 'pia'] as const)
    await expect(asMaya().offerCaptaincy({ id: world.idOf(name), ...proof })).rejects.toThrow(
      'only a neighbor who was accepted can take over',
    )
  await expect(asMaya().offerCaptaincy({ id: world.idOf('otto'), ...proof })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(asNed().offerCaptaincy({ id: world.idOf('maya'), ...proof })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  expect(await asMaya().offer()).toBeNull()
})

test('nothing changes until the neighbor accepts; only the two see it; sent again it is there once', async () => {
  await offerToNed()
  await offerToNed()
  expect(await roles()).toEqual(BEFORE)
  const shown = { captain: 'Maya Test', successor: 'Ned Test', to_person: world.idOf('ned') }
  expect(await asMaya().offer()).toMatchObject(shown)
  expect(await asNed().offer()).toMatchObject(shown)
  expect(await world.as('ned').accounts.session()).toMatchObject({ captaincy_offered: true })
  expect(await world.as('maya').accounts.session()).toMatchObject({ captaincy_offered: false })
  expect(await world.as('otto').members.offer()).toBeNull()
  expect(await kinds()).toEqual(['captaincy_offered'])
  expect((await post.mailsTo('ned@example.com')).at(-1)).toContain('would like to hand over to you')
  const samir = await world.resident('samir')
  await asMaya().accept({ id: samir.id })
  expect(await samir.call.members.offer()).toBeNull()
  await expect(samir.call.members.acceptCaptaincy({})).rejects.toThrow('no longer hands over to you')
  await expect(samir.call.members.declineCaptaincy({})).rejects.toThrow('no longer hands over to you')
  await expect(asMaya().offerCaptaincy({ id: samir.id, ...proof })).rejects.toThrow('somebody else already')
  await asMaya().remove({ id: samir.id })
})

test('declined or withdrawn, the captain stays, and the other is mailed', async () => {
  await offerToNed()
  await asNed().declineCaptaincy({})
  expect(await roles()).toEqual(BEFORE)
  await expect(asNed().acceptCaptaincy({})).rejects.toThrow('no longer hands over to you')
  expect((await post.mailsTo('maya@example.com')).at(-1)).toContain('You stay the HOA representative')
  await offerToNed()
  await asMaya().withdrawCaptaincy({})
  await expect(asMaya().withdrawCaptaincy({})).rejects.toThrow('no longer hands over')
  await expect(asNed().acceptCaptaincy({})).rejects.toThrow('no longer hands over to you')
  expect(await roles()).toEqual(BEFORE)
  expect((await post.mailsTo('ned@example.com')).at(-1)).toContain('has taken the question back')
})

test('who is removed meanwhile is asked no more', async () => {
  await offerToNed()
  await asMaya().remove({ id: world.idOf('ned') })
  expect(await asMaya().offer()).toBeNull()
  await asMaya().accept({ id: world.idOf('ned') })
  await expect(asNed().acceptCaptaincy({})).rejects.toThrow('no longer hands over to you')
  expect(await roles()).toEqual(BEFORE)
})

test('a captain can’t leave without handing over, and is not removed by a query either', async () => {
  await expect(world.as('maya').accounts.close(proof)).rejects.toThrow('Hand over first')
  const captainless = [
    `update profiles set role = 'homeowner' where email = 'maya@example.com';
     update buildings set captain_id = null where address = '1431 Minor Ave'`,
    `update buildings set captain_id = null where address = '1431 Minor Ave';
     delete from auth_users where email = 'maya@example.com'`,
    `update profiles set role = 'homeowner', status = 'pending' where email = 'maya@example.com';
     update buildings set captain_id = null where address = '1431 Minor Ave'`,
  ]
  for (const statements of captainless)
    await expect(db.query(`begin; ${statements}; commit`)).rejects.toMatchObject({
      constraint: 'building_has_a_captain',
    })
  await db.query('rollback')
  // Nor is anybody accepted into a building without one.
  await expect(
    db.query(`begin; update buildings set captain_id = null where address = '420 Denny Way';
      delete from auth_users where email = 'otto@example.com';
      update profiles set status = 'active' where email = 'olga@example.com'; commit`),
  ).rejects.toMatchObject({ constraint: 'building_has_a_captain' })
  await db.query('rollback')
  expect(await roles()).toEqual(BEFORE)
})

test('accepted, both change at their next call, both are mailed, and the new captain holds no other office', async () => {
  await asMaya().setOffices({ id: world.idOf('ned'), offices: ['treasurer'] })
  await offerToNed()
  await asNed().acceptCaptaincy({})
  expect(await roles()).toEqual(['Maya homeowner false', 'Ned captain true'])
  expect(await world.as('ned').accounts.session()).toMatchObject({
    viewer: { powers: POWERS },
    captaincy_offered: false,
  })
  expect(await world.as('maya').accounts.session()).toMatchObject({ viewer: { powers: RESIDENT_POWERS } })
  expect((await asNed().offices()).officers).toEqual([])
  await expect(asMaya().remove({ id: world.idOf('ned') })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect((await post.mailsTo('maya@example.com')).at(-1)).toContain('Your neighbor has accepted')
  expect((await post.mailsTo('ned@example.com')).at(-1)).toContain('You took over from Maya Test')
  await expect(asNed().acceptCaptaincy({})).rejects.toThrow('no longer hands over to you')
})
