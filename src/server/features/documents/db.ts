import { sql } from 'kysely'
import type { DocumentExtension } from '../../../domain/documents/document-type.ts'
import { DomainError } from '../../../domain/errors.ts'
import { isoText } from '../../db/iso-text.ts'
import type { Tx } from '../../db/pool.ts'
import { type PageRange, statement } from '../../db/statement.ts'

type NewDocument = {
  building_id: string
  file_name: string
  file_path: string
  file_size: number
  file_type: string
  document_type: DocumentExtension
  uploaded_by: string
}

/** Adds a document: first in the list, or at the place of the one that it replaces. */
export async function addDocument(tx: Tx, document: NewDocument, replaced?: string): Promise<string> {
  const { id } = await tx
    .insertInto('building_documents')
    .values((eb) => ({
      ...document,
      listed_at: replaced
        ? eb.selectFrom('building_documents').where('id', '=', replaced).select('listed_at')
        : sql<Date>`now()`,
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type FoundDocuments = { buildingId: string; words: string[] }

/** Whether each of `words` occurs in the name. Not by LIKE, in which what is typed could hold wildcards. */
const hasWords = (words: string[]) =>
  sql<boolean>`not exists (select from unnest(${words}::text[]) word where strpos(lower(d.file_name), word) = 0)`

/**
 * A page of a building's documents that were found, in the order of the list, each with its uploader's name; null when
 * they moved away.
 * [2.building.2] [7.documents.1]
 */
export const listDocuments = statement(
  (db, { buildingId, words, limit, offset }: FoundDocuments & PageRange) =>
    db
      .selectFrom('building_documents as d')
      .leftJoin('profiles', 'profiles.id', 'd.uploaded_by')
      .where('d.building_id', '=', buildingId)
      .where('d.deleted_at', 'is', null)
      .where(hasWords(words))
      .select(['d.id', 'd.file_name', 'd.file_size', 'd.document_type', isoText('d', 'created_at')])
      .select('profiles.full_name as uploaded_by')
      .orderBy('d.listed_at', 'desc')
      .orderBy('d.created_at', 'desc')
      .orderBy('d.id')
      .limit(limit)
      .offset(offset),
)

/** How many documents a building's list has, and how many of them are found: one row. */
export const countDocuments = statement((db, { buildingId, words }: FoundDocuments) =>
  db
    .selectFrom('building_documents as d')
    .where('d.building_id', '=', buildingId)
    .where('d.deleted_at', 'is', null)
    .select(({ fn }) => [
      fn.countAll<number>().as('listed'),
      fn.countAll<number>().filterWhere(hasWords(words)).as('total'),
    ]),
)

const columns = ['id', 'file_name', 'file_path', 'file_type', 'document_type', 'deleted_at'] as const

/** One document of a building, in the list or, if the viewer may see it, in the bin; locked when it is about to change. */
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
