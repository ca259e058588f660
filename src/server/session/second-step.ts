// Rules: [V6.3.3] [V6.5.1]

import { APIError } from 'better-auth/api'
import { parseSigned } from 'hono/utils/cookie'
import { sql } from 'kysely'
import { DomainError } from '../../domain/errors.ts'
import { FACTOR_MESSAGES } from '../../domain/factors/factor.ts'
import { asSystem } from '../db/as-viewer.ts'
import type { Context } from '../rpc/context.ts'
import type { Auth } from './auth.ts'
import { requireReadable } from './factor-secrets.ts'
import { libraryHeaders } from './library-headers.ts'

type Challenged = { person: string; secret: string | null; backup_codes: string | null }

/** The library's cookie between the right password and the code: it names a row that expires after ten minutes. */
async function challengeCookie(auth: Auth) {
  const { createAuthCookie, secret } = await auth.$context
  return { name: createAuthCookie('two_factor').name, secret }
}

/**
 * Who typed the right password in this browser and still owes a code. Throws DomainError 'second_step_expired',
 * 'factors_unreadable'.
 */
async function challengedPerson({ auth, db, headers }: Context): Promise<string> {
  const { name, secret } = await challengeCookie(auth)
  const { [name]: identifier } = await parseSigned(headers.get('cookie') ?? '', secret, name)
  const rows = identifier
    ? await asSystem(db, (tx) =>
        sql<Challenged>`select v.value as person, f.secret, f.backup_codes
          from auth_verifications v left join auth_two_factors f on f.user_id::text = v.value
          where v.identifier = ${identifier} and v.expires_at > now()`.execute(tx),
      )
    : { rows: [] }
  const [challenged] = rows.rows
  if (!challenged) throw new DomainError('second_step_expired')
  await requireReadable(auth, [challenged.secret, challenged.backup_codes])
  return challenged.person
}

/** Only the cookie of the challenge: with a session, the library would check the code for that session's person. */
async function challengeHeaders(ctx: Context): Promise<Headers> {
  const { name } = await challengeCookie(ctx.auth)
  const headers = libraryHeaders(ctx)
  const cookies = (headers.get('cookie') ?? '').split(/;\s*/)
  headers.set('cookie', cookies.filter((cookie) => cookie.startsWith(`${name}=`)).join('; '))
  return headers
}

type Entered = { code: string } | { recovery_code: string }

/**
 * Finishes a sign-in by a code. Returns the person, and the headers with their new session's cookie. Throws DomainError
 * 'second_step_expired', 'factors_unreadable', 'too_many_attempts', or 'invalid_input' for a wrong code.
 */
export async function finishByCode(ctx: Context, entered: Entered) {
  const person = await challengedPerson(ctx)
  const isApp = 'code' in entered
  await ctx.limits.countCode(person, isApp ? entered.code : undefined)
  const headers = await challengeHeaders(ctx)
  try {
    const answer = isApp
      ? await ctx.auth.api.verifyTOTP({ body: { code: entered.code }, headers, returnHeaders: true })
      : await ctx.auth.api.verifyBackupCode({
          body: { code: entered.recovery_code },
          headers,
          returnHeaders: true,
        })
    await ctx.limits.codeWasRight(person)
    return { person, headers: answer.headers }
  } catch (error) {
    throw isApp ? refused(error, 'code') : refused(error, 'recovery_code')
  }
}

/** The library's refusals of a code; of two uses of one recovery code at once, one is a conflict. */
const WRONG = ['INVALID_CODE', 'INVALID_BACKUP_CODE']

function refused(error: unknown, field: 'code' | 'recovery_code'): unknown {
  if (!(error instanceof APIError) || error.statusCode >= 500) return error
  if (!WRONG.includes(error.body?.code ?? '') && error.status !== 'CONFLICT')
    return new DomainError('second_step_expired')
  const message = field === 'code' ? FACTOR_MESSAGES.wrongCode : FACTOR_MESSAGES.wrongRecoveryCode
  return new DomainError('invalid_input', message, field)
}
