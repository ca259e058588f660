import { z } from 'zod'
import { unusableInName } from '../characters.ts'
import { DomainError } from '../errors.ts'
import { allowedBy, formSchema } from '../form.ts'
import { LIMITS } from '../limits.ts'
import { acceptedExtension, type DocumentExtension, documentType } from './document-type.ts'
import { DOCUMENT_MESSAGES } from './messages.ts'

const TOO_LONG = `the name can have at most ${LIMITS.file_name} characters`

/** A tab or line break, which other texts may have. */
const BREAK = /[\t\n]/

const tidy = (name: string) => name.normalize('NFC').trim()

/**
 * A document's name as the person writes it: trimmed, its accents in one form.
 * [5.document.5] [V5.4.2]
 */
export const DocumentName = z
  .string({ error: ({ input }) => (input == null ? DOCUMENT_MESSAGES.nameEmpty : 'the name must be text') })
  .overwrite(tidy)
  .min(1, DOCUMENT_MESSAGES.nameEmpty)
  .max(LIMITS.file_name, TOO_LONG)
  .superRefine((name, context) => {
    const reason = BREAK.test(name) ? "has a character that can't be used" : unusableInName(name)
    if (reason !== null) context.addIssue(`the name ${reason}`)
  })

/**
 * The whole name after a rename: the file keeps its extension, which is added again when the person left it out.
 * `name` has passed DocumentName. Throws DomainError 'invalid_input'.
 * [5.document.8] [2.building.14]
 */
export function renamedDocument(document_type: DocumentExtension, name: string): string {
  const { kept, stem } = newStem(document_type, name)
  if (stem === '') throw new DomainError('invalid_input', DOCUMENT_MESSAGES.nameEmpty, 'file_name')
  const whole = kept ? name : `${stem}.${document_type}`
  if (whole.length > LIMITS.file_name) throw new DomainError('invalid_input', TOO_LONG, 'file_name')
  return whole
}

function newStem(document_type: DocumentExtension, name: string): { kept: boolean; stem: string } {
  const extension = acceptedExtension(name)
  const kept = extension !== null && sameType(extension, document_type)
  return { kept, stem: kept ? stemOf(name, extension) : name.replace(/[\s.]+$/, '') }
}

/** Whether nothing is left of a new name as typed, apart from its extension. [8.building.3] */
export function isEmptyName(document_type: DocumentExtension, typed: string): boolean {
  return newStem(document_type, tidy(typed)).stem === ''
}

/** A document's new name as typed. */
export function renameForm(document_type: DocumentExtension) {
  return formSchema(
    z.object({ file_name: DocumentName }),
    allowedBy(({ file_name }: { file_name: string }) => renamedDocument(document_type, tidy(file_name))),
  )
}

/** What a name is without its extension: the part that people change. */
export function stemOf(name: string, document_type: string): string {
  const end = `.${document_type}`
  return (name.toLowerCase().endsWith(end) ? name.slice(0, -end.length) : name).trim()
}

function sameType(one: DocumentExtension, other: DocumentExtension): boolean {
  return documentType(one).mime === documentType(other).mime
}

const STORED_STEM = 80

/**
 * Where a file is kept: `<building id>/<milliseconds>-<name>`, the name in plain letters. The extension is the checked
 * one, whatever the name was.
 * [3.building-documents] [9.document.3] [V5.3.2]
 */
export function storageKey(building_id: string, milliseconds: number, file_name: string): string {
  const document_type = acceptedExtension(file_name) ?? ''
  const stem = stemOf(file_name, document_type)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, STORED_STEM)
    .replace(/^-|-$/g, '')
  return `${building_id}/${milliseconds}-${stem || 'document'}.${document_type}`
}

/** True for a key made by storageKey; orphan removal leaves other files alone. */
export function isStorageKey(key: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/\d{12,}-[A-Za-z0-9-]+\.[a-z]+$/.test(key)
}
