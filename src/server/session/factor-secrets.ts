// Rules: [V6.5.3] [V11.3.1] [V11.3.2]

import { randomInt } from 'node:crypto'
import { createOTP } from '@better-auth/utils/otp'
import { generateRandomString, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { z } from 'zod'
import { DomainError } from '../../domain/errors.ts'
import { RECOVERY_ALPHABET } from '../../domain/factors/factor.ts'
import { LIMITS } from '../../domain/limits.ts'
import { PRODUCT } from '../../domain/product.ts'
import { serverRefusal } from '../refusal.ts'
import type { Auth } from './auth.ts'

// Stored as the library's own endpoints store them, because its sign-in reads them. Those endpoints write on another
// connection, and can't share a transaction with the event of a change.

async function encrypt(auth: Auth, data: string): Promise<string> {
  const { secretConfig } = await auth.$context
  return symmetricEncrypt({ key: secretConfig, data })
}

/** Throws DomainError 'factors_unreadable' for what another SECRET has encrypted. */
async function decrypt(auth: Auth, data: string): Promise<string> {
  const { secretConfig } = await auth.$context
  try {
    return await symmetricDecrypt({ key: secretConfig, data })
  } catch {
    throw serverRefusal('factors_unreadable')
  }
}

/** A new key of an authenticator app: 119 bits, the address that its QR code holds, and how it is stored. */
export async function newAppSecret(auth: Auth, email: string) {
  const secret = generateRandomString(20, 'a-z', 'A-Z', '0-9')
  const uri = createOTP(secret).url(PRODUCT, email)
  return { uri, stored: await encrypt(auth, secret) }
}

/** In milliseconds. */
const STEP = 30_000

/** Whether it is the code of this time, or of 30 seconds before or after. */
export async function isAppCode(auth: Auth, stored: string, code: string, time: Date): Promise<boolean> {
  const otp = createOTP(await decrypt(auth, stored))
  const step = Math.floor(time.getTime() / STEP)
  const accepted = await Promise.all([step - 1, step, step + 1].map((each) => otp.hotp(each)))
  return accepted.includes(code)
}

/** No code of six digits. */
const NO_CODE = ''

/**
 * The library checks a code by its server's clock. It gets that clock's code if the entered one is right at this time, else
 * one that is never right.
 */
export async function codeForLibrary(
  auth: Auth,
  stored: string | null,
  code: string,
  time: Date,
): Promise<string> {
  if (!stored || !(await isAppCode(auth, stored, code, time))) return NO_CODE
  return createOTP(await decrypt(auth, stored)).totp()
}

const Codes = z.array(z.string())

/** New recovery codes, and how they are stored. */
export async function newRecoveryCodes(auth: Auth) {
  const part = () =>
    Array.from({ length: 5 }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join('')
  const codes = Array.from({ length: LIMITS.recovery_codes }, () => `${part()}-${part()}`)
  return { codes, stored: await encrypt(auth, JSON.stringify(codes)) }
}

/** No codes yet, as they are stored. */
export const noRecoveryCodes = (auth: Auth): Promise<string> => encrypt(auth, '[]')

/** None if they can't be read: nobody can use them. */
export async function countRecoveryCodes(auth: Auth, stored: string): Promise<number> {
  try {
    return Codes.parse(JSON.parse(await decrypt(auth, stored))).length
  } catch (error) {
    if (error instanceof DomainError) return 0
    throw error
  }
}

/** Throws DomainError 'factors_unreadable' if another SECRET has encrypted these. The library would fail. */
export async function requireReadable(auth: Auth, stored: (string | null)[]): Promise<void> {
  for (const each of stored) if (each) await decrypt(auth, each)
}
