import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { TOKEN_BYTES } from '../../../domain/votes/receipt.ts'

const CIPHER = 'aes-256-gcm'
const NONCE = 12
const TAG = 16
const HASH = 32
/** The hash of a receipt, and the bits of its choice: as long for each ballot. */
const RECORD = HASH + 4
export const BOX_KEY_BYTES = 32

/** The bits of each ballot's choice, by the hash of its receipt in hexadecimal. */
export type Ballots = ReadonlyMap<string, number>

/**
 * All ballots of a secret vote as one sealed value, which is written again with each ballot: no row, no order and no length of its own tells
 * one ballot from another. Sorted by the hashes, which are random. `vote` keeps it from being taken for another vote's. Product 4.4
 */
export function sealBox(key: Buffer, vote: string, ballots: Ballots): Buffer {
  const content = Buffer.alloc(ballots.size * RECORD)
  const sorted = [...ballots].sort(([one], [other]) => (one < other ? -1 : 1))
  for (const [at, [hash, bits]] of sorted.entries()) {
    content.write(hash, at * RECORD, 'hex')
    content.writeUInt32BE(bits, at * RECORD + HASH)
  }
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(CIPHER, key, nonce)
  cipher.setAAD(Buffer.from(vote))
  const sealed = Buffer.concat([cipher.update(content), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** The ballots of a sealed box; none before the first. Throws for another key or vote, and for a box that was changed. */
export function openBox(key: Buffer, vote: string, box: Buffer | null): Map<string, number> {
  const ballots = new Map<string, number>()
  if (box === null) return ballots
  const decipher = createDecipheriv(CIPHER, key, box.subarray(0, NONCE), { authTagLength: TAG })
  decipher.setAAD(Buffer.from(vote))
  decipher.setAuthTag(box.subarray(NONCE, NONCE + TAG))
  const content = Buffer.concat([decipher.update(box.subarray(NONCE + TAG)), decipher.final()])
  for (let at = 0; at + RECORD <= content.length; at += RECORD)
    ballots.set(content.toString('hex', at, at + HASH), content.readUInt32BE(at + HASH))
  return ballots
}

/** An order that chance alone made. */
export function shuffled<Item>(items: readonly Item[]): Item[] {
  // Sorted by so many random bits that no two are the same, whatever the order before.
  return items
    .map((item) => ({ item, by: randomBytes(TOKEN_BYTES).toString('hex') }))
    .sort((one, other) => (one.by < other.by ? -1 : 1))
    .map(({ item }) => item)
}
