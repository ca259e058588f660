import { createHmac, timingSafeEqual } from 'node:crypto'

const ID_BYTES = 16
const PROOF_BYTES = 16

/**
 * What makes a link in a mail work: the row's id, and a proof that only who knows the portal's secret can make. It is
 * made when the mail is written and stored nowhere, so each try to send the mail makes the same one.
 */
export function linkToken(secret: string, id: string): string {
  return Buffer.concat([bytesOf(id), proof(secret, id)]).toString('base64url')
}

/** The id of the row that a token belongs to; null for one that is not ours. */
export function linkIdOf(secret: string, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== ID_BYTES + PROOF_BYTES) return null
  const hex = bytes.subarray(0, ID_BYTES).toString('hex')
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return timingSafeEqual(bytes.subarray(ID_BYTES), proof(secret, id)) ? id : null
}

function proof(secret: string, id: string): Buffer {
  return createHmac('sha256', secret).update(`account link ${id}`).digest().subarray(0, PROOF_BYTES)
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}
