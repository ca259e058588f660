import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { tokenIn } from '../../../../test/mail-files.ts'
import { openPostOffice } from '../../../../test/mailbox.ts'
import { openWorld, PASSWORD, type World } from '../../../../test/world.ts'
import { createPool } from '../../db/pool.ts'
import { openBrowser, signIn } from '../../demo/person.ts'
import { signLinkToken, signToken, verifyLinkToken } from '../../session/tokens.ts'

const NEW = 'a-brand-new-one'
const DEAD = {
  code: 'BAD_REQUEST',
  message: 'This link has expired or was used already. Please ask for a new one.',
}

let world: World
let db: pg.Pool
let post: ReturnType<typeof openPostOffice>

beforeAll(async () => {
  const connection = await createWorldDatabase('links')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
  post = openPostOffice(world.portal)
})
afterAll(async () => {
  post.close()
  await Promise.all([db.end(), world.close()])
})
beforeEach(() => db.query('truncate sign_in_limits'))

const visitor = () => openBrowser(world.portal).accounts
const canSignIn = (email: string, password: string) =>
  signIn(world.portal, { email, password }).then(
    () => true,
    () => false,
  )

let count = 0
/** A captain whom no other test knows, with the address that they sign in with. */
async function somebody() {
  count += 1
  return world.resident(`somebody${count}`, { address: `${count} Test Ave`, number_of_units: 2 })
}

async function resetLink(email: string): Promise<string> {
  await visitor().requestPasswordReset({ email })
  return tokenIn((await post.mailsTo(email)).at(-1), 'reset-password')
}

async function emailLink(person: Awaited<ReturnType<typeof somebody>>, to: string): Promise<string> {
  const { first_name, last_name } = await person.call.profiles.get()
  await person.call.profiles.update({ first_name, last_name, email: to, current_password: PASSWORD })
  return tokenIn((await post.mailsTo(to)).at(-1), 'confirm-email')
}

const expire = (email: string) =>
  db.query(`update account_links set expires_at = now() where email = $1`, [email])

describe('a link’s token', () => {
  const secret = 'x'.repeat(32)
  const id = '0188d7a0-0000-7000-8000-00000000000a'

  test('names its row, and is rejected with another secret, or when cut, extended or altered [V11.4.1]', async () => {
    const token = await signLinkToken(secret, id)
    expect(await signLinkToken(secret, id)).toBe(token)
    expect(await verifyLinkToken(secret, token)).toBe(id)
    expect(await verifyLinkToken('y'.repeat(32), token)).toBeNull()
    for (const other of ['', 'x', token.slice(1), token.slice(0, -1), `${token}AAAA`, id]) {
      expect([other, await verifyLinkToken(secret, other)]).toEqual([other, null])
    }
    for (let index = 0; index < token.length - 1; index += 1) {
      const altered = token.slice(0, index) + (token[index] === 'A' ? 'B' : 'A') + token.slice(index + 1)
      expect([index, await verifyLinkToken(secret, altered)]).toEqual([index, null])
    }
  })

  test('is valid in the form that earlier versions mailed, and rejected when altered', async () => {
    const { email } = await somebody()
    await resetLink(email)
    const link = await db.query(
      `select id from account_links where email = $1 and purpose = 'reset_password'`,
      [email],
    )
    const { secret } = world.portal.config
    const proof = createHmac('sha256', secret).update(`account link ${link.rows[0].id}`).digest()
    const bytes = Buffer.concat([
      Buffer.from(link.rows[0].id.replaceAll('-', ''), 'hex'),
      proof.subarray(0, 16),
    ])
    for (let index = 0; index < bytes.length; index += 1) {
      const altered = Buffer.from(bytes)
      altered[index] = (altered[index] ?? 0) ^ 1
      expect([index, await verifyLinkToken(secret, altered.toString('base64url'))]).toEqual([index, null])
    }
    await visitor().resetPassword({ token: bytes.toString('base64url'), new_password: NEW })
    expect(await canSignIn(email, NEW)).toBe(true)
  })

  test('is rejected when it was made for another purpose', async () => {
    const file = await signToken('file link', secret, { link: id })
    expect(await verifyLinkToken(secret, file)).toBeNull()
  })

  test('is not stored in any table or event', async () => {
    const { email, id: person } = await somebody()
    const token = await resetLink(email)
    await visitor().resetPassword({ token, new_password: NEW })
    const { rows } = await db.query(`select (select json_agg(e) from events e)::text
      || (select json_agg(l) from account_links l)::text || (select json_agg(m) from mails m)::text as everything`)
    expect(rows[0].everything).toContain(person)
    expect(rows[0].everything).not.toContain(token)
  })
})

describe('a forgotten password', () => {
  test('is reset through the mailed link, which works once; every session ends [2.login.3] [V6.2.2] [V6.4.3] [V7.4.3]', async () => {
    const { email, call } = await somebody()
    const token = await resetLink(email.toUpperCase().toLowerCase())
    expect(await visitor().openResetLink({ token })).toEqual({
      email,
      invited: false,
      company: null,
      at_once: false,
    })
    const browser = openBrowser(world.portal)
    expect(await browser.accounts.resetPassword({ token, new_password: NEW })).toEqual({ signed_in: false })
    expect(await browser.accounts.session()).toBeNull()
    expect(await call.accounts.session()).toBeNull()
    expect(await canSignIn(email, PASSWORD)).toBe(false)
    expect(await canSignIn(email, NEW)).toBe(true)
    await expect(visitor().resetPassword({ token, new_password: 'another one' })).rejects.toMatchObject(DEAD)
    await expect(visitor().openResetLink({ token })).rejects.toMatchObject(DEAD)
    expect(await canSignIn(email, NEW)).toBe(true)
  })

  test('a link works for one hour [2.login.3] [V6.4.3]', async () => {
    const { email } = await somebody()
    const token = await resetLink(email)
    const { rows } = await db.query(
      `select extract(epoch from expires_at - created_at)::int as seconds
       from account_links where email = $1 and purpose = 'reset_password'`,
      [email],
    )
    expect(rows).toEqual([{ seconds: 3600 }])
    await expire(email)
    await expect(visitor().openResetLink({ token })).rejects.toMatchObject(DEAD)
    await expect(visitor().resetPassword({ token, new_password: NEW })).rejects.toMatchObject(DEAD)
    expect(await canSignIn(email, PASSWORD)).toBe(true)
  })

  test('when two links are used at the same moment, one use succeeds, and then neither works', async () => {
    const { email } = await somebody()
    const [first, second] = [await resetLink(email), await resetLink(email)]
    expect(first).not.toBe(second)
    const outcomes = await Promise.allSettled(
      [first, first, second, second].map((token, index) =>
        visitor().resetPassword({ token, new_password: `${NEW}-${index}` }),
      ),
    )
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(3)
    for (const outcome of refused) expect(outcome).toMatchObject({ reason: DEAD })
    for (const token of [first, second])
      await expect(visitor().openResetLink({ token })).rejects.toMatchObject(DEAD)
  })

  test('an unknown address gets the same answer but no mail; both requests record an event [V6.4.3]', async () => {
    const { email } = await somebody()
    const events = async () => (await db.query('select max(id)::int as id from events')).rows[0].id
    const before = await events()
    expect(await visitor().requestPasswordReset({ email: 'nobody@example.com' })).toBeUndefined()
    expect(await visitor().requestPasswordReset({ email })).toBeUndefined()
    expect(await events()).toBe(before + 2)
    expect(await post.mailsTo('nobody@example.com')).toEqual([])
    const { rows } = await db.query(
      `select subject is null as unknown, actor, building_id, data from events where id > $1 order by id`,
      [before],
    )
    const nothing = { actor: null, building_id: null, data: {} }
    expect(rows).toEqual([
      { unknown: true, ...nothing },
      { unknown: false, ...nothing },
    ])
  })

  test('a reset may be requested 5 times an hour for one account, known or not; signing in still works', async () => {
    const { email } = await somebody()
    for (const address of [email, 'nobody@example.com']) {
      for (let times = 0; times < 5; times += 1) await visitor().requestPasswordReset({ email: address })
      await expect(visitor().requestPasswordReset({ email: address })).rejects.toMatchObject({
        code: 'TOO_MANY_REQUESTS',
      })
    }
    expect(await canSignIn(email, PASSWORD)).toBe(true)
  })

  test('one client address may request at most 50 resets an hour', async () => {
    const from = openBrowser(world.portal, '203.0.113.9').accounts
    for (let times = 0; times < 50; times += 1) {
      await from.requestPasswordReset({ email: `nobody${times}@example.com` })
    }
    await expect(from.requestPasswordReset({ email: 'one-more@example.com' })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    })
    await visitor().requestPasswordReset({ email: 'one-more@example.com' })
  })

  test('a mail whose link expired before it was sent is not sent', async () => {
    const { email } = await somebody()
    await visitor().requestPasswordReset({ email })
    await expire(email)
    expect(await post.mailsTo(email)).toEqual([])
    const { rows } = await db.query('select last_error from mails where recipient = $1', [email])
    expect(rows).toEqual([{ last_error: 'Its link no longer works' }])
  })

  test('an old link cannot reset an account whose password or address has changed since', async () => {
    const person = await somebody()
    const reset = await resetLink(person.email)
    await person.call.accounts.changePassword({ current_password: PASSWORD, new_password: NEW })
    await expect(visitor().openResetLink({ token: reset })).rejects.toMatchObject(DEAD)

    const other = await somebody()
    const toOldMailbox = await resetLink(other.email)
    const confirm = await emailLink(other, 'moved-on@example.com')
    await visitor().confirmEmail({ token: confirm })
    await expect(visitor().openResetLink({ token: toOldMailbox })).rejects.toMatchObject(DEAD)
  })
})

describe('a new e-mail address', () => {
  test('takes effect when its link is opened; the old address is notified; the link works once [4.mail.8] [5.settings.2] [7.auth.7]', async () => {
    const person = await somebody()
    const old = person.email
    const to = 'new-mailbox@example.com'
    const token = await emailLink(person, to)
    expect(await person.call.profiles.get()).toMatchObject({ email: old, pending_email: to })
    expect(await person.call.accounts.session()).toMatchObject({ email: old })
    const told = (await post.mailsTo(old)).at(-1)
    expect(told).toContain('Nothing changes until')
    expect(told).not.toContain('#')
    expect(await canSignIn(to, PASSWORD)).toBe(false)

    expect(await visitor().confirmEmail({ token })).toEqual({ email: to, changed: true })
    expect(await person.call.profiles.get()).toMatchObject({ email: to, pending_email: null })
    expect(await person.call.accounts.session()).toMatchObject({ email: to })
    expect([await canSignIn(old, PASSWORD), await canSignIn(to, PASSWORD)]).toEqual([false, true])
    await expect(visitor().confirmEmail({ token })).rejects.toMatchObject(DEAD)
  })

  test('a confirmation link cannot reset a password, and a reset link cannot change the address', async () => {
    const person = await somebody()
    const confirm = await emailLink(person, 'one-thing@example.com')
    const reset = await resetLink(person.email)
    await expect(visitor().resetPassword({ token: confirm, new_password: NEW })).rejects.toMatchObject(DEAD)
    await expect(visitor().confirmEmail({ token: reset })).rejects.toMatchObject(DEAD)
  })

  test('that is taken gets the same answer, but its owner gets no mail', async () => {
    const person = await somebody()
    const before = (await post.mailsTo('maya@example.com')).length
    const { first_name, last_name } = await person.call.profiles.get()
    const ask = (email: string) =>
      person.call.profiles.update({ first_name, last_name, email, current_password: PASSWORD })
    expect(await ask('maya@example.com')).toEqual({ email_requested: true })
    expect(await person.call.profiles.get()).toMatchObject({ pending_email: 'maya@example.com' })
    expect(await post.mailsTo('maya@example.com')).toHaveLength(before)
    expect((await post.mailsTo(person.email)).at(-1)).toContain('Nothing changes until')
    expect(await ask('free@example.com')).toEqual({ email_requested: true })
  })

  test('that somebody else took in the meantime is rejected, and the account keeps its address', async () => {
    const person = await somebody()
    const token = await emailLink(person, 'contested@example.com')
    await world.resident('contested', { address: '5 Contested Ave', number_of_units: 2 })
    await expect(visitor().confirmEmail({ token })).rejects.toThrow(
      'Meanwhile this e-mail address belongs to another account, so it can’t become yours.',
    )
    expect(await person.call.profiles.get()).toMatchObject({ email: person.email })
  })

  test('is replaced by a newer one, even with two saves at once, and dropped when the password changes', async () => {
    const person = await somebody()
    const first = await emailLink(person, 'first@example.com')
    const second = await emailLink(person, 'second@example.com')
    await expect(visitor().confirmEmail({ token: first })).rejects.toMatchObject(DEAD)
    const change = { current_password: PASSWORD, new_password: NEW }
    expect(await person.call.accounts.changePassword(change)).toEqual({ stopped_email: 'second@example.com' })
    const again = { current_password: NEW, new_password: PASSWORD }
    expect(await person.call.accounts.changePassword(again)).toEqual({ stopped_email: null })
    await expect(visitor().confirmEmail({ token: second })).rejects.toMatchObject(DEAD)
    expect(await person.call.profiles.get()).toMatchObject({ pending_email: null })

    const names = { first_name: 'Some', last_name: 'Body' }
    await Promise.all(
      ['third@example.com', 'fourth@example.com'].map((email) =>
        person.call.profiles.update({ ...names, email, current_password: PASSWORD }),
      ),
    )
    const { rows } = await db.query(`select from account_links where user_id = $1 and void_at is null`, [
      person.id,
    ])
    expect(rows).toHaveLength(1)
  })

  test('is rejected after 5 requests, so nobody can flood other people’s mailboxes', async () => {
    const person = await somebody()
    const ask = (email: string) =>
      person.call.profiles.update({
        first_name: 'Some',
        last_name: 'Body',
        email,
        current_password: PASSWORD,
      })
    for (let times = 0; times < 5; times += 1) await ask(`victim${times}@example.com`)
    await expect(ask('victim6@example.com')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(await person.call.profiles.get()).toMatchObject({ pending_email: 'victim4@example.com' })
    await ask(person.email)
  })
})
