import { createHash, randomUUID } from 'node:crypto'
import { parse, serialize } from 'hono/utils/cookie'
import type pg from 'pg'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { COOKIE_PREFIX } from './auth.ts'
import { signToken, verifyToken } from './tokens.ts'

const YEAR = 365 * 24 * 60 * 60
/** The only call that reads the cookie. */
const PATH = '/api/trpc/accounts.signIn'

const DeviceClaims = z.object({
  account: z.uuid(),
  device: z.uuid(),
  /** Of the account's password when the cookie was set: a new password ends it. */
  password: z.string(),
  until: z.iso.datetime(),
})

// By the database's clock, since those of several servers differ.
const ACCOUNT = `select u.id, a.password, clock_timestamp() as now from auth_users u
  join auth_accounts a on a.user_id = u.id and a.provider_id = 'credential' and a.password is not null
  where `
type Account = { id: string; password: string; now: Date }

/**
 * Browsers in which an account's owner has signed in, or has set its password. A known device has a sign-in limit of its
 * own, so strangers who use up the account's limits don't keep its owner out. The cookie grants nothing else.
 * [5.login.2] [V6.3.1]
 */
export function createKnownDevices(
  pool: pg.Pool,
  { secret, publicUrl }: Pick<Config, 'secret' | 'publicUrl'>,
) {
  const secure = publicUrl.startsWith('https:')
  const cookieName = `${secure ? '__Secure-' : ''}${COOKIE_PREFIX}.device`

  const accountWhere = async (condition: string, value: string): Promise<Account | undefined> =>
    (await pool.query<Account>(ACCOUNT + condition, [value])).rows[0]

  return {
    /** The id of this device if the account with this e-mail address knows it, else null. */
    async find(headers: Headers, email: string): Promise<string | null> {
      const token = parse(headers.get('cookie') ?? '', cookieName)[cookieName]
      const claims = token && (await verifyToken('known device', secret, token, DeviceClaims))
      if (!claims) return null
      const account = await accountWhere('u.email = $1', email)
      const known =
        account?.id === claims.account &&
        fingerprint(account.password) === claims.password &&
        new Date(claims.until) > account.now
      return known ? claims.device : null
    },

    /** The Set-Cookie header that makes a browser known to this account; `device` is its id if it is already. */
    async remember(userId: string, device: string | null = null): Promise<string> {
      const account = await accountWhere('u.id = $1', userId)
      if (!account) throw new Error('Only an account with a password has known devices')
      const until = new Date(account.now.getTime() + YEAR * 1000)
      const token = await signToken('known device', secret, {
        account: account.id,
        device: device ?? randomUUID(),
        password: fingerprint(account.password),
        until: until.toISOString(),
      })
      return serialize(cookieName, token, {
        path: PATH,
        maxAge: YEAR,
        httpOnly: true,
        sameSite: 'Lax',
        secure,
      })
    },
  }
}

/** Tells two passwords apart, and nothing about them: the stored hash has a salt. */
function fingerprint(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest('base64url')
}

export type KnownDevices = ReturnType<typeof createKnownDevices>
