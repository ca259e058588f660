import { sql } from 'kysely'
import { requireUnconfirmedSpace, type UnconfirmedFiles } from '../../domain/quota.ts'
import { asSystem } from '../db/as-viewer.ts'
import type { Portal } from '../rpc/context.ts'

/**
 * Throws 'conflict' if the person has not confirmed their address, and such people's files take all the space that they
 * share. It is checked before the upload: uploads at the same time may exceed it by a file each.
 */
export async function requireRoomForUnconfirmed(
  { db }: Pick<Portal, 'db'>,
  personId: string,
  size: number,
): Promise<void> {
  // One row if the person has not confirmed.
  const { rows } = await asSystem(db, (tx) =>
    sql<UnconfirmedFiles>`select
        (select coalesce(sum(s.used_bytes), 0)::bigint from auth_users u join buildings b on b.captain_id = u.id
          join building_storage s on s.building_id = b.id where not u.email_verified) as documents,
        (select count(*) from auth_users u join profiles p on p.id = u.id
          where not u.email_verified and p.dog_photo_url is not null) as photos
      from auth_users where id = ${personId} and not email_verified`.execute(tx),
  )
  if (rows[0]) requireUnconfirmedSpace(rows[0], size)
}
