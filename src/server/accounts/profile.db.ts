import { sql } from 'kysely'
import type { Profile } from '../../domain/accounts/settings.ts'
import { DomainError } from '../../domain/errors.ts'
import type { ResidentViewer, UnassignedViewer, VendorViewer } from '../../domain/viewer.ts'
import type { Tx } from '../database/pool.ts'
import { record } from '../events/events.db.ts'
import { pendingEmail, requestEmailChange } from './links.db.ts'

export type Owner = ResidentViewer | UnassignedViewer | VendorViewer

/** What a person keeps about themself, with the new e-mail address that waits for its link. */
export async function readProfile(tx: Tx, id: string) {
  const profile = await tx
    .selectFrom('profiles')
    .where('id', '=', id)
    .select(['first_name', 'last_name', 'email', 'phone', 'unit_number', 'dog_photo_url', 'created_at'])
    .executeTakeFirst()
  if (!profile) throw new DomainError('not_found')
  return { ...profile, pending_email: await pendingEmail(tx, id) }
}

/**
 * Saves who a person is. The e-mail address stays as it is until the link in the mail to the new one is opened:
 * true when such a link is on its way. Decisions, 'Accounts'.
 */
export async function saveProfile(
  tx: Tx,
  viewer: Owner,
  { email, ...person }: Omit<Profile, 'unit_number'> & Partial<Pick<Profile, 'unit_number'>>,
): Promise<{ email_requested: boolean }> {
  const saved = await tx
    .updateTable('profiles')
    .set({ ...person, updated_at: sql`now()` })
    .where('id', '=', viewer.id)
    .returning('email')
    .executeTakeFirst()
  if (!saved) throw new DomainError('not_found')
  await record(tx, { kind: 'profile_updated', subject: viewer.id, ...placeOf(viewer) })
  if (email === saved.email) return { email_requested: false }
  await requestEmailChange(tx, viewer.id, email)
  return { email_requested: true }
}

/** In whose name, and to whose eyes, an event of this person is recorded. */
export function placeOf(viewer: Owner) {
  return {
    actor: viewer.id,
    building_id: viewer.kind === 'resident' ? viewer.building_id : null,
    vendor_id: viewer.kind === 'vendor' ? viewer.id : null,
  }
}

/** Makes the confirmed address the account's: for signing in, and as neighbours and vendors see it. */
export async function setEmail(tx: Tx, userId: string, email: string): Promise<void> {
  await tx
    .updateTable('auth_users')
    .set({ email, email_verified: true, updated_at: sql`now()` })
    .where('id', '=', userId)
    .execute()
  const profile = await tx
    .updateTable('profiles')
    .set({ email, updated_at: sql`now()` })
    .where('id', '=', userId)
    .returning(['building_id', 'role'])
    .executeTakeFirst()
  const vendor_id = profile?.role === 'contractor' ? userId : null
  const building_id = profile?.building_id ?? null
  await record(tx, { kind: 'email_changed', actor: userId, subject: userId, building_id, vendor_id })
}

/** A new password, known by its hash, and every session ends. The account may have had none, as an invited person's. */
export async function setPassword(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  await tx
    .insertInto('auth_accounts')
    .values({ user_id: userId, account_id: userId, provider_id: 'credential', password: passwordHash })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'provider_id'])
        .doUpdateSet({ password: passwordHash, updated_at: sql`now()` }),
    )
    .execute()
  await tx.deleteFrom('auth_sessions').where('user_id', '=', userId).execute()
  await record(tx, { kind: 'password_reset', actor: userId, subject: userId })
}
