import { randomBytes } from 'node:crypto'
import { RSABSSA } from '@cloudflare/blindrsa-ts'
import { beforeAll, expect, test } from 'vitest'
import { SIGNED_BYTES, TOKEN_BYTES } from '../../../domain/votes/receipt.ts'
import { blindSign, isSigned, newVoteKeys } from './blind-sign.ts'

// Blind signatures: Product 4.4, RFC 9474.

const suite = RSABSSA.SHA384.PSS.Deterministic()
let keys: Awaited<ReturnType<typeof newVoteKeys>>
beforeAll(async () => {
  keys = await newVoteKeys()
})

const publicKeyOf = (spki: string) =>
  crypto.subtle.importKey(
    'spki',
    Buffer.from(spki, 'base64url'),
    { name: 'RSA-PSS', hash: 'SHA-384' },
    true,
    ['verify'],
  )

test('what the browser’s library blinds and unblinds is signed by this key, and the server has seen neither', async () => {
  const key = await publicKeyOf(keys.public_key)
  const token = randomBytes(TOKEN_BYTES)
  const { blindedMsg, inv } = await suite.blind(key, token)
  const blindSignature = blindSign(keys.private_key, Buffer.from(blindedMsg))
  const signature = Buffer.from(await suite.finalize(key, token, blindSignature, inv))
  expect(isSigned(keys.public_key, token, signature)).toBe(true)
  expect(await suite.verify(key, signature, token)).toBe(true)
  expect(signature.length).toBe(SIGNED_BYTES)
  expect(blindSignature.equals(signature)).toBe(false)
  expect(Buffer.from(blindedMsg).includes(token)).toBe(false)
  // The same blinded token again, as after a lost response.
  expect(blindSign(keys.private_key, Buffer.from(blindedMsg)).equals(blindSignature)).toBe(true)
})

test('it signs as the library does', async () => {
  const pem = keys.private_key.replace(/-----[^-]+-----|\s/g, '')
  const key = await crypto.subtle.importKey(
    'pkcs8',
    Buffer.from(pem, 'base64'),
    { name: 'RSA-PSS', hash: 'SHA-384' },
    true,
    ['sign'],
  )
  const { blindedMsg } = await suite.blind(await publicKeyOf(keys.public_key), randomBytes(TOKEN_BYTES))
  const theirs = Buffer.from(await suite.blindSign(key, blindedMsg))
  expect(blindSign(keys.private_key, Buffer.from(blindedMsg)).equals(theirs)).toBe(true)
})

test('a forged token, a changed one, and one of another vote are not signed', async () => {
  const key = await publicKeyOf(keys.public_key)
  const token = randomBytes(TOKEN_BYTES)
  const { blindedMsg, inv } = await suite.blind(key, token)
  const signature = Buffer.from(
    await suite.finalize(key, token, blindSign(keys.private_key, Buffer.from(blindedMsg)), inv),
  )
  expect(isSigned(keys.public_key, randomBytes(TOKEN_BYTES), signature)).toBe(false)
  expect(isSigned(keys.public_key, token, randomBytes(SIGNED_BYTES))).toBe(false)
  expect(isSigned(keys.public_key, token, Buffer.alloc(SIGNED_BYTES))).toBe(false)
  const other = await newVoteKeys()
  expect(isSigned(other.public_key, token, signature)).toBe(false)
  expect(() => blindSign(keys.private_key, Buffer.alloc(SIGNED_BYTES, 0xff))).toThrow('not valid')
})
