import { z } from 'zod'
import {
  NewComplianceDocument,
  requireDocumentRoom,
  requireFacts,
  requireRemovable,
} from '../../../domain/compliance/document.ts'
import {
  ATTACHED_PHOTO_SIDE,
  ATTACHED_TYPES,
  acceptAttached,
} from '../../../domain/documents/attached-file.ts'
import { MAX_DOCUMENT_SIZE } from '../../../domain/documents/document-type.ts'
import { fileKey, isFileKey } from '../../../domain/documents/file-key.ts'
import { DomainError } from '../../../domain/errors.ts'
import { id } from '../../../domain/text.ts'
import type { VendorViewer } from '../../../domain/viewer.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import type { Attachment, Query } from '../../storage/attachment.ts'
import { readQuery } from '../../storage/read-query.ts'
import { addComplianceDocument, countUnverified, deleteDocument, findDocument } from './db.ts'

const FOLDER = 'compliance-files'
const EXTENSIONS = ['pdf', 'jpg'] as const
const WithId = z.object({ id })
const TYPES = { pdf: ATTACHED_TYPES.pdf, jpg: ATTACHED_TYPES.jpg }

/** What is to be added, and the same document if it was added before. Throws for a new one that the rules refuse. */
async function readDocument(tx: Tx, viewer: VendorViewer, query: Query) {
  const { name, ...document } = readQuery(NewComplianceDocument, query)
  requireFacts(document)
  const earlier = await findDocument(tx, document.id)
  if (!earlier) requireDocumentRoom(await countUnverified(tx, viewer.vendor_id))
  return { document, earlier }
}

/**
 * A vendor's insurance certificates, licenses and W-9, by an owner. One that is sent again, as after a lost response, is there
 * once. Product 2.6
 */
export const complianceAttachment = {
  name: 'compliance-file',
  path: '/api/compliance-files',
  addedBy: [{ vendor: 'manage_company' }],
  seenBy: { by: 'session', path: '/compliance-files', audiences: ['vendor', 'admin'], rowRules: true },
  unkept: true, // a W-9 names a tax number
  maxSize: MAX_DOCUMENT_SIZE,
  types: TYPES,
  redrawn: { side: ATTACHED_PHOTO_SIDE, perHour: 60 },
  status: 201,
  nameOf: (query) => acceptAttached(readQuery(NewComplianceDocument, query).name, EXTENSIONS),
  keyOf: (_viewer, { extension }, milliseconds, query = {}) =>
    fileKey(FOLDER, { id: readQuery(WithId, query).id, milliseconds, extension }),
  isKey: (key) => isFileKey(FOLDER, EXTENSIONS, key),
  keptIn: { table: 'compliance_files', column: 'file_path', size: 'file_size' },
  backedUp: true,
  async check(tx, viewer, query) {
    await readDocument(tx, viewer, query)
  },
  async save(tx, viewer, { name: file_name, key, size }, query) {
    const { document, earlier } = await readDocument(tx, viewer, query)
    if (earlier) return { answer: { id: document.id, url: `/${earlier.file_path}` }, replaced: key }
    const { id: actor, vendor_id } = viewer
    const added = await addComplianceDocument(
      tx,
      { ...document, vendor_id, added_by: actor },
      { vendor_id, file_name, file_path: key, file_size: size },
    )
    // Somebody else's document, which the viewer doesn't see.
    if (!added) throw new DomainError('not_found')
    const data = { kind: document.kind }
    await record(tx, { kind: 'compliance_added', actor, vendor_id, subject: document.id, data })
    return { answer: { id: document.id, url: `/${key}` } }
  },
  async remove(tx, viewer, query) {
    const documentId = readQuery(WithId, query).id
    const document = await findDocument(tx, documentId)
    if (!document) return { answer: {} }
    requireRemovable(document)
    if (!(await deleteDocument(tx, documentId))) {
      // Verified or removed meanwhile: the row rule let nothing go.
      const now = await findDocument(tx, documentId)
      if (now) requireRemovable(now)
      return { answer: {} }
    }
    const { id: actor, vendor_id } = viewer
    const data = { kind: document.kind }
    await record(tx, { kind: 'compliance_removed', actor, vendor_id, subject: documentId, data })
    return { answer: {}, replaced: document.file_path }
  },
} as const satisfies Attachment<{ vendor: 'manage_company' }, keyof typeof TYPES, { id: string; url: string }>
