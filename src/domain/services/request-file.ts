import { z } from 'zod'
import { acceptUpload } from '../documents/accept-upload.ts'
import { DOCUMENT_TYPES } from '../documents/document-type.ts'
import { DomainError } from '../errors.ts'
import { id } from '../text.ts'
import { checkChangeable, type ServiceStatus } from './status.ts'

export const MAX_REQUEST_FILES = 10

export const REQUEST_FILE_MESSAGES = {
  failed: 'The file could not be sent',
  removeFailed: 'The file could not be removed',
} as const

/** Photos are stored upright, at most this many pixels long, without what the camera wrote. */
export const REQUEST_PHOTO_SIDE = 2048
export const SMALL_REQUEST_PHOTO_SIDE = 320

const { pdf, docx, xlsx } = DOCUMENT_TYPES

/** What a request takes: pictures, which are stored as JPEG, and the documents of today's Office. */
export const REQUEST_FILE_TYPES = {
  pdf,
  docx,
  xlsx,
  jpg: { mime: 'image/jpeg', content: ['jpg', 'png'], shown: true },
} as const
type RequestFileExtension = keyof typeof REQUEST_FILE_TYPES

/** What an upload's address says: the service, the file's own id, which the browser chose, and its name. */
export const NewRequestFile = z.strictObject({ service: id, id, name: z.string().default('') })

/**
 * A file's checked name and the type as which it is stored. Throws as acceptUpload does, also for older Office files.
 * Product 2.1
 */
export function acceptRequestFile(sent: string): { name: string; extension: RequestFileExtension } {
  const { file_name: name, document_type } = acceptUpload(sent, 0)
  const extension = document_type === 'jpeg' || document_type === 'png' ? 'jpg' : document_type
  if (extension === 'doc' || extension === 'xls')
    throw new DomainError(
      'file_type_not_accepted',
      'A file of a request can be a PDF, DOCX, XLSX, JPG or PNG',
    )
  return { name, extension }
}

/** Throws DomainError 'conflict' unless the request is open, or has ten files already. Product 2.1 */
export function requireFileAllowed(service: { status: ServiceStatus }, files: number): void {
  checkChangeable(service)
  if (files >= MAX_REQUEST_FILES)
    throw new DomainError('conflict', `a request has at most ${MAX_REQUEST_FILES} photos and files`)
}

const FOLDER = 'request-files'

/** Where a request's file is kept: `request-files/<file id>-<milliseconds>.pdf`. Its address is the same with a / before it. */
export function requestFileKey(file: string, milliseconds: number, extension: RequestFileExtension): string {
  return `${FOLDER}/${file}-${milliseconds}.${extension}`
}

/** Whether requestFileKey makes this key. */
export function isRequestFileKey(key: string): boolean {
  return /^request-files\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-\d{12,}\.(?:pdf|docx|xlsx|jpg)$/.test(
    key,
  )
}

/** Whether a file is a picture that a list can show. */
export const isPicture = (url: string) => url.endsWith('.jpg')
