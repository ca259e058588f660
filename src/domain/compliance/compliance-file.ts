import { acceptUpload } from '../documents/accept-upload.ts'
import { DOCUMENT_TYPES } from '../documents/document-type.ts'
import { DomainError } from '../errors.ts'

/** Photos of a document are stored upright, at most this many pixels long, without what the camera wrote. */
export const COMPLIANCE_PHOTO_SIDE = 2048

const WRONG_TYPE = 'A document can be a PDF, JPG or PNG'

/** What a document's file may be: a PDF, or a picture, which is stored as JPEG. */
export const COMPLIANCE_FILE_TYPES = {
  pdf: DOCUMENT_TYPES.pdf,
  jpg: { mime: 'image/jpeg', content: ['jpg', 'png'], shown: true },
} as const
type Extension = keyof typeof COMPLIANCE_FILE_TYPES

/** A file's checked name and the type as which it is stored. Throws as acceptUpload does, also for Office files. Product 2.6 */
export function acceptComplianceFile(sent: string): { name: string; extension: Extension } {
  const { file_name: name, document_type } = acceptUpload(sent, 0)
  if (document_type === 'pdf') return { name, extension: 'pdf' }
  if (document_type === 'jpg' || document_type === 'jpeg' || document_type === 'png')
    return { name, extension: 'jpg' }
  throw new DomainError('file_type_not_accepted', WRONG_TYPE)
}

/** Where a document's file is kept: `compliance-files/<document id>-<milliseconds>.pdf`. Its address is the same with a / before it. */
export function complianceFileKey(document: string, milliseconds: number, extension: Extension): string {
  return `compliance-files/${document}-${milliseconds}.${extension}`
}

/** Whether complianceFileKey makes this key. */
export function isComplianceFileKey(key: string): boolean {
  return /^compliance-files\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-\d{12,}\.(?:pdf|jpg)$/.test(key)
}
