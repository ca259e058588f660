import { DomainError } from '../errors.ts'
import { acceptUpload } from './accept-upload.ts'
import { DOCUMENT_TYPES } from './document-type.ts'

/** Attached photos are stored upright, at most this many pixels long, without what the camera wrote. */
export const ATTACHED_PHOTO_SIDE = 2048
export const SMALL_ATTACHED_PHOTO_SIDE = 320

const { pdf, docx, xlsx } = DOCUMENT_TYPES

/** What a request or a quote takes: pictures, which are stored as JPEG, and the documents of today's Office. */
export const ATTACHED_TYPES = {
  pdf,
  docx,
  xlsx,
  jpg: { mime: 'image/jpeg', content: ['jpg', 'png'], shown: true },
} as const
export type AttachedExtension = keyof typeof ATTACHED_TYPES

/** A photo of work, as phones take it. */
export const PHOTO_TYPES = {
  jpg: { mime: 'image/jpeg', content: ['jpg', 'png', 'webp'], shown: true },
} as const

/** The same as a browser's field of files wants them. */
export const ATTACHED_NAMES = '.pdf,.docx,.xlsx,.jpg,.jpeg,.png'

/**
 * A file's checked name and the type as which it is stored. Throws as acceptUpload does, and 'file_type_not_accepted' for a type
 * that is not among `accepted`, such as older Office files. Product 2.1, 2.4, 2.6
 */
export function acceptAttached<Extension extends AttachedExtension>(
  sent: string,
  accepted: readonly Extension[],
): { name: string; extension: Extension } {
  const { file_name: name, document_type } = acceptUpload(sent, 0)
  const stored = document_type === 'jpeg' || document_type === 'png' ? 'jpg' : document_type
  const extension = accepted.find((each) => each === stored)
  if (extension) return { name, extension }
  const types = [...accepted.filter((each) => each !== 'jpg'), 'jpg'].map((each) => each.toUpperCase())
  throw new DomainError('file_type_not_accepted', `The file can be a ${types.join(', ')} or PNG`)
}

/** Whether a file is a picture that a list can show. */
export const isPicture = (url: string) => url.endsWith('.jpg')
