import { sql } from 'kysely'
import { BIN_DAYS } from '../../../domain/documents/bin.ts'
import { isoText } from '../../db/iso-text.ts'
import type { Tx } from '../../db/pool.ts'
import { type PageRange, statement } from '../../db/statement.ts'

type OfBuilding = { buildingId: string }

/** How many documents a building's bin has, and the space that they take, in bytes: one row. */
export const sizeOfBin = statement((db, { buildingId }: OfBuilding) =>
  db
    .selectFrom('building_documents')
    .where('building_id', '=', buildingId)
    .where('deleted_at', 'is not', null)
    .select(({ fn }) => [
      fn.countAll<number>().as('documents'),
      sql<number>`coalesce(sum(file_space(file_size)), 0)::bigint`.as('bytes'),
    ]),
)

/** A page of a building's bin, the last deleted document first, each with who deleted it; null when they moved away. */
export const listBin = statement((db, { buildingId, limit, offset }: OfBuilding & PageRange) =>
  db
    .selectFrom('building_documents as d')
    .leftJoin('profiles', 'profiles.id', 'd.deleted_by')
    .where('d.building_id', '=', buildingId)
    .where('d.deleted_at', 'is not', null)
    .select(['d.id', 'd.file_name', 'd.file_size', 'd.document_type', isoText('d', 'deleted_at')])
    .select('profiles.full_name as deleted_by')
    .orderBy('d.deleted_at', 'desc')
    .orderBy('d.id')
    .limit(limit)
    .offset(offset),
)

/** By the database's clock. */
export async function moveToBin(tx: Tx, id: string, deleted_by: string): Promise<void> {
  await tx
    .updateTable('building_documents')
    .set({ deleted_at: sql<Date>`now()`, deleted_by })
    .where('id', '=', id)
    .execute()
}

export async function moveToList(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('building_documents')
    .set({ deleted_at: null, deleted_by: null })
    .where('id', '=', id)
    .execute()
}

const purged = ['id', 'building_id', 'file_name'] as const

/** Locks a building's bin. Returns its documents. */
export function lockBin(tx: Tx, buildingId: string) {
  return tx
    .selectFrom('building_documents')
    .where('building_id', '=', buildingId)
    .where('deleted_at', 'is not', null)
    .select(purged)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Locks at most `limit` documents whose time in the bin is over, by the database's clock; not those of another server. */
export function lockExpired(tx: Tx, limit: number) {
  return tx
    .selectFrom('building_documents')
    .where('deleted_at', '<', sql<Date>`now() - make_interval(days => ${BIN_DAYS})`)
    .select(purged)
    .orderBy('deleted_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

export async function deleteDocuments(tx: Tx, documents: { id: string }[]): Promise<void> {
  const ids = documents.map(({ id }) => id)
  await sql`delete from building_documents where id = any (${ids}::uuid[])`.execute(tx)
}
