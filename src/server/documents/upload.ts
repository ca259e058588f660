import { join } from 'node:path'
import { acceptUpload, storageKey } from '../../domain/documents/document-name.ts'
import { documentType } from '../../domain/documents/document-type.ts'
import { MAX_FILE_SIZE } from '../../domain/documents/file-size.ts'
import { DomainError } from '../../domain/errors.ts'
import type { ResidentViewer } from '../../domain/viewer.ts'
import type { Portal } from '../context.ts'
import { asViewer } from '../database/as-viewer.ts'
import { refusalOf } from '../database/refusals.ts'
import { record } from '../events/events.db.ts'
import { sharedNumber } from '../threads.ts'
import { addDocument } from './documents.db.ts'
import { type HeldFile, holdFile } from './held-file.ts'
import { removeUnkept } from './sweep.ts'

type Upload = {
  /** As the person's browser names the file. */
  name: string
  body: AsyncIterable<Uint8Array>
  /** As announced, 0 when it was not; a body that is longer all the same is refused when it is. */
  length?: number
}

/**
 * Takes a captain's file in: its name and announced size before a byte is read, its size while it arrives, its content
 * once it is here. Only then it is stored, and its row written. Nothing is left of what is refused or
 * breaks off; where the database does not say what it has, the hourly sweep sees to that.
 */
export async function uploadDocument(portal: Portal, viewer: ResidentViewer, upload: Upload) {
  const { file_name, document_type } = acceptUpload(upload.name, upload.length ?? 0)
  const { mime, content } = documentType(document_type)

  const held = await holdFile(join(portal.config.dataDir, 'uploads')).catch(explain)
  try {
    await receive(held, upload.body, MAX_FILE_SIZE).catch(explain)
    const found = await held.contentType()
    if (found === undefined || !content.includes(found)) throw new DomainError('file_type_not_accepted')

    const { id: uploaded_by, building_id } = viewer
    const file_path = storageKey(building_id, nextMillisecond(portal.now()), file_name)
    const file_size = held.size()
    try {
      await portal.files.put(file_path, held.content(), { size: file_size, type: mime, path: held.path })
      return await asViewer(portal.db, viewer, async (tx) => {
        const row = {
          building_id,
          file_name,
          file_path,
          file_size,
          file_type: mime,
          document_type,
          uploaded_by,
        }
        const id = await addDocument(tx, row)
        const event = { kind: 'document_uploaded', actor: uploaded_by, building_id, subject: id } as const
        await record(tx, { ...event, data: { file_name } })
        return { id, file_name }
      })
    } catch (error) {
      await clear(portal, file_path, error)
      return explain(error)
    }
  } finally {
    await held.close()
  }
}

/**
 * Takes a file away that nothing names, after this error. Where the database is the reason, nobody knows what it names, and
 * the person does not wait for it a second time; then, and should even this fail, the hourly sweep finds the file. Where
 * another server's file has this place, it is that one's.
 */
export async function clear(portal: Portal, key: string, error?: unknown): Promise<void> {
  if (refusalOf(error)?.code === 'busy' || codesOf(error).includes('EEXIST')) return
  await removeUnkept(portal, [key]).catch((failure) =>
    portal.log.warn({ err: failure, key }, 'a file that nothing names was left behind'),
  )
}

/** Takes a body of at most `max` bytes in. */
export async function receive(held: HeldFile, body: AsyncIterable<Uint8Array>, max: number): Promise<void> {
  try {
    for await (const chunk of body) {
      if (held.size() + chunk.byteLength > max) throw new DomainError('file_too_large')
      await held.add(chunk)
    }
    await held.flush()
  } catch (error) {
    throw codesOf(error).includes('ECONNRESET') ? new DomainError('upload_broken_off') : error
  }
}

const last = sharedNumber('place of the last file')

/** The time, but never the same twice: two files of one name that arrive at once don't share a place. */
export function nextMillisecond(now: Date): number {
  for (;;) {
    const before = Atomics.load(last, 0)
    const time = BigInt(now.getTime())
    const next = time > before ? time : before + 1n
    if (Atomics.compareExchange(last, 0, before, next) === before) return Number(next)
  }
}

/** What an error of the disk means to the person; the others are told as they are. */
export function explain(error: unknown): never {
  const isFull = codesOf(error).some((code) => code === 'ENOSPC' || code === 'EDQUOT')
  throw isFull ? new DomainError('no_space') : error
}

/** The system's codes of an error and of what caused it. */
function codesOf(error: unknown): unknown[] {
  const chain = error instanceof Error ? [error, error.cause] : []
  return chain.map((each) => (each instanceof Error && 'code' in each ? each.code : undefined))
}
