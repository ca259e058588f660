import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { DomainError } from '../../../domain/errors.ts'
import type { Portal } from '../../rpc/context.ts'
import { BOX_KEY_BYTES } from './ballot-box.ts'
import { newVoteKeys } from './blind-sign.ts'

type Storage = Pick<Portal, 'files'>

/** The secrets of a vote: what seals its box, and what signs its tokens. */
export type VoteSecrets = { box_key: Buffer; private_key: string }

const StoredSecrets = z.object({ box_key: z.string(), private_key: z.string() })
const FOLDER = 'vote-keys'

/**
 * Makes a vote's keys and stores the secret ones as a file of their own: not in the database, whose logs, copies and backups are kept, and in
 * no backup of the portal. Deleted once the vote is over. Product 4.4
 */
export async function makeVoteKeys({ files }: Storage): Promise<{ key_file: string; public_key: string }> {
  const { public_key, private_key } = await newVoteKeys()
  const box_key = randomBytes(BOX_KEY_BYTES).toString('base64url')
  const content = Buffer.from(JSON.stringify({ box_key, private_key }))
  const key_file = `${FOLDER}/${randomUUID()}.json`
  await files.put(key_file, Readable.from([content]), { size: content.length, mime: 'application/json' })
  return { key_file, public_key }
}

/** Reads them. Null if the file is not there: after a restore, or once the vote is over. */
export async function readVoteKeys({ files }: Storage, key_file: string): Promise<VoteSecrets | null> {
  if (!(await files.has(key_file))) return null
  const stored = await files.read(key_file)
  const { box_key, private_key } = StoredSecrets.parse(
    JSON.parse((await buffer(await stored.content())).toString()),
  )
  return { box_key: Buffer.from(box_key, 'base64url'), private_key }
}

/** Why a vote whose keys are gone can't go on, as its cancellation says, too. */
export const KEYS_LOST =
  'Its ballot box can’t be opened any more: the key of a secret vote is in no backup. Please hold the vote again.'

/** The same for a voter. Throws DomainError 'conflict' without the keys. */
export function requireKeys(secrets: VoteSecrets | null): VoteSecrets {
  if (!secrets) throw new DomainError('conflict', 'the key of this vote is gone, so it has to be held again')
  return secrets
}
