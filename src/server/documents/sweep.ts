import { photoExtension } from '../../domain/accounts/photo.ts'
import { isStorageKey } from '../../domain/documents/document-name.ts'
import { keptPhotos } from '../accounts/photo.db.ts'
import type { Portal } from '../context.ts'
import { asSystem } from '../database/as-viewer.ts'
import { mayRemoveFiles } from '../files/removal.ts'
import { keptKeys } from './documents.db.ts'

const HOUR = 60 * 60 * 1000
const BATCH = 500

/** Removes the files that a portal which died in the middle of an upload left without a document or a person. Says how many. */
export async function sweepFiles(portal: Portal): Promise<number> {
  let removed = 0
  let batch: string[] = []
  // An upload that is being stored has no row yet; an hour is more than any takes.
  for await (const key of portal.files.olderThan(new Date(portal.now().getTime() - HOUR))) {
    if (!isStorageKey(key) && photoExtension(key) === null) continue
    batch.push(key)
    if (batch.length < BATCH) continue
    removed += await removeUnkept(portal, batch)
    batch = []
  }
  return removed + (await removeUnkept(portal, batch))
}

/**
 * Removes those of these files that are no document's and no person's photo. While a backup runs none is: an older state
 * of the rows, which it writes down, may name them. A later sweep finds them again.
 */
export async function removeUnkept(portal: Portal, keys: string[]): Promise<number> {
  if (keys.length === 0) return 0
  const kept = await asSystem(
    portal.db,
    async (tx) =>
      (await mayRemoveFiles(tx)) && new Set([...(await keptKeys(tx, keys)), ...(await keptPhotos(tx, keys))]),
  )
  if (!kept) return 0
  const unkept = keys.filter((key) => !kept.has(key))
  for (const key of unkept) await portal.files.remove(key)
  return unkept.length
}
