// Rules: [V3.3.1] [V16.2.4] [V6.2.10] [V7.2.2] [V7.2.3]

import { type BetterAuthPlugin, betterAuth } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import type pg from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'

const timestamps = { createdAt: 'created_at', updatedAt: 'updated_at' }

/** The prefix of cookie names. */
export const COOKIE_PREFIX = 'stoop'

/** A session expires this long after its last use. [V7.3.1] */
export const SESSION_SECONDS = 30 * 24 * 60 * 60
/** A session is renewed at most this often. */
export const RENEWAL_SECONDS = 24 * 60 * 60

/** Opens a session for an account created in the same call. The library's sign-in would hash the new password again. */
const enter = {
  id: 'enter',
  endpoints: {
    enter: createAuthEndpoint(
      '/enter',
      { method: 'POST', body: z.object({ user_id: z.uuid() }), metadata: { SERVER_ONLY: true } },
      async (ctx) => {
        const user = await ctx.context.internalAdapter.findUserById(ctx.body.user_id)
        if (!user) throw new APIError('UNAUTHORIZED')
        const session = await ctx.context.internalAdapter.createSession(user.id)
        await setSessionCookie(ctx, { session, user })
      },
    ),
  },
} satisfies BetterAuthPlugin

/**
 * The sign-in library on the portal's own tables. Its HTTP routes are not mounted: people sign in by our procedures,
 * which have an audience, so a new route of the library is never exposed by accident.
 */
export function createAuth(pool: pg.Pool, config: Pick<Config, 'secret' | 'publicUrl'>, log: Logger) {
  return betterAuth({
    appName: 'Stoop',
    secret: config.secret,
    baseURL: config.publicUrl,
    database: pool,
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (level, message, ...more: unknown[]) =>
        log[level]({ err: more.find((each) => each instanceof Error) }, String(message)),
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
    plugins: [enter],
    verification: { modelName: 'auth_verifications', fields: { expiresAt: 'expires_at', ...timestamps } },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      database: { generateId: 'uuid' },
      useSecureCookies: config.publicUrl.startsWith('https:'),
      defaultCookieAttributes: { sameSite: 'lax', httpOnly: true },
    },
  })
}

export type Auth = ReturnType<typeof createAuth>
