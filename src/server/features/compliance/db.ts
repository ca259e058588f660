import { sql } from 'kysely'
import type { ComplianceFacts, ComplianceStatus } from '../../../domain/compliance/document.ts'
import { DomainError } from '../../../domain/errors.ts'
import { searchWords } from '../../../domain/searched-list.ts'
import type { Tx } from '../../db/pool.ts'
import type { PageRange } from '../../db/statement.ts'

const FACTS = [
  'd.id',
  'd.kind',
  'd.number',
  'd.amount',
  'd.valid_from',
  'd.expires_on',
  'd.status',
  'd.refused_reason',
  'd.added_at',
  'd.decided_at',
  'd.verified_at',
] as const

/** Documents with their files. A building, which sees no file, gets none. */
const documentsWithFiles = (tx: Tx) =>
  tx
    .selectFrom('compliance_documents as d')
    .innerJoin('compliance_files as f', 'f.document_id', 'd.id')
    .select([...FACTS, 'f.file_name', sql<string>`'/' || f.file_path`.as('url')])

/** All of a vendor's, by kind, the one that holds longest first. */
export const documentsOf = (tx: Tx, vendorId: string) =>
  documentsWithFiles(tx)
    .where('d.vendor_id', '=', vendorId)
    .orderBy(sql`array_position('{insurance,license,w9}', d.kind)`)
    .orderBy(sql`d.expires_on desc nulls first`)
    .orderBy('d.added_at', 'desc')
    .orderBy('d.id')
    .execute()

/** Of vendors in whose name each word of the search occurs. */
const isFound = (search: string | null) =>
  sql<boolean>`not exists (select from unnest(${searchWords(search)}::text[]) word
    where strpos(lower(v.company_name), word) = 0)`

type Queued = { search: string | null }
type QueuedRange = PageRange & Queued & { status: ComplianceStatus }

/** All vendors' documents of one status; those that wait the oldest first, decided ones the last first. */
export const documentsIn = (tx: Tx, { status, search, limit, offset }: QueuedRange) =>
  documentsWithFiles(tx)
    .innerJoin('vendor_profiles as v', 'v.id', 'd.vendor_id')
    .where(isFound(search))
    .leftJoin('profiles as p', 'p.id', 'd.decided_by')
    .select(['v.company_name', 'p.full_name as decided_by'])
    .where('d.status', '=', status)
    .orderBy(status === 'waiting' ? 'd.added_at' : 'd.decided_at', status === 'waiting' ? 'asc' : 'desc')
    .orderBy('d.id')
    .limit(limit)
    .offset(offset)
    .execute()

/** How many documents with a file have each status, of those found. */
export async function countByStatus(tx: Tx, { search }: Queued): Promise<Record<ComplianceStatus, number>> {
  const rows = await tx
    .selectFrom('compliance_documents as d')
    .innerJoin('compliance_files as f', 'f.document_id', 'd.id')
    .innerJoin('vendor_profiles as v', 'v.id', 'd.vendor_id')
    .where(isFound(search))
    .groupBy('d.status')
    .select(['d.status', (eb) => eb.fn.countAll<number>().as('count')])
    .execute()
  return {
    waiting: 0,
    verified: 0,
    refused: 0,
    ...Object.fromEntries(rows.map((row) => [row.status, row.count])),
  }
}

/** How many of a vendor's documents were never verified. */
export async function countUnverified(tx: Tx, vendorId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('compliance_documents')
    .where('vendor_id', '=', vendorId)
    .where('verified_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** A document that the viewer sees, with the path of its file; undefined for somebody else's. */
export const findDocument = (tx: Tx, id: string) =>
  tx
    .selectFrom('compliance_documents as d')
    .innerJoin('compliance_files as f', 'f.document_id', 'd.id')
    .where('d.id', '=', id)
    .select(['d.vendor_id', 'd.kind', 'd.verified_at', 'f.file_path'])
    .executeTakeFirst()

type AddedDocument = ComplianceFacts & { id: string; vendor_id: string; added_by: string }
type AddedComplianceFile = { vendor_id: string; file_name: string; file_path: string; file_size: number }

/** False if a document of this id was added before, by somebody else. */
export async function addComplianceDocument(
  tx: Tx,
  document: AddedDocument,
  file: AddedComplianceFile,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('compliance_documents')
    .values(document)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) return false
  await tx
    .insertInto('compliance_files')
    .values({ document_id: document.id, ...file })
    .execute()
  return true
}

/** False for one that is gone or was verified meanwhile. */
export async function deleteDocument(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('compliance_documents')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/**
 * Of a company that ends: its files, which orphan removal deletes, and what was never verified. That a document was verified
 * stays, since visits stood on it. Product 2.6
 */
export async function dropDocuments(tx: Tx, vendorId: string): Promise<void> {
  await tx.deleteFrom('compliance_files').where('vendor_id', '=', vendorId).execute()
  await tx
    .deleteFrom('compliance_documents')
    .where('vendor_id', '=', vendorId)
    .where('verified_at', 'is', null)
    .execute()
}

/** A document under a lock. Throws DomainError 'not_found'. */
export async function lockDocument(tx: Tx, id: string) {
  const document = await tx
    .selectFrom('compliance_documents')
    .where('id', '=', id)
    .select(['id', 'vendor_id', 'kind', 'status', 'refused_reason', 'valid_from', 'expires_on'])
    .forUpdate()
    .executeTakeFirst()
  if (!document) throw new DomainError('not_found')
  return document
}

type DocumentDecision = {
  status: 'verified' | 'refused'
  refused_reason: string | null
  decided_by: string
  decided_at: Date
}

export const decideDocument = (tx: Tx, id: string, decision: DocumentDecision) =>
  tx.updateTable('compliance_documents').set(decision).where('id', '=', id).execute()
