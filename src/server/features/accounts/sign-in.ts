// Rules: [V7.2.4] [V6.3.3]

import { APIError } from 'better-auth/api'
import { z } from 'zod'
import type { SignIn } from '../../../domain/accounts/sign-up.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { SecondStep, SignInByPasskey } from '../../../domain/factors/factor.ts'
import { asSystem } from '../../db/as-viewer.ts'
import { record } from '../../db/record.ts'
import { serverRefusal } from '../../refusal.ts'
import type { Context } from '../../rpc/context.ts'
import { countRecoveryCodes } from '../../session/factor-secrets.ts'
import { libraryHeaders } from '../../session/library-headers.ts'
import { finishPasskeySignIn } from '../../session/passkeys.ts'
import { finishByCode } from '../../session/second-step.ts'
import { addCookies, endSession, type Session } from '../../session/session.ts'
import { findSecrets } from '../factors/db.ts'

/** The library's answer in place of a session, which its types leave out. */
const SecondStepDue = z.object({ twoFactorRedirect: z.literal(true), twoFactorMethods: z.array(z.string()) })

/** Returns what has to follow: until then there is no session. Null if the person is signed in. */
export async function signInByPassword(
  ctx: Context,
  { email, password }: SignIn,
  device: string | null,
): Promise<SecondStep | null> {
  try {
    const { response, headers } = await ctx.auth.api.signInEmail({
      body: { email, password },
      headers: libraryHeaders(ctx),
      returnHeaders: true,
    })
    await startSession(ctx, headers)
    const due = SecondStepDue.safeParse(response).data
    if (due) return due.twoFactorMethods.includes('totp') ? 'app' : 'passkey'
    await rememberDevice(ctx, response.user.id, device)
    return null
  } catch (error) {
    if (error instanceof APIError && error.status === 'UNAUTHORIZED') throw serverRefusal('wrong_credentials')
    throw error
  }
}

export async function signInByCode(ctx: Context, code: string): Promise<void> {
  const { person, headers } = await finishByCode(ctx, { code })
  await startSession(ctx, headers)
  await rememberDevice(ctx, person)
  ctx.log.info({ person, by: 'password and code', address: ctx.address }, 'signed in')
}

/** The owner is mailed: somebody else may have the list of codes. */
export async function signInByRecoveryCode(ctx: Context, recovery_code: string): Promise<void> {
  const { person, headers } = await finishByCode(ctx, { recovery_code })
  await startSession(ctx, headers)
  await rememberDevice(ctx, person)
  ctx.log.info({ person, by: 'password and recovery code', address: ctx.address }, 'signed in')
  await asSystem(ctx.db, async (tx) => {
    const secrets = await findSecrets(tx, person)
    const left = secrets ? await countRecoveryCodes(ctx.auth, secrets.backup_codes) : 0
    await record(tx, { kind: 'recovery_code_used', actor: person, subject: person, data: { left } })
  })
}

export async function signInByPasskey(ctx: Context, input: z.infer<typeof SignInByPasskey>): Promise<void> {
  const { person, headers } = await finishPasskeySignIn(ctx, input).catch(async (error: unknown) => {
    if (error instanceof DomainError) error.person = await passkeyOwner(ctx, input.response.id)
    throw error
  })
  await startSession(ctx, headers)
  await asSystem(ctx.db, (tx) =>
    tx
      .updateTable('auth_passkeys')
      .set({ last_used_at: new Date() })
      .where('credential_id', '=', input.response.id)
      .execute(),
  )
  ctx.log.info({ person: person.id, by: 'passkey', address: ctx.address }, 'signed in')
}

/** Whose passkey this claims to be, if it is known. */
async function passkeyOwner({ db }: Context, credential_id: string): Promise<string | undefined> {
  const passkeys = await asSystem(db, (tx) =>
    tx.selectFrom('auth_passkeys').where('credential_id', '=', credential_id).select('user_id').execute(),
  )
  return passkeys[0]?.user_id
}

/** Signs a new account in. */
export async function enterNewAccount(ctx: Context, user_id: string): Promise<void> {
  const { headers } = await ctx.auth.api.enter({
    body: { user_id },
    headers: libraryHeaders(ctx),
    returnHeaders: true,
  })
  await startSession(ctx, headers)
  await rememberDevice(ctx, user_id)
}

/** Makes this browser known to the account: strangers who use up its limits don't keep it out. */
export async function rememberDevice(ctx: Context, userId: string, device?: string | null): Promise<void> {
  ctx.responseHeaders.append('set-cookie', await ctx.devices.remember(userId, device))
}

/** Ends the browser's old session and starts a new one, or the second step to one. */
async function startSession(ctx: Context, headers: Headers): Promise<void> {
  if (ctx.session) await closeSession(ctx, ctx.session)
  addCookies(ctx.responseHeaders, headers)
}

/** Ends the session with its live updates, which other windows of the browser may still get. [V7.4.1] */
export async function closeSession({ db }: Context, session: Session): Promise<void> {
  const { id } = session.viewer
  await asSystem(db, async (tx) => {
    await endSession(tx, session)
    await record(tx, { kind: 'signed_out', actor: id, subject: id })
  })
}
