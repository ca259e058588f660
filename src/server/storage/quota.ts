import { requireQuota } from '../../domain/quota.ts'
import type { Viewer } from '../../domain/viewer.ts'
import { asViewer } from '../db/as-viewer.ts'
import { statement } from '../db/statement.ts'
import type { Portal } from '../rpc/context.ts'

/** The setting of a transaction under which the database holds a building's files to the quota. */
export function quotaSetting({ buildingQuota }: Pick<Portal['config'], 'buildingQuota'>) {
  return { building_quota: String(buildingQuota) }
}

/** The bytes that a building's files take; no row before its first file. */
export const readUsedSpace = statement((db, { buildingId }: { buildingId: string }) =>
  db.selectFrom('building_storage').where('building_id', '=', buildingId).select('used_bytes'),
)

/** Throws 'quota_reached' unless a file of this size fits into the building's quota now. */
export async function requireQuotaOf(
  { db, config }: Pick<Portal, 'db' | 'config'>,
  viewer: Viewer,
  buildingId: string,
  size: number,
): Promise<void> {
  const [row] = await asViewer(db, viewer, (tx) => readUsedSpace(tx, { buildingId }))
  requireQuota(row?.used_bytes ?? 0, size, config.buildingQuota)
}
