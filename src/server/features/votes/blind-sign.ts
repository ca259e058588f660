import {
  constants,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  privateDecrypt,
  publicEncrypt,
  verify,
} from 'node:crypto'
import { promisify } from 'node:util'
import { DomainError } from '../../../domain/errors.ts'
import { KEY_BITS } from '../../../domain/votes/receipt.ts'

// The server's part of RFC 9474, RSABSSA-SHA384-PSS-Deterministic: a token is 32 random bytes, so it needs no further ones. The browser's part
// is the library's (decision 70), which the tests use, too. Its own signing takes a blocked process a third of a second; OpenSSL's operation
// with the private key is the same, in a millisecond, and in a time that does not depend on the key.

const SALT_LENGTH = 48
const { RSA_NO_PADDING, RSA_PKCS1_PSS_PADDING } = constants
const makeKeys = promisify(generateKeyPair)

/** A vote's keys: the public one as base64url of its SPKI, the private one as PEM. */
export async function newVoteKeys(): Promise<{ public_key: string; private_key: string }> {
  const { publicKey, privateKey } = await makeKeys('rsa', { modulusLength: KEY_BITS })
  return {
    public_key: publicKey.export({ type: 'spki', format: 'der' }).toString('base64url'),
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** BlindSign: the same for the same blinded token. Throws DomainError 'invalid_input' for a number that is no such token. */
export function blindSign(privateKey: string, blinded: Buffer): Buffer {
  const key = createPrivateKey(privateKey)
  try {
    const signature = privateDecrypt({ key, padding: RSA_NO_PADDING }, blinded)
    // A fault of the machine would give the key away.
    const checked = publicEncrypt({ key: createPublicKey(key), padding: RSA_NO_PADDING }, signature)
    if (checked.equals(blinded)) return signature
  } catch {
    // Larger than the key's modulus.
  }
  throw new DomainError('invalid_input', 'Ballot is not valid', 'blinded')
}

/** Whether this key signed this token: of the vote, and of no other. */
export function isSigned(publicKey: string, token: Buffer, signature: Buffer): boolean {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64url'), type: 'spki', format: 'der' })
  return verify('sha384', token, { key, padding: RSA_PKCS1_PSS_PADDING, saltLength: SALT_LENGTH }, signature)
}

/** SHA-256 in hexadecimal: of a token, its receipt's hash. */
export const hexHash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
