/** The largest document, in bytes: 10 MB. [5.document.3] [9.document.2] */
export const MAX_DOCUMENT_SIZE = 10 * 1024 * 1024

/** A file type that documents may have. [9.document.4] */
type DocumentType = {
  /** The media type that the file is stored and served as. */
  mime: string
  label: 'PDF' | 'Document' | 'Spreadsheet' | 'Image'
  /** The types that `file-type` may find in the content. */
  content: readonly string[]
  /** Browsers show it themselves; other types are downloaded. */
  shown: boolean
}

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const jpeg: DocumentType = { mime: 'image/jpeg', label: 'Image', content: ['jpg'], shown: true }

// [5.document.1] [V5.2.2]
export const DOCUMENT_TYPES = {
  pdf: { mime: 'application/pdf', label: 'PDF', content: ['pdf'], shown: true },
  // Older Office files of every kind are one container, so their content says no more than that.
  doc: { mime: 'application/msword', label: 'Document', content: ['cfb'], shown: false },
  docx: { mime: WORD, label: 'Document', content: ['docx'], shown: false },
  xls: { mime: 'application/vnd.ms-excel', label: 'Spreadsheet', content: ['cfb'], shown: false },
  xlsx: { mime: EXCEL, label: 'Spreadsheet', content: ['xlsx'], shown: false },
  jpg: jpeg,
  jpeg: jpeg,
  png: { mime: 'image/png', label: 'Image', content: ['png', 'apng'], shown: true },
} as const satisfies Record<string, DocumentType>

export type DocumentExtension = keyof typeof DOCUMENT_TYPES

export const DOCUMENT_EXTENSIONS = Object.keys(DOCUMENT_TYPES) as DocumentExtension[]

export function documentType(extension: DocumentExtension): DocumentType {
  return DOCUMENT_TYPES[extension]
}

/** The last extension of a file's name, in lower case, when it is one that is accepted; else null. */
export function acceptedExtension(name: string): DocumentExtension | null {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return isExtension(extension) && name.includes('.') ? extension : null
}

function isExtension(text: string): text is DocumentExtension {
  return Object.hasOwn(DOCUMENT_TYPES, text)
}

/** How a document's type is told to people: 'Document' unless known better. */
export function documentTypeLabel(document_type: string): DocumentType['label'] {
  const extension = document_type.toLowerCase()
  return isExtension(extension) ? DOCUMENT_TYPES[extension].label : 'Document'
}
