import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../test/database.ts'
import { openWorld, PASSWORD, type World } from '../../../test/world.ts'
import { createPool } from '../database/pool.ts'
import { signIn } from '../demo/person.ts'
import { changePassword } from './password.ts'

const NEW = 'a-brand-new-one'
let world: World
let db: ReturnType<typeof createPool>

beforeAll(async () => {
  const connection = await createWorldDatabase('profile')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
})
afterAll(() => Promise.all([db.end(), world.close()]))
beforeEach(() => db.query('truncate sign_in_limits'))

const ned = () => world.as('ned').accounts

describe('the profile', () => {
  test('is read and saved; neighbours and the greeting see it at once', async () => {
    expect(await ned().profile()).toEqual({
      first_name: 'Ned',
      last_name: 'Test',
      email: 'ned@example.com',
      phone: null,
      unit_number: '3B',
      dog_photo_url: null,
      created_at: expect.any(Date),
      pending_email: null,
    })
    const form = { first_name: ' Edward ', last_name: 'Stone', email: 'NED@example.com', phone: '2065550123' }
    expect(await ned().updateProfile({ ...form, unit_number: '' })).toEqual({ email_requested: false })
    expect(await ned().profile()).toMatchObject({
      first_name: 'Edward',
      last_name: 'Stone',
      email: 'ned@example.com',
      phone: '(206) 555-0123',
      unit_number: null,
    })
    expect(await ned().session()).toMatchObject({ first_name: 'Edward' })
    const members = await world.as('maya').members.list()
    expect(members.map(({ first_name }) => first_name)).toContain('Edward')
    const { rows } = await db.query(`select actor, subject, building_id is not null as in_building from events
      where kind = 'profile_updated'`)
    expect(rows).toEqual([{ actor: world.idOf('ned'), subject: world.idOf('ned'), in_building: true }])
  })

  test.each([
    ['first_name', '', 'First Name is required'],
    ['last_name', ' ', 'Last Name is required'],
    ['email', '', 'Email is required'],
    ['email', 'nobody', 'Email must be a valid e-mail address'],
    ['phone', '555', 'Phone must have 10 digits'],
    ['unit_number', 'x'.repeat(21), 'Unit Number can have at most 20 characters'],
  ])('%s %j is refused by its name', async (field, value, message) => {
    const form = { first_name: 'Ned', last_name: 'Test', email: 'ned@example.com', [field]: value }
    const answer = expect(ned().updateProfile(form)).rejects
    await answer.toMatchObject({ code: 'BAD_REQUEST', message, cause: { field } })
  })
})

describe('a password', () => {
  const change = (current_password: string, new_password: string) =>
    ned().changePassword({ current_password, new_password })

  test('changes when the current one is right; other sessions end, this one stays', async () => {
    const elsewhere = await signIn(world.portal, { email: 'ned@example.com', password: PASSWORD })
    expect(await elsewhere.call.accounts.session()).not.toBeNull()
    await change(PASSWORD, NEW)
    expect(await elsewhere.call.accounts.session()).toBeNull()
    expect(await ned().session()).toMatchObject({ email: 'ned@example.com' })
    await expect(signIn(world.portal, { email: 'ned@example.com', password: PASSWORD })).rejects.toThrow()
    await signIn(world.portal, { email: 'ned@example.com', password: NEW })
    const { rows } = await db.query(`select subject, data from events where kind = 'password_changed'`)
    expect(rows).toEqual([{ subject: world.idOf('ned'), data: {} }])
    await change(NEW, PASSWORD)
  })

  test('stays when the current one is wrong, and so do the sessions; guesses are counted', async () => {
    const elsewhere = await signIn(world.portal, { email: 'ned@example.com', password: PASSWORD })
    const wrong = {
      code: 'BAD_REQUEST',
      message: 'Current Password is not right',
      cause: { field: 'current_password' },
    }
    await expect(change('a guess', NEW)).rejects.toMatchObject(wrong)
    // As if nine more had been wrong, since each one costs the time of two hashes.
    await db.query(`update sign_in_limits set points = 10 where key = 'password:' || $1`, [world.idOf('ned')])
    await expect(change(PASSWORD, NEW)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(await elsewhere.call.accounts.session()).not.toBeNull()
  })

  test('can’t be changed once the session ended in the middle of the call, and says so', async () => {
    const passwords = { current_password: PASSWORD, new_password: NEW }
    const late = changePassword(world.portal.auth, new Headers(), passwords)
    await expect(late).rejects.toMatchObject({ code: 'signed_out' })
  })

  test('is compared exactly, and has 6 to 128 characters', async () => {
    const refused = { code: 'BAD_REQUEST', cause: { field: 'new_password' } }
    await expect(change(PASSWORD, 'short')).rejects.toMatchObject({
      ...refused,
      message: 'New password must be at least 6 characters',
    })
    await expect(change(PASSWORD, 'x'.repeat(129))).rejects.toMatchObject(refused)
    await change(PASSWORD, '  six ')
    await expect(change('six', NEW)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await change('  six ', PASSWORD)
  })
})
