import { sql } from 'kysely'
import { DomainError } from '../../../domain/errors.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { type Owner, placeOf } from './db.ts'

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
  await record(tx, { kind: 'profile_updated', subject: viewer.id, ...placeOf(viewer) })
  return person.dog_photo_url?.slice(1) ?? null
}
