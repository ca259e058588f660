import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { codeFor } from '../../../test/authenticator.ts'
import { createWorldDatabase } from '../../../test/database.ts'
import { createDevice } from '../../../test/software-passkey.ts'
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

  test('a second step takes the code of the database’s time, and ends by it [V6.3.3]', async () => {
    const person = await world.resident(`ida${minutes}`, {
      address: `${minutes + 20} Clock St`,
      number_of_units: 3,
    })
    const { uri } = await person.call.factors.startApp({ current_password: PASSWORD })
    const key = new URL(uri).searchParams.get('secret') ?? ''
    await person.call.factors.enableApp({ code: await codeFor(key, -1) })
    const codes = [await codeFor(key), await codeFor(key, 1)]
    const begin = async () => {
      const browser = openBrowser(world.portal, undefined, new Headers())
      await browser.accounts.signIn({ email: person.email, password: PASSWORD })
      return browser.accounts
    }

    shift(minutes)
    const here = await begin()
    const wrong = { message: 'This code is not right. Please enter the newest one.' }
    await expect(here.signInByCode({ code: await codeFor(key) })).rejects.toMatchObject(wrong)
    await expect(person.call.factors.disableApp({ code: await codeFor(key, 1) })).rejects.toMatchObject(wrong)
    vi.useRealTimers()
    const there = await begin()
    shift(minutes)
    for (const [index, accounts] of [here, there].entries()) {
      await accounts.signInByCode({ code: codes[index] ?? '' })
      expect(await accounts.session()).not.toBeNull()
    }

    const late = await begin()
    const age = (span: string) =>
      db.query(`update auth_verifications set created_at = clock_timestamp() - interval '${span}'`)
    await age('10 minutes')
    await expect(late.signInByCode({ code: '123456' })).rejects.toMatchObject({
      message: 'That took too long or was tried too often. Please sign in again.',
    })
    await age('9 minutes 50 seconds')
    await expect(late.signInByCode({ code: '123456' })).rejects.toMatchObject(wrong)
  })

  test('the challenge of a passkey ends by the database’s clock [V6.3.3]', async () => {
    const person = await world.resident(`pia${minutes}`, {
      address: `${minutes + 60} Clock St`,
      number_of_units: 3,
    })
    const { publicUrl } = world.portal.config
    const device = createDevice({ rpId: 'localhost', origin: publicUrl.replace('127.0.0.1', 'localhost') })
    const { factors } = person.call
    shift(minutes)
    const { challenge } = await factors.startPasskey({ current_password: PASSWORD })
    vi.useRealTimers()
    await factors.addPasskey({ name: 'Phone', response: device.make(challenge) })
    const begin = async () => {
      const { accounts } = openBrowser(world.portal, undefined, new Headers())
      const response = device.sign((await accounts.startPasskey()).challenge)
      return () => accounts.signInByPasskey({ response })
    }
    const finish = await begin()
    shift(minutes)
    await finish()
    const late = await begin()
    await db.query(`update auth_verifications set created_at = clock_timestamp() - interval '5 minutes'`)
    await expect(late()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
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
