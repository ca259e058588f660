import type { ZodType } from 'zod'
import {
  ATTACHED_PHOTO_SIDE,
  ATTACHED_TYPES,
  type AttachedExtension,
  acceptAttached,
  PHOTO_TYPES,
  SMALL_ATTACHED_PHOTO_SIDE,
} from '../../domain/documents/attached-file.ts'
import { MAX_DOCUMENT_SIZE } from '../../domain/documents/document-type.ts'
import { fileKey, isFileKey } from '../../domain/documents/file-key.ts'
import {
  MAX_VISIT_PHOTO_SIZE,
  PHOTO_SIDE,
  SMALL_PHOTO_SIDE,
  VISIT_PHOTO_MESSAGES,
} from '../../domain/visits/photo.ts'
import type { Attachment } from './attachment.ts'
import { readQuery } from './read-query.ts'

const EXTENSIONS = ['pdf', 'docx', 'xlsx', 'jpg'] as const

type Stored<Extension extends string> = Pick<
  Attachment<never, Extension>,
  'maxSize' | 'types' | 'redrawn' | 'messages' | 'status' | 'nameOf' | 'keyOf' | 'isKey' | 'backedUp'
>

/** What every kind of file has that people attach to something they write: its size, types and key. The browser makes its id. */
export const attachedFile = (folder: string, schema: ZodType<{ id: string; name: string }>) =>
  ({
    maxSize: MAX_DOCUMENT_SIZE,
    types: ATTACHED_TYPES,
    redrawn: { side: ATTACHED_PHOTO_SIDE, small: SMALL_ATTACHED_PHOTO_SIDE, perHour: 100 },
    status: 201,
    nameOf: (query) => acceptAttached(readQuery(schema, query).name, EXTENSIONS),
    keyOf: (_viewer, { extension }, milliseconds, query = {}) =>
      fileKey(folder, { id: readQuery(schema, query).id, milliseconds, extension }),
    isKey: (key) => isFileKey(folder, EXTENSIONS, key),
    backedUp: true,
  }) as const satisfies Stored<AttachedExtension>

/** The same of every kind of photo of work. A person may send so many an hour. */
export const photoFile = (folder: string, schema: ZodType<{ id: string }>, perHour: number) =>
  ({
    maxSize: MAX_VISIT_PHOTO_SIZE,
    types: PHOTO_TYPES,
    redrawn: { side: PHOTO_SIDE, small: SMALL_PHOTO_SIDE, perHour },
    messages: VISIT_PHOTO_MESSAGES,
    status: 201,
    nameOf(query) {
      readQuery(schema, query)
      return { name: 'photo.jpg', extension: 'jpg' }
    },
    keyOf: (_viewer, _file, milliseconds, query = {}) =>
      fileKey(folder, { id: readQuery(schema, query).id, milliseconds, extension: 'jpg' }),
    isKey: (key) => isFileKey(folder, ['jpg'], key),
    backedUp: true,
  }) as const satisfies Stored<'jpg'>
