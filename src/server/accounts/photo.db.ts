import { sql } from 'kysely'
import { DomainError } from '../../domain/errors.ts'
import type { Tx } from '../database/pool.ts'
import { record } from '../events/events.db.ts'
import { type Owner, placeOf } from './profile.db.ts'

/** Makes this the person's photo (null: none). Returns where the one before is kept. */
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
  await record(tx, { kind: 'profile_updated', subject: viewer.id, ...placeOf(viewer) })
  return person.dog_photo_url?.slice(1) ?? null
}

/** Those of these keys that people's photos are kept under. */
export async function keptPhotos(tx: Tx, keys: string[]): Promise<string[]> {
  const addresses = keys.map((key) => `/${key}`)
  const rows = await tx
    .selectFrom('profiles')
    .where('dog_photo_url', 'in', addresses)
    .select((eb) => eb.ref('dog_photo_url').$notNull().as('address'))
    .execute()
  return rows.map(({ address }) => address.slice(1))
}
