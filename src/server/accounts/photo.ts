import { join } from 'node:path'
import {
  MAX_PHOTO_SIZE,
  PHOTO_MESSAGES,
  PHOTO_TYPES,
  photoExtension,
  photoKey,
} from '../../domain/accounts/photo.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Portal } from '../context.ts'
import { asViewer } from '../database/as-viewer.ts'
import { holdFile } from '../documents/held-file.ts'
import { clear, explain, nextMillisecond, receive } from '../documents/upload.ts'
import { setPhoto } from './photo.db.ts'
import type { Owner } from './profile.db.ts'

/**
 * Takes a person's photo in, its size checked while it arrives and its type by its content. Only then it is stored and
 * shown; the one before is removed. Nothing is left of what is refused or breaks off.
 */
export async function uploadPhoto(portal: Portal, viewer: Owner, body: AsyncIterable<Uint8Array>) {
  const held = await holdFile(join(portal.config.dataDir, 'uploads')).catch(explain)
  try {
    await receive(held, body, MAX_PHOTO_SIZE).catch(asPhoto)
    const content = await held.contentType()
    const type = Object.entries(PHOTO_TYPES).find(([, extension]) => extension === content)
    if (!type) throw new DomainError('file_type_not_accepted', PHOTO_MESSAGES.wrongType)
    const [mime, extension] = type
    const key = photoKey(viewer.id, nextMillisecond(portal.now()), extension)
    try {
      await portal.files.put(key, held.content(), { size: held.size(), type: mime, path: held.path })
      await changePhoto(portal, viewer, key)
    } catch (error) {
      await clear(portal, key, error)
      return explain(error)
    }
    return { photo_url: `/${key}` }
  } finally {
    await held.close()
  }
}

/** The person has this photo from now on, or none; the file of the one before goes. */
export async function changePhoto(portal: Portal, viewer: Owner, key: string | null): Promise<void> {
  const before = await asViewer(portal.db, viewer, (tx) => setPhoto(tx, viewer, key))
  if (before !== null && photoExtension(before) !== null) await clear(portal, before)
}

function asPhoto(error: unknown): never {
  if (error instanceof DomainError && error.code === 'file_too_large')
    throw new DomainError('file_too_large', PHOTO_MESSAGES.tooLarge)
  return explain(error)
}
