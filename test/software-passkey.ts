import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const base64url = (bytes: Buffer) => bytes.toString('base64url')
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest()

type Site = { rpId: string; origin: string }
/** What a device does wrong on purpose. */
type Defects = { isVerified?: boolean; counter?: number; id?: string; origin?: string }

const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_KEY = 0x40

/** A device that keeps one passkey, without a browser. */
export function createDevice({ rpId, origin }: Site) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(16)
  const id = base64url(credentialId)

  function dataOf(flags: number, { isVerified = true, counter = 0 }: Defects): Buffer {
    const head = Buffer.alloc(5)
    head.writeUInt8(flags | PRESENT | (isVerified ? VERIFIED : 0))
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(rpId), head])
  }

  const clientData = (type: string, challenge: string, defects: Defects) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: defects.origin ?? origin, crossOrigin: false }))

  const answer = <Response>(response: Response, credential = id) => ({
    id: credential,
    rawId: credential,
    type: 'public-key' as const,
    clientExtensionResults: {},
    response,
  })

  return {
    id,
    /** Answers a registration without attestation, in CBOR. */
    make(challenge: string, defects: Defects = {}) {
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const length = Buffer.from([0, credentialId.length])
      const data = Buffer.concat([dataOf(HAS_KEY, defects), Buffer.alloc(16), length, credentialId, key])
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ])
      return answer({
        clientDataJSON: base64url(clientData('webauthn.create', challenge, defects)),
        attestationObject: base64url(attestation),
      })
    },
    /** Signs a challenge. */
    sign(challenge: string, defects: Defects = {}) {
      const data = dataOf(0, defects)
      const client = clientData('webauthn.get', challenge, defects)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      }
      return answer(response, defects.id)
    },
  }
}
