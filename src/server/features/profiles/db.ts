import { sql } from 'kysely'
import { DomainError } from '../../../domain/errors.ts'
import type { UpdateProfile } from '../../../domain/profiles/profile.ts'
import type { ResidentViewer, UnassignedViewer, VendorViewer } from '../../../domain/viewer.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { pendingEmail, requestEmailChange } from '../../session/account-links.ts'

/** Viewers with a profile of their own to edit. */
type Owner = ResidentViewer | UnassignedViewer | VendorViewer

/** A person's own profile, with the new e-mail address that waits for confirmation. */
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
 * Saves a person's own profile. A new e-mail address only takes effect when the link in the mail to it is opened;
 * `email_requested` says whether such a mail is due.
 */
export async function saveProfile(
  tx: Tx,
  viewer: Owner,
  { email, ...person }: Omit<UpdateProfile, 'unit_number'> & Partial<UpdateProfile>,
): Promise<{ email_requested: boolean }> {
  const saved = await tx
    .updateTable('profiles')
    .set({ ...person, updated_at: sql`now()` })
    .where('id', '=', viewer.id)
    .returning('email')
    .executeTakeFirst()
  if (!saved) throw new DomainError('not_found')
  await record(tx, { kind: 'profile_updated', subject: viewer.id, ...partiesOf(viewer) })
  if (email === saved.email) return { email_requested: false }
  await requestEmailChange(tx, viewer.id, email)
  return { email_requested: true }
}

/** Sets or removes (null) a person's photo. Returns the key of the old one. */
export async function setPhoto(tx: Tx, viewer: Owner, key: string | null): Promise<string | null> {
  const person = await tx
    .selectFrom('profiles')
    .where('id', '=', viewer.id)
    .select('dog_photo_url')
    .forUpdate()
    .executeTakeFirst()
  if (!person) throw new DomainError('not_found')
  await tx
    .updateTable('profiles')
    .set({ dog_photo_url: key && `/${key}`, updated_at: sql`now()` })
    .where('id', '=', viewer.id)
    .execute()
  await record(tx, { kind: 'profile_updated', subject: viewer.id, ...partiesOf(viewer) })
  return person.dog_photo_url?.slice(1) ?? null
}

/** The actor of an event about this person, and the building or vendor that it concerns. */
function partiesOf(viewer: Owner) {
  return {
    actor: viewer.id,
    building_id: viewer.kind === 'resident' ? viewer.building_id : null,
    vendor_id: viewer.kind === 'vendor' ? viewer.vendor_id : null,
  }
}
