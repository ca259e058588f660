import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../test/database.ts'
import { openWorld, PASSWORD, type World } from '../../../test/world.ts'
import { createPool } from '../db/pool.ts'
import { openBrowser } from '../demo/person.ts'
import { signLinkToken, signToken } from './tokens.ts'

let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('devices')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
})
afterAll(() => Promise.all([db.end(), world.close()]))
beforeEach(() => db.query('truncate sign_in_limits'))

const NED = 'ned@example.com'
const HOME = '192.0.2.7'
const LIMITED = { code: 'TOO_MANY_REQUESTS' }
const WRONG = { code: 'UNAUTHORIZED' }

/** A browser at this address, with the cookies of the jar. */
const browser = (jar?: Headers, address = HOME) => openBrowser(world.portal, address, jar).accounts
const signIn = (jar?: Headers, address?: string, email = NED) =>
  browser(jar, address).signIn({ email, password: PASSWORD })
const guess = (jar?: Headers, address?: string, email = NED) =>
  browser(jar, address).signIn({ email, password: 'not the password' })

/** A jar with a device cookie and nothing else. */
const jarOf = (cookie: string) => new Headers([['set-cookie', cookie]])

/** The device cookie of a browser in which this person just signed in. */
async function deviceOf(email = NED): Promise<string> {
  const jar = new Headers()
  await signIn(jar, HOME, email)
  return deviceIn(jar)
}

function deviceIn(jar: Headers): string {
  const cookie = jar.getSetCookie().findLast((line) => line.startsWith('stoop.device='))
  if (!cookie) throw new Error('There is no device cookie')
  return cookie
}

/** As if strangers had used up all limits that concern the account, its owner's line included. */
async function useUp(email = NED): Promise<void> {
  await db.query(
    `insert into sign_in_limits select key, 1000, extract(epoch from clock_timestamp()) * 1000 + 600000
     from unnest($1::text[]) as key on conflict (key) do update set points = 1000`,
    [[`account:${email}`, `account-address:${email} ${HOME}`, `address:${HOME}`]],
  )
}

describe('from a known device', () => {
  test('the owner signs in while strangers use up the limits, at home and elsewhere [5.login.2] [V6.3.1]', async () => {
    const device = await deviceOf()
    await useUp()
    await expect(signIn(undefined, '198.51.100.1')).rejects.toMatchObject(LIMITED)
    await signIn(jarOf(device))
    await signIn(jarOf(device), '198.51.100.1')
    // Signing in there does not clear what the strangers have used up.
    await expect(signIn(undefined, '198.51.100.2')).rejects.toMatchObject(LIMITED)
  })

  test('wrong passwords count: ten in 15 minutes, for the device alone [V6.3.1]', async () => {
    const [device, other] = [await deviceOf(), await deviceOf()]
    await expect(guess(jarOf(device))).rejects.toMatchObject(WRONG)
    const { rows } = await db.query('select key, points from sign_in_limits where points > 0')
    expect(rows).toEqual([{ key: expect.stringMatching(/^device:[0-9a-f-]{36}$/), points: 1 }])
    await db.query('update sign_in_limits set points = 9 where key = $1', [rows[0].key])
    await expect(guess(jarOf(device))).rejects.toMatchObject(WRONG)
    await expect(signIn(jarOf(device))).rejects.toMatchObject(LIMITED)
    await signIn(jarOf(other))
    await db.query('update sign_in_limits set expire = 0')
    await signIn(jarOf(device))
    expect((await db.query('select from sign_in_limits where points > 0')).rowCount).toBe(0)
  })

  test('the right password keeps the device’s id, so its count is cleared', async () => {
    const jar = jarOf(await deviceOf())
    await expect(guess(jar)).rejects.toMatchObject(WRONG)
    const before = deviceIn(jar)
    await signIn(jar)
    const idIn = (cookie: string) =>
      JSON.parse(Buffer.from(cookie.split('.')[2] ?? '', 'base64url').toString()).device
    expect(idIn(deviceIn(jar))).toBe(idIn(before))
  })
})

describe('no advantage has', () => {
  test('the device cookie of another account', async () => {
    const device = await deviceOf('otto@example.com')
    await useUp()
    await expect(signIn(jarOf(device))).rejects.toMatchObject(LIMITED)
    await expect(guess(jarOf(device), '198.51.100.1', 'nobody@example.com')).rejects.toMatchObject(WRONG)
    expect((await db.query("select from sign_in_limits where key like 'device:%'")).rowCount).toBe(0)
  })

  test('a forged cookie, one of another purpose, or one that is a year old', async () => {
    const device = await deviceOf()
    const [, payload = ''] = device.split('.').slice(1)
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const { secret } = world.portal.config
    const sign = async (more: object) =>
      `stoop.device=${await signToken('known device', secret, { ...claims, ...more })}`
    const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString()
    const worthless = [
      device.replace(/^(stoop.device=[^;]{40})./, '$1!'),
      `stoop.device=${await signToken('account link', secret, claims)}`,
      `stoop.device=${await signToken('known device', `another ${secret}`, claims)}`,
      await sign({ until: yesterday }),
      await sign({ password: 'x' }),
      await sign({ account: world.idOf('otto') }),
      'stoop.device=',
    ]
    await useUp()
    for (const cookie of worthless) await expect(signIn(jarOf(cookie))).rejects.toMatchObject(LIMITED)
    await signIn(jarOf(await sign({})))
  })
})

describe('a new password', () => {
  const NEW = 'a-brand-new-one'

  test('ends known devices, except the one in which it was changed', async () => {
    const before = await deviceOf()
    const jar = new Headers()
    await signIn(jar)
    await browser(jar).changePassword({ current_password: PASSWORD, new_password: NEW })
    await useUp()
    const enter = (cookie: string) => browser(jarOf(cookie)).signIn({ email: NED, password: NEW })
    await expect(enter(before)).rejects.toMatchObject(LIMITED)
    await enter(deviceIn(jar))
    await browser(jar).changePassword({ current_password: NEW, new_password: PASSWORD })
  })

  test('by a link in a mail lets the owner in at once, whatever strangers do', async () => {
    const before = await deviceOf()
    await useUp()
    const { rows } = await db.query(
      `insert into account_links (user_id, purpose, email) values ($1, 'reset_password', $2) returning id`,
      [world.idOf('ned'), NED],
    )
    const token = await signLinkToken(world.portal.config.secret, rows[0].id)
    const jar = new Headers()
    await browser(jar).resetPassword({ token, new_password: PASSWORD })
    expect(await browser(jar).session()).toBeNull()
    await expect(signIn(jarOf(before))).rejects.toMatchObject(LIMITED)
    await signIn(jar)
  })
})

test('one line counts as one client, whichever of its IPv6 addresses it uses and however they are written [V6.3.1]', async () => {
  const line = [
    '2001:db8:1:2::1',
    '2001:DB8:1:2:ffff::',
    '2001:0db8:0001:0002:0:0:0:9',
    '2001:db8:1:2::192.0.2.1',
  ]
  for (const address of line) await expect(guess(undefined, address)).rejects.toMatchObject(WRONG)
  const { rows } = await db.query('select key, points from sign_in_limits order by key')
  expect(rows).toEqual([
    { key: 'account-address:ned@example.com 2001:db8:1:2::/64', points: line.length },
    { key: 'account:ned@example.com', points: line.length },
    { key: 'address:2001:db8:1:2::/64', points: line.length },
  ])
  await db.query(`update sign_in_limits set points = 10 where key like 'account-address:%'`)
  await expect(signIn(undefined, '2001:db8:1:2:abcd::77')).rejects.toMatchObject(LIMITED)
  await signIn(undefined, '2001:db8:1:3::77')
})
