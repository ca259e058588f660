import { DomainError } from '../errors.ts'
import { DocumentName, stemOf } from './document-name.ts'
import { acceptedExtension, type DocumentExtension, MAX_DOCUMENT_SIZE } from './document-type.ts'
import { DOCUMENT_MESSAGES } from './messages.ts'

/**
 * An upload's checked name, without folders, and its type; `size` is 0 while unknown. Throws DomainError
 * 'invalid_input' for the name, 'file_type_not_accepted' for its extension, 'file_too_large'. [2.building.18]
 */
export function acceptUpload(
  sent: string,
  size: number,
): { file_name: string; document_type: DocumentExtension } {
  const parsed = DocumentName.safeParse(
    sent.slice(Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')) + 1),
  )
  if (!parsed.success) throw new DomainError('invalid_input', parsed.error.issues[0]?.message, 'name')
  const document_type = acceptedExtension(parsed.data)
  if (document_type === null) throw new DomainError('file_type_not_accepted')
  if (stemOf(parsed.data, document_type) === '') {
    throw new DomainError('invalid_input', DOCUMENT_MESSAGES.nameEmpty, 'name')
  }
  if (size > MAX_DOCUMENT_SIZE) throw new DomainError('file_too_large')
  return { file_name: parsed.data, document_type }
}
