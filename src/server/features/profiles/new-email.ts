import { isEmailChange } from '../../../domain/profiles/profile.ts'
import type { Tx } from '../../db/pool.ts'
import type { Context } from '../../rpc/context.ts'
import { requireProof } from '../factors/proof.ts'
import { lockProfile } from './db.ts'

type Saver = Pick<Context, 'limits' | 'address'> & { viewer: { id: string } }

/**
 * Locks the profile, and returns whether a save asks for another e-mail address. Throws DomainError 'invalid_input' for that
 * without a proof, and 'too_many_attempts'. [5.settings.2] [V7.5.1]
 */
export async function wantsNewEmail(
  tx: Tx,
  { viewer, limits, address }: Saver,
  email: string,
  proven: boolean,
): Promise<boolean> {
  if (!isEmailChange(await lockProfile(tx, viewer.id), email)) return false
  requireProof(proven)
  await limits.countLink(viewer.id, address)
  await limits.countMailbox(email)
  return true
}
