import { sql } from 'kysely'
import { DomainError } from '../../../domain/errors.ts'
import type { UpdateProfile } from '../../../domain/profiles/profile.ts'
import type { CrewViewer, ResidentViewer, UnassignedViewer, VendorViewer } from '../../../domain/viewer.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { pendingEmail } from '../../session/account-links.ts'

/** Viewers with a profile of their own to edit. */
type Owner = ResidentViewer | UnassignedViewer | VendorViewer | CrewViewer

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

/** Locks a person's own profile and returns what the rules need of it. Mails to the person may still be queued. */
export async function lockProfile(tx: Tx, id: string) {
  const profile = await tx
    .selectFrom('profiles')
    .where('id', '=', id)
    .select(['email', 'dog_photo_url'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!profile) throw new DomainError('not_found')
  return profile
}

type PersonFields = Omit<UpdateProfile, 'email' | 'unit_number'> & {
  unit_number?: UpdateProfile['unit_number']
}

/** Saves and records a person's own profile. */
export async function saveProfile(tx: Tx, viewer: Owner, person: PersonFields): Promise<void> {
  await tx
    .updateTable('profiles')
    .set({ ...person, updated_at: sql`now()` })
    .where('id', '=', viewer.id)
    .execute()
  await record(tx, { kind: 'profile_updated', subject: viewer.id, ...partiesOf(viewer) })
}

/** Sets or removes (null) a person's photo. Returns the key of the old one. */
export async function setPhoto(tx: Tx, viewer: Owner, key: string | null): Promise<string | null> {
  const person = await lockProfile(tx, viewer.id)
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
    vendor_id: viewer.kind === 'vendor' || viewer.kind === 'crew' ? viewer.vendor_id : null,
  }
}
