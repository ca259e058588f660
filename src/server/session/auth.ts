// Rules: [V3.3.1] [V16.2.4] [V6.2.10] [V7.2.2] [V7.2.3]

import { passkey } from '@better-auth/passkey'
import { type BetterAuthPlugin, betterAuth } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { deleteSessionCookie, setSessionCookie } from 'better-auth/cookies'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type pg from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import { PRODUCT } from '../../domain/product.ts'
import type { Config } from '../config.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'

const timestamps = { createdAt: 'created_at', updatedAt: 'updated_at' }

/** The prefix of cookie names. */
export const COOKIE_PREFIX = 'stoop'

/** A session expires this long after its last use. [V7.3.1] */
export const SESSION_SECONDS = 30 * 24 * 60 * 60
/** A session is renewed at most this often. */
export const RENEWAL_SECONDS = 24 * 60 * 60
/** A session ends this long after its start. [V7.3.2] */
export const MAX_AGE_SECONDS = 90 * 24 * 60 * 60

/** The most that the clocks of two servers may differ, in milliseconds. Until then challenges go by the database's (challenge.ts). */
const CLOCKS_APART = 60 * 60 * 1000

const hidden = { method: 'POST', metadata: { SERVER_ONLY: true } } as const

/**
 * Opens a session for an account created in the same call: the library's sign-in would hash the new password again. And
 * renews or ends a session as session.ts decided.
 */
const sessionEndpoints = {
  id: 'sessions',
  endpoints: {
    enter: createAuthEndpoint('/enter', { ...hidden, body: z.object({ user_id: z.uuid() }) }, async (ctx) => {
      const user = await ctx.context.internalAdapter.findUserById(ctx.body.user_id)
      if (!user) throw new APIError('UNAUTHORIZED')
      const session = await ctx.context.internalAdapter.createSession(user.id)
      await setSessionCookie(ctx, { session, user })
    }),
    keepSession: createAuthEndpoint(
      '/keep-session',
      { ...hidden, body: z.object({ token: z.string(), keep: z.boolean() }) },
      async (ctx): Promise<boolean> => {
        const { token, keep } = ctx.body
        const { internalAdapter } = ctx.context
        const found = await internalAdapter.findSession(token)
        // The hook below sets when it expires.
        const session =
          keep && found && (await internalAdapter.updateSession(token, { updatedAt: new Date() }))
        if (session) await setSessionCookie(ctx, { session, user: found.user }, false)
        else {
          if (found) await internalAdapter.deleteSession(token)
          deleteSessionCookie(ctx)
        }
        return Boolean(session)
      },
    ),
  },
} satisfies BetterAuthPlugin

/** The header in which our procedures tell the library the client's address. */
export const ADDRESS_HEADER = 'x-stoop-address'

/** Whose passkeys they are: the host's name. A browser makes none for an address of numbers, so a local portal says localhost. */
function passkeySite(publicUrl: string) {
  const { hostname, origin, port, protocol } = new URL(publicUrl)
  const isNumeric = /^[\d.]+$|^\[/.test(hostname)
  const name = isNumeric ? 'localhost' : hostname
  return { rpID: name, origin: isNumeric ? `${protocol}//localhost${port && `:${port}`}` : origin }
}

const requireUserVerification = (verified: boolean | undefined) => {
  if (!verified) throw new APIError('UNAUTHORIZED')
}

/** A passkey is two factors: the device, and the PIN or finger that opens it. [V6.3.3] */
const passkeys = (publicUrl: string) =>
  passkey({
    rpName: PRODUCT,
    ...passkeySite(publicUrl),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: ({ verification }) =>
        requireUserVerification(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: ({ verification }) =>
        requireUserVerification(verification.authenticationInfo.userVerified),
    },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    schema: {
      passkey: {
        modelName: 'auth_passkeys',
        fields: {
          userId: 'user_id',
          credentialID: 'credential_id',
          publicKey: 'public_key',
          deviceType: 'device_type',
          backedUp: 'backed_up',
          createdAt: 'created_at',
        },
      },
    },
  })

/** A passkey's answer that anybody may send, and no fault of the portal. */
const REFUSED_PASSKEY = /^Failed to verify (registration|authentication)$/

/** Asks for a code after the password of a person with a factor. rate-limits.ts limits guesses. */
const codes = twoFactor({
  accountLockout: { enabled: false },
  schema: {
    user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
    twoFactor: {
      modelName: 'auth_two_factors',
      fields: {
        userId: 'user_id',
        backupCodes: 'backup_codes',
        failedVerificationCount: 'failed_verification_count',
        lockedUntil: 'locked_until',
      },
    },
  },
})

/**
 * The sign-in library on the portal's own tables. Its HTTP routes are not mounted: people sign in by our procedures,
 * which have an audience, so a new route of the library is never exposed by accident.
 */
export function createAuth(pool: pg.Pool, config: Pick<Config, 'secret' | 'publicUrl'>, log: Logger) {
  /** By the database's clock: those of several servers differ. */
  const times = async () => {
    const { rows } = await pool.query<{ createdAt: Date; expiresAt: Date }>(
      `select clock_timestamp() as "createdAt", clock_timestamp() + make_interval(secs => $1) as "expiresAt"`,
      [SESSION_SECONDS],
    )
    return { createdAt: rows[0]?.createdAt, expiresAt: rows[0]?.expiresAt }
  }
  return betterAuth({
    appName: PRODUCT,
    secret: config.secret,
    baseURL: config.publicUrl,
    database: pool,
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (level, message, ...more: unknown[]) =>
        log[REFUSED_PASSKEY.test(message) ? 'info' : level](
          { err: more.find((each) => each instanceof Error) },
          String(message),
        ),
    },
    rateLimit: { enabled: false }, // the library's limits are in memory; ours (rate-limits.ts) are shared by all servers
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      // The schemas of the procedures count characters; the library would count halves of some.
      minPasswordLength: 1,
      maxPasswordLength: Number.MAX_SAFE_INTEGER,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    user: { modelName: 'auth_users', fields: { emailVerified: 'email_verified', ...timestamps } },
    session: {
      modelName: 'auth_sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...timestamps,
      },
      expiresIn: SESSION_SECONDS,
      updateAge: RENEWAL_SECONDS,
      freshAge: 0, // Our procedures ask for the password or a code instead.
    },
    databaseHooks: {
      session: {
        create: { before: async () => ({ data: await times() }) },
        update: { before: async () => ({ data: { expiresAt: (await times()).expiresAt } }) },
      },
      verification: {
        create: {
          before: async ({ expiresAt }) => ({
            data: {
              createdAt: (await times()).createdAt,
              expiresAt: new Date(expiresAt.getTime() + CLOCKS_APART),
            },
          }),
        },
      },
    },
    account: {
      modelName: 'auth_accounts',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...timestamps,
      },
    },
    plugins: [sessionEndpoints, codes, passkeys(config.publicUrl)],
    verification: { modelName: 'auth_verifications', fields: { expiresAt: 'expires_at', ...timestamps } },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      database: { generateId: 'uuid' },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER], ipv6Subnet: 128 },
      useSecureCookies: config.publicUrl.startsWith('https:'),
      defaultCookieAttributes: { sameSite: 'lax', httpOnly: true },
    },
  })
}

export type Auth = ReturnType<typeof createAuth>
