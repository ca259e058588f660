import { z } from 'zod'
import { acceptUpload } from '../../../domain/documents/accept-upload.ts'
import { requireListed } from '../../../domain/documents/bin.ts'
import { isStorageKey, storageKey } from '../../../domain/documents/document-name.ts'
import {
  DOCUMENT_TYPES,
  type DocumentExtension,
  MAX_DOCUMENT_SIZE,
} from '../../../domain/documents/document-type.ts'
import { DomainError } from '../../../domain/errors.ts'
import { id as documentId } from '../../../domain/text.ts'
import type { ResidentViewer } from '../../../domain/viewer.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import type { Attachment, Query } from '../../storage/attachment.ts'
import { moveToBin } from './bin.db.ts'
import { addDocument, getDocument } from './db.ts'

const ReplacedQuery = z.strictObject({ replaces: documentId.optional() })

/** The document in the list that the new one replaces, if the address names one. It is locked. */
async function earlierOf(tx: Tx, { building_id }: ResidentViewer, { replaces }: Query) {
  const parsed = ReplacedQuery.safeParse({ replaces })
  if (!parsed.success) throw new DomainError('invalid_input', parsed.error.issues[0]?.message, 'replaces')
  if (parsed.data.replaces === undefined) return null
  const earlier = await getDocument(tx, parsed.data.replaces, building_id, { lock: true })
  requireListed(earlier)
  return earlier
}

/** The documents of a building. [6.captain.1] [7.documents.2] */
export const documentAttachment = {
  name: 'document',
  path: '/api/documents',
  addedBy: [{ resident: 'manage_documents' }],
  seenBy: { by: 'link', audiences: ['resident'] },
  buildingOf: ({ building_id }) => building_id,
  maxSize: MAX_DOCUMENT_SIZE,
  types: DOCUMENT_TYPES,
  status: 201,
  nameOf({ name = '' }) {
    const { file_name, document_type } = acceptUpload(name, 0)
    return { name: file_name, extension: document_type }
  },
  keyOf: ({ building_id }, { name }, milliseconds) => storageKey(building_id, milliseconds, name),
  isKey: isStorageKey,
  keptIn: { table: 'building_documents', column: 'file_path', size: 'file_size' },
  backedUp: true,
  async save(tx, viewer, { name: file_name, extension, ...file }, query: Query = {}) {
    const { id: uploaded_by, building_id } = viewer
    const earlier = await earlierOf(tx, viewer, query)
    const document = {
      building_id,
      file_name,
      file_path: file.key,
      file_size: file.size,
      file_type: file.mime,
      document_type: extension,
      uploaded_by,
    }
    const id = await addDocument(tx, document, earlier?.id)
    const event = { actor: uploaded_by, building_id, subject: id }
    if (earlier) {
      await moveToBin(tx, earlier.id, uploaded_by)
      const data = { file_name, earlier_name: earlier.file_name, earlier_id: earlier.id }
      await record(tx, { ...event, kind: 'document_replaced', data })
    } else {
      await record(tx, { ...event, kind: 'document_uploaded', data: { file_name } })
    }
    return { answer: { id, file_name } }
  },
} as const satisfies Attachment<
  { resident: 'manage_documents' },
  DocumentExtension,
  { id: string; file_name: string }
>
