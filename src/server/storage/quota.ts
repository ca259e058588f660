import { sql } from 'kysely'
import { requireQuota, requireUnconfirmedSpace } from '../../domain/quota.ts'
import { asSystem } from '../db/as-viewer.ts'
import { statement } from '../db/statement.ts'
import type { Portal } from '../rpc/context.ts'

/** The setting of a transaction under which the database holds a building's files, or a company's, to the quota. */
export function quotaSetting({ buildingQuota }: Pick<Portal['config'], 'buildingQuota'>) {
  return { building_quota: String(buildingQuota) }
}

/** The bytes that a building's files take; no row before its first file. */
export const readUsedSpace = statement((db, { buildingId }: { buildingId: string }) =>
  db.selectFrom('building_storage').where('building_id', '=', buildingId).select('used_bytes'),
)

type Space = {
  used: number | null
  of_vendor: number | null
  documents: number | null
  photos: number | null
}

/**
 * Throws 'quota_reached' unless a file of this size fits into the building's quota now, 'company_quota_reached' unless it fits into
 * the company's, and 'conflict' if its person has
 * not confirmed their address and such people's files take all the space that they share. Uploads at the same time may
 * exceed that space by a file each; the quota holds when the file's row is written.
 */
export async function requireSpace(
  { db, config }: Pick<Portal, 'db' | 'config'>,
  { id }: { id: string },
  { buildingId, vendorId }: { buildingId: string | undefined; vendorId: string | undefined },
  size: number,
): Promise<void> {
  // One statement, of the system: the files of many buildings are added up, for unconfirmed people only.
  const { rows } = await asSystem(db, (tx) =>
    sql<Space>`select
        (select used_bytes from building_storage where building_id = ${buildingId ?? null}) as used,
        (select used_bytes from vendor_storage where vendor_id = ${vendorId ?? null}) as of_vendor,
        case when not email_verified then
          (select coalesce(sum(s.used_bytes + s.photo_bytes), 0)::bigint from auth_users u join buildings b on b.captain_id = u.id
            join building_storage s on s.building_id = b.id where not u.email_verified)
          + (select coalesce(sum(file_space(f.file_size)), 0)::bigint from auth_users u
            join compliance_documents d on d.added_by = u.id join compliance_files f on f.document_id = d.id
            where not u.email_verified)
          + (select coalesce(sum(file_space(f.file_size)), 0)::bigint from auth_users u
            join quote_files f on f.added_by = u.id where not u.email_verified)
          + (select coalesce(sum(file_space(f.file_size)), 0)::bigint from auth_users u
            join invoice_files f on f.added_by = u.id where not u.email_verified)
          + (select coalesce(sum(file_space(f.file_size)), 0)::bigint from auth_users u
            join message_files f on f.added_by = u.id where f.side = 'vendor' and not u.email_verified)
          + (select coalesce(sum(file_space(f.file_size)), 0)::bigint from auth_users u
            join portfolio_photos f on f.added_by = u.id where not u.email_verified) end as documents,
        case when not email_verified then
          (select count(*) from auth_users u join profiles p on p.id = u.id
            where not u.email_verified and p.dog_photo_url is not null) end as photos
      from auth_users where id = ${id}`.execute(tx),
  )
  const { used = 0, of_vendor = 0, documents = null, photos = null } = rows[0] ?? {}
  const quota = config.buildingQuota
  if (buildingId) requireQuota(used ?? 0, size, quota, 'quota_reached')
  if (vendorId) requireQuota(of_vendor ?? 0, size, quota, 'company_quota_reached')
  if (documents !== null && photos !== null) requireUnconfirmedSpace({ documents, photos }, size)
}
