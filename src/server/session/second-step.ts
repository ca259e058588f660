// Rules: [V6.3.3] [V6.5.1]

import { APIError } from 'better-auth/api'
import { sql } from 'kysely'
import { DomainError, WrongSecret } from '../../domain/errors.ts'
import { FACTOR_MESSAGES } from '../../domain/factors/factor.ts'
import { asSystem } from '../db/as-viewer.ts'
import { serverRefusal } from '../refusal.ts'
import type { Context } from '../rpc/context.ts'
import { challengeCookie, openChallenge } from './challenge.ts'
import { codeForLibrary, requireReadable } from './factor-secrets.ts'
import { libraryHeaders } from './library-headers.ts'

type Owed = { secret: string | null; backup_codes: string | null; now: Date }

/**
 * Who typed the right password in this browser and still owes a code, and what it is checked with. Throws DomainError
 * 'second_step_expired', 'factors_unreadable'.
 */
async function challengedPerson(ctx: Context) {
  const person = await openChallenge(ctx, 'two_factor')
  if (!person) throw serverRefusal('second_step_expired')
  const { rows } = await asSystem(ctx.db, (tx) =>
    sql<Owed>`select f.secret, f.backup_codes, clock_timestamp() as now
      from auth_users u left join auth_two_factors f on f.user_id = u.id where u.id = ${person}`.execute(tx),
  )
  const [owed] = rows
  if (!owed) throw serverRefusal('second_step_expired')
  await requireReadable(ctx.auth, [owed.secret, owed.backup_codes])
  return { person, ...owed }
}

/** Only the cookie of the challenge: with a session, the library would check the code for that session's person. */
async function challengeHeaders(ctx: Context): Promise<Headers> {
  const { name } = await challengeCookie(ctx, 'two_factor')
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
  const { person, secret, now } = await challengedPerson(ctx)
  const isApp = 'code' in entered
  try {
    await (isApp ? ctx.limits.countCode(person, entered.code) : ctx.limits.countRecoveryCode(person))
    const headers = await challengeHeaders(ctx)
    const answer = isApp
      ? await ctx.auth.api.verifyTOTP({
          body: { code: await codeForLibrary(ctx.auth, secret, entered.code, now) },
          headers,
          returnHeaders: true,
        })
      : await ctx.auth.api.verifyBackupCode({
          body: { code: entered.recovery_code },
          headers,
          returnHeaders: true,
        })
    await ctx.limits.codeWasRight(person)
    return { person, headers: answer.headers }
  } catch (error) {
    const refusal = refused(error, isApp ? 'code' : 'recovery_code')
    if (refusal instanceof DomainError) refusal.person = person
    throw refusal
  }
}

/** The library's refusals of a code; of two uses of one recovery code at once, one is a conflict. */
const WRONG = ['INVALID_CODE', 'INVALID_BACKUP_CODE']

function refused(error: unknown, field: 'code' | 'recovery_code'): unknown {
  if (!(error instanceof APIError) || error.statusCode >= 500) return error
  if (!WRONG.includes(error.body?.code ?? '') && error.status !== 'CONFLICT')
    return serverRefusal('second_step_expired')
  const message = field === 'code' ? FACTOR_MESSAGES.wrongCode : FACTOR_MESSAGES.wrongRecoveryCode
  return new WrongSecret(message, field)
}
