import { acceptUpload } from '../../../domain/documents/accept-upload.ts'
import { isStorageKey, storageKey } from '../../../domain/documents/document-name.ts'
import {
  DOCUMENT_TYPES,
  type DocumentExtension,
  MAX_DOCUMENT_SIZE,
} from '../../../domain/documents/document-type.ts'
import { record } from '../../db/record.ts'
import type { Attachment } from '../../storage/attachment.ts'
import { addDocument } from './db.ts'

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
  async save(tx, { id: uploaded_by, building_id }, { name: file_name, extension, ...file }) {
    const id = await addDocument(tx, {
      building_id,
      file_name,
      file_path: file.key,
      file_size: file.size,
      file_type: file.mime,
      document_type: extension,
      uploaded_by,
    })
    const data = { file_name }
    await record(tx, { kind: 'document_uploaded', actor: uploaded_by, building_id, subject: id, data })
    return { answer: { id, file_name } }
  },
} as const satisfies Attachment<
  { resident: 'manage_documents' },
  DocumentExtension,
  { id: string; file_name: string }
>
