import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { JOSEError } from 'jose/errors'
import { z } from 'zod'

/** What a token is for. Each purpose has its own key, so no token is valid for another. [V9.1.3] */
type TokenPurpose = 'file link' | 'account link' | 'known device' | 'answer'

// [V9.1.2] [V11.4.1]
const ALGORITHM = 'HS256'

function keyFor(purpose: TokenPurpose, secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `stoop ${purpose}`, 32))
}

/** A signed token that is valid until `expires`. Without it, the caller must limit the token's life. */
export function signToken(
  purpose: TokenPurpose,
  secret: string,
  claims: Record<string, string>,
  expires?: Date,
): Promise<string> {
  const token = new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM })
  if (expires) token.setExpirationTime(expires)
  return token.sign(keyFor(purpose, secret))
}

/** The claims of a token; null if it is invalid, expired or for another purpose. [V9.1.1] [V9.2.1] */
export async function verifyToken<Claims>(
  purpose: TokenPurpose,
  secret: string,
  token: string,
  claims: z.ZodType<Claims>,
  currentDate = new Date(),
): Promise<Claims | null> {
  try {
    const { payload } = await jwtVerify(token, keyFor(purpose, secret), {
      algorithms: [ALGORITHM],
      currentDate,
    })
    return claims.safeParse(payload).data ?? null
  } catch (error) {
    if (error instanceof JOSEError) return null
    throw error
  }
}

/** Half of an HMAC, in hexadecimal digits: short, and in whichever case it comes back. For an address of mail. */
export function shortCode(purpose: TokenPurpose, secret: string, text: string): string {
  return createHmac('sha256', keyFor(purpose, secret)).update(text).digest('hex').slice(0, 32)
}

/** Whether a code is that of the text. */
export function isShortCode(purpose: TokenPurpose, secret: string, text: string, code: string): boolean {
  const [expected, given] = [Buffer.from(shortCode(purpose, secret, text)), Buffer.from(code.toLowerCase())]
  return expected.length === given.length && timingSafeEqual(expected, given)
}

const LinkClaims = z.object({ link: z.uuid() })

/**
 * The token of the link in a mail. It contains the id of the link's row, which has the expiry. It is never stored: each
 * attempt to send the mail signs the same one.
 */
export function signLinkToken(secret: string, id: string): Promise<string> {
  return signToken('account link', secret, { link: id })
}

/** The id of the link's row; null if the token is invalid. [V6.4.1] */
export async function verifyLinkToken(secret: string, token: string): Promise<string | null> {
  const claims = await verifyToken('account link', secret, token, LinkClaims)
  return claims?.link ?? verifyOlderLinkToken(secret, token)
}

/** Earlier versions mailed the row's id and half of an HMAC. Such a link is valid until its row expires. */
function verifyOlderLinkToken(secret: string, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== 32) return null
  const id = bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  const hmac = createHmac('sha256', secret).update(`account link ${id}`).digest()
  return timingSafeEqual(bytes.subarray(16), hmac.subarray(0, 16)) ? id : null
}
