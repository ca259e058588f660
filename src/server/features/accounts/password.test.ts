import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { openWorld, PASSWORD, type World } from '../../../../test/world.ts'
import { createPool } from '../../db/pool.ts'
import { signIn } from '../../demo/person.ts'
import { changePassword } from './password.ts'

const NEW = 'a-brand-new-one'
let world: World
let db: ReturnType<typeof createPool>

beforeAll(async () => {
  const connection = await createWorldDatabase('password')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
})
afterAll(() => Promise.all([db.end(), world.close()]))
beforeEach(() => db.query('truncate sign_in_limits'))

const ned = () => world.as('ned').accounts

describe('a password', () => {
  const change = (current_password: string, new_password: string) =>
    ned().changePassword({ current_password, new_password })

  test('changes when the current one is right; other sessions end, and this one stays [5.settings.4] [7.auth.6] [V16.3.1] [V6.2.2] [V7.4.3]', async () => {
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

  test('does not change when the current one is wrong; sessions stay, and guesses are limited [V6.2.3]', async () => {
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

  test('changes once, if two sessions change it at once [V6.2.3]', async () => {
    const { email } = await world.resident('pat', { address: '1 Password St', number_of_units: 3 })
    const account = { email, password: PASSWORD }
    const sessions = [await signIn(world.portal, account), await signIn(world.portal, account)]
    const tried = await Promise.allSettled(
      sessions.map(({ call }, index) =>
        call.accounts.changePassword({ current_password: PASSWORD, new_password: `${NEW} ${index}` }),
      ),
    )
    expect(tried.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const kept = tried.findIndex(({ status }) => status === 'fulfilled')
    await signIn(world.portal, { ...account, password: `${NEW} ${kept}` })
  })

  test('cannot be changed if the session ended during the call, and the error says so', async () => {
    const passwords = { current_password: PASSWORD, new_password: NEW }
    const late = changePassword(world.portal.auth, new Headers(), passwords)
    await expect(late).rejects.toMatchObject({ code: 'signed_out' })
  })

  test('is not trimmed, and has 6 to 128 characters [V6.2.8]', async () => {
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
