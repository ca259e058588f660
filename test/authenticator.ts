import { base32 } from '@better-auth/utils/base32'
import { createOTP } from '@better-auth/utils/otp'

/** The code that an authenticator app shows for this key. Each works once, so `step` names another of those that are accepted. */
export function codeFor(key: string, step: -1 | 0 | 1 = 0): Promise<string> {
  const secret = new TextDecoder().decode(base32.decode(key.replaceAll(' ', '')))
  return createOTP(secret).hotp(Math.floor(Date.now() / 30_000) + step)
}
