import { z } from 'zod'
import { id, wholeNumber } from '../text.ts'

/** A receipt is a random token of so many bytes; a receipt's hash is SHA-256 of them. Product 4.4 */
export const TOKEN_BYTES = 32
/** The size of a vote's key, in bits, and of what it signs, in bytes. */
export const KEY_BITS = 2048
export const SIGNED_BYTES = KEY_BITS / 8

/** So many bytes in base64url, which has the same length for all. */
function bytes(label: string, count: number) {
  const length = Math.ceil((count * 4) / 3)
  return z
    .string({ error: `${label} is required` })
    .max(length, `${label} is not valid`)
    .regex(new RegExp(`^[\\w-]{${length}}$`), `${label} is not valid`)
}

export const receiptToken = bytes('Receipt', TOKEN_BYTES)
const signedBytes = bytes('Signature', SIGNED_BYTES)

/** A blinded token that the server signs for a unit, without learning the token; the question is as it was shown. Product 4.4 */
export const SignBallot = z.strictObject({
  id,
  version: wholeNumber('Version', 1, 1_000_000),
  unit_id: id,
  blinded: bytes('Ballot', SIGNED_BYTES),
})

/**
 * A secret ballot on the wire: no session, no unit, and as many characters whatever it chooses. The signature is the unblinded one; a change
 * of a ballot in the box needs none. Product 4.4
 */
export const SecretBallot = z.strictObject({
  vote: id,
  token: receiptToken,
  signature: signedBytes.nullable(),
  /** The bits of the choice in hexadecimal. */
  choice: z.string().regex(/^[0-9a-f]{8}$/, 'Choice is not valid'),
})
export type SecretBallot = z.infer<typeof SecretBallot>

/** A choice's bits as they are sent. */
export const choiceText = (bits: number): string => bits.toString(16).padStart(8, '0')
/** The bits of such a text. */
export const choiceFromText = (sent: string): number => Number.parseInt(sent, 16)

/** A receipt in groups that people can read to each other. */
export const receiptGroups = (token: string): string => token.replace(/.{4}(?=.)/g, '$& ')
/** A receipt as somebody typed or pasted it; null for what is none. */
export function typedReceipt(typed: string): string | null {
  const token = typed.replace(/\s+/g, '')
  return receiptToken.safeParse(token).success ? token : null
}

/** Where secret ballots are sent, without a session. */
export const BALLOT_PATH = '/ballots'
