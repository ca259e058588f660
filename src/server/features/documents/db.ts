import type { DocumentExtension } from '../../../domain/documents/document-type.ts'
import { DomainError } from '../../../domain/errors.ts'
import { isoText } from '../../db/iso-text.ts'
import type { Tx } from '../../db/pool.ts'
import { statement } from '../../db/statement.ts'

type NewDocument = {
  building_id: string
  file_name: string
  file_path: string
  file_size: number
  file_type: string
  document_type: DocumentExtension
  uploaded_by: string
}

export async function addDocument(tx: Tx, document: NewDocument): Promise<string> {
  const { id } = await tx
    .insertInto('building_documents')
    .values(document)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * A building's documents, newest first, each with its uploader's name; null when they moved away.
 * [2.building.2] [7.documents.1]
 */
export const listDocuments = statement((db, { buildingId }: { buildingId: string }) =>
  db
    .selectFrom('building_documents as d')
    .leftJoin('profiles', 'profiles.id', 'd.uploaded_by')
    .where('d.building_id', '=', buildingId)
    .select(['d.id', 'd.file_name', 'd.file_size', 'd.document_type', isoText('d', 'created_at')])
    .select('profiles.full_name as uploaded_by')
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id'),
)

const columns = ['id', 'file_name', 'file_path', 'file_type', 'document_type'] as const

/** One document of a building; locked when it is about to change. */
export async function getDocument(tx: Tx, id: string, buildingId: string, { lock = false } = {}) {
  const query = tx
    .selectFrom('building_documents')
    .where('id', '=', id)
    .where('building_id', '=', buildingId)
    .select(columns)
  const document = await (lock ? query.forUpdate() : query).executeTakeFirst()
  if (!document) throw new DomainError('not_found')
  return document
}

export async function setFileName(tx: Tx, id: string, file_name: string): Promise<void> {
  await tx.updateTable('building_documents').set({ file_name }).where('id', '=', id).execute()
}
