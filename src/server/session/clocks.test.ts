import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createWorldDatabase } from '../../../test/database.ts'
import { openWorld, PASSWORD, type World } from '../../../test/world.ts'
import { createPool } from '../db/pool.ts'
import { openBrowser } from '../demo/person.ts'

// A server whose clock is wrong: whatever expires goes by the database's. test/faults/clocks.test.ts does it to processes.

const MINUTES = 60_000
let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('clocks')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
})
afterAll(() => Promise.all([db.end(), world.close()]))
beforeEach(() => db.query('truncate sign_in_limits'))
afterEach(() => void vi.useRealTimers())

const shift = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * MINUTES })

const OTTO = { email: 'otto@example.com', password: PASSWORD }
const guess = () => openBrowser(world.portal).accounts.signIn({ ...OTTO, password: 'not the password' })

describe.each([16, -16])('on a server that is %i minutes ahead', (minutes) => {
  const set = (values: string) =>
    db.query(`update auth_sessions set ${values} where user_id = $1`, [world.idOf('otto')])
  const enter = async () => {
    await db.query('delete from auth_sessions where user_id = $1', [world.idOf('otto')])
    const browser = openBrowser(world.portal)
    await browser.accounts.signIn(OTTO)
    return async () => (await browser.accounts.session()) !== null
  }

  test('a session begins and ends by the database’s clock, and is renewed by it [V7.3.1] [V7.3.2]', async () => {
    shift(minutes)
    const isIn = await enter()
    const times = async () =>
      (
        await db.query(
          `select round(extract(epoch from clock_timestamp() - created_at) / 60)::int as minutes,
            round(extract(epoch from expires_at - clock_timestamp()) / 86400, 2)::float as days
           from auth_sessions where user_id = $1`,
          [world.idOf('otto')],
        )
      ).rows
    expect(await times()).toEqual([{ minutes: 0, days: 30 }])

    await set(`expires_at = clock_timestamp() + interval '5 minutes'`)
    expect(await isIn()).toBe(true)
    expect(await times()).toEqual([{ minutes: 0, days: 30 }])

    await set(`expires_at = clock_timestamp() + interval '29 days 5 minutes'`)
    expect(await isIn()).toBe(true)
    expect(await times()).toEqual([{ minutes: 0, days: 29 }])
    await set(`expires_at = clock_timestamp() + interval '29 days' - interval '5 minutes'`)
    expect(await isIn()).toBe(true)
    expect(await times()).toEqual([{ minutes: 0, days: 30 }])

    await set(`created_at = clock_timestamp() - interval '90 days' + interval '5 minutes'`)
    expect(await isIn()).toBe(true)
    await set(`created_at = clock_timestamp() - interval '90 days' - interval '5 minutes'`)
    expect(await isIn()).toBe(false)
    expect(await times()).toEqual([])
  })

  test('a session that is over is not kept [V7.3.1]', async () => {
    const isIn = await enter()
    await set(`expires_at = clock_timestamp() - interval '5 minutes'`)
    shift(minutes)
    expect(await isIn()).toBe(false)
  })

  test('a limit ends neither early nor late [V6.3.1]', async () => {
    await expect(guess()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await db.query(`update sign_in_limits set points = 10 where key like 'account-address:%'`)
    shift(minutes)
    await expect(guess()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await db.query(`update sign_in_limits set expire = extract(epoch from clock_timestamp()) * 1000 - 1`)
    await expect(guess()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test('only limits that have ended are removed', async () => {
    await expect(guess()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await db.query(`update sign_in_limits set expire = extract(epoch from clock_timestamp()) * 1000
      + case when key like 'address:%' then 60000 else -1 end`)
    shift(minutes)
    await world.portal.limits.removeExpired()
    const { rows } = await db.query('select key from sign_in_limits')
    expect(rows).toEqual([{ key: 'address:127.0.0.1' }])
  })
})
