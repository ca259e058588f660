import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import { createPool } from '../../db/pool.ts'

let world: World
let db: ReturnType<typeof createPool>

beforeAll(async () => {
  const connection = await createWorldDatabase('profile')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
})
afterAll(() => Promise.all([db.end(), world.close()]))

const ned = () => world.as('ned')

describe('the profile', () => {
  test('is read and saved; neighbors and the greeting show the change immediately [7.profiles.1]', async () => {
    expect(await ned().profiles.get()).toEqual({
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
    expect(await ned().profiles.update({ ...form, unit_number: '' })).toEqual({ email_requested: false })
    const other = { ...form, email: 'ned.new@example.com' }
    await expect(ned().profiles.update(other)).rejects.toThrow('Current Password is required')
    await expect(ned().profiles.update({ ...other, current_password: 'a guess' })).rejects.toThrow(
      'Current Password is not right',
    )
    expect(await ned().profiles.get()).toMatchObject({
      first_name: 'Edward',
      last_name: 'Stone',
      email: 'ned@example.com',
      phone: '(206) 555-0123',
      unit_number: null,
    })
    expect(await ned().accounts.session()).toMatchObject({ first_name: 'Edward' })
    const { members } = await world.as('maya').members.list()
    expect(members.map(({ first_name }) => first_name)).toContain('Edward')
    const { rows } = await db.query(`select actor, subject, building_id is not null as in_building from events
      where kind = 'profile_updated'`)
    expect(rows).toEqual([{ actor: world.idOf('ned'), subject: world.idOf('ned'), in_building: true }])
  })

  test.each([
    ['first_name', '', 'First Name is required'],
    ['last_name', ' ', 'Last Name is required'],
    ['email', '', 'Email is required'],
    ['email', 'nobody', 'Email must look like ana@example.com'],
    ['phone', '555', 'Phone must have 10 digits'],
    ['unit_number', 'x'.repeat(21), 'Unit Number can have at most 20 characters'],
  ])('%s %j is rejected with its field [5.settings.1]', async (field, value, message) => {
    const form = { first_name: 'Ned', last_name: 'Test', email: 'ned@example.com', [field]: value }
    const answer = expect(ned().profiles.update(form)).rejects
    await answer.toMatchObject({ code: 'BAD_REQUEST', message, cause: { field } })
  })
})
