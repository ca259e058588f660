// Rules: [V6.3.3]

import { APIError } from 'better-auth/api'
import type { z } from 'zod'
import { DomainError } from '../../domain/errors.ts'
import { type AddPasskey, FACTOR_MESSAGES, type SignInByPasskey } from '../../domain/factors/factor.ts'
import { serverRefusal } from '../refusal.ts'
import type { Context } from '../rpc/context.ts'
import { openChallenge } from './challenge.ts'
import { type CallOrigin, libraryHeaders } from './library-headers.ts'

type PasskeyCall = CallOrigin & Pick<Context, 'auth' | 'db'>

// A challenge is a row that works once, for five minutes, in the browser that got its cookie.

/** What the browser needs to make a passkey, and headers with the cookie of its challenge. */
export function startPasskeyRegistration(ctx: PasskeyCall) {
  return ctx.auth.api.generatePasskeyRegistrationOptions({
    headers: libraryHeaders(ctx),
    returnHeaders: true,
  })
}

/** Stores the new passkey of the signed-in person. Throws DomainError 'passkey_refused'. */
export async function finishPasskeyRegistration(ctx: PasskeyCall, body: z.infer<typeof AddPasskey>) {
  if (!(await openChallenge(ctx, 'passkey')))
    throw new DomainError('passkey_refused', FACTOR_MESSAGES.passkeyNotAdded)
  try {
    await ctx.auth.api.verifyPasskeyRegistration({ body, headers: libraryHeaders(ctx) })
  } catch (error) {
    if (error instanceof APIError) throw new DomainError('passkey_refused', FACTOR_MESSAGES.passkeyNotAdded)
    throw error
  }
}

/** What the browser needs to ask for any passkey of this portal. Never which passkeys somebody has. */
export async function startPasskeySignIn(ctx: PasskeyCall) {
  const anonymous = libraryHeaders(ctx)
  anonymous.delete('cookie')
  const { response, headers } = await ctx.auth.api.generatePasskeyAuthenticationOptions({
    headers: anonymous,
    returnHeaders: true,
  })
  return { options: { ...response, userVerification: 'required' as const }, headers }
}

/** The person whose passkey signed the challenge, and headers with their session's cookie. Throws DomainError 'passkey_refused'. */
export async function finishPasskeySignIn(ctx: PasskeyCall, body: z.infer<typeof SignInByPasskey>) {
  if (!(await openChallenge(ctx, 'passkey'))) throw serverRefusal('passkey_refused')
  try {
    const { response, headers } = await ctx.auth.api.verifyPasskeyAuthentication({
      body,
      headers: libraryHeaders(ctx),
      returnHeaders: true,
    })
    return { person: response.user, headers }
  } catch (error) {
    if (error instanceof APIError) throw serverRefusal('passkey_refused')
    throw error
  }
}
