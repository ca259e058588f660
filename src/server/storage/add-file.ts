import { DomainError } from '../../domain/errors.ts'
import { formatFileSize } from '../../domain/file-size.ts'
import type { Viewer, ViewerIn } from '../../domain/viewer.ts'
import { asViewer } from '../db/as-viewer.ts'
import type { Tx } from '../db/pool.ts'
import { serverRefusal } from '../refusal.ts'
import type { Portal } from '../rpc/context.ts'
import type { SignedIn } from '../rpc/procedure.ts'
import { type Attachment, isRedrawable, type Query, type Saved } from './attachment.ts'
import { requireRoom, tempFolder, whileRoom, withRoom } from './disk-reserve.ts'
import { deleteOrphan } from './orphans.ts'
import { redraw } from './picture.ts'
import { quotaSetting, requireSpace } from './quota.ts'
import { receive } from './receive.ts'
import { systemCodes, toStorageError } from './storage-error.ts'
import { openTempFile, type TempFile } from './temp-file.ts'

/** How many keys to try: others may store files of the same name at the same time. */
const KEYS_TO_TRY = 100

export type Upload = {
  body: AsyncIterable<Uint8Array>
  query?: Query
  /** The announced size; 0 if unknown. */
  length?: number
}

/**
 * Adds a file: checks its name and announced size before reading it, its size while it arrives, and its content once it
 * is complete. Only then is it stored and its row written. The building's quota and the disks are checked before reading
 * and again where they count. A refused or broken upload leaves nothing behind.
 * [5.document.6]
 */
export async function addFile<A extends SignedIn, E extends string, Answer extends object>(
  portal: Portal,
  kind: Attachment<A, E, Answer>,
  viewer: ViewerIn<A>,
  { body, query = {}, length = 0 }: Upload,
): Promise<Answer> {
  const named = kind.nameOf?.(query)
  const tooLarge = new DomainError('file_too_large', kind.messages?.tooLarge ?? tooLargeMessage(kind.maxSize))
  if (length > kind.maxSize) throw tooLarge
  const { check } = kind
  if (check) await asViewer(portal.db, viewer, (tx) => check(tx, viewer, query, portal.now()))
  if (kind.redrawn) await portal.limits.countRedrawing(viewer.id, kind.name, kind.redrawn.perHour)
  const counted = { buildingId: kind.buildingOf?.(viewer), vendorId: kind.vendorOf?.(viewer) }
  await requireSpace(portal, viewer, counted, length)
  try {
    await requireRoom(portal, length)
    const temp = await openTempFile(tempFolder(portal.config))
    try {
      await receive(temp, whileRoom(portal, body), kind.maxSize, tooLarge)
      const extension = acceptedType(kind, named?.extension, await temp.contentType())
      if (kind.redrawn && isRedrawable(kind.types[extension]))
        await temp.replace(await redraw(temp.content(), kind.redrawn.side, kind.messages?.wrongType))
      const { mime } = kind.types[extension]
      const name = named?.name ?? `${kind.name}.${extension}`
      const key = await store(portal, viewer, temp, mime, (time) =>
        kind.keyOf(viewer, { name, extension }, time, query),
      )
      const file = { name, extension, mime, key, size: temp.size() }
      return await write(portal, kind, viewer, (tx) =>
        kind.save(tx, viewer, file, query, portal.now()),
      ).catch(async (error) => {
        await deleteOrphan(portal, key, error)
        throw error
      })
    } finally {
      await temp.close()
    }
  } catch (error) {
    throw toStorageError(error, portal.log)
  }
}

/** Removes the file that the query, or the viewer, names. */
export function removeFile(portal: Portal, kind: Attachment, viewer: ViewerIn<SignedIn>, query: Query) {
  return write(portal, kind, viewer, (tx) => {
    if (!kind.remove) throw new DomainError('not_found')
    return kind.remove(tx, viewer, query)
  })
}

async function write<Answer>(
  portal: Portal,
  { isKey }: Pick<Attachment, 'isKey'>,
  viewer: Viewer,
  save: (tx: Tx) => Promise<Saved<Answer>>,
): Promise<Answer> {
  const { answer, replaced } = await asViewer(portal.db, viewer, save, quotaSetting(portal.config))
  if (replaced && isKey(replaced)) await deleteOrphan(portal, replaced)
  return answer
}

/** What the name says, if any, must be what the content is. [5.document.2] [V5.2.2] */
function acceptedType<E extends string>(
  { types, messages }: Pick<Attachment<SignedIn, E>, 'types' | 'messages'>,
  named: E | undefined,
  content: string | undefined,
): E {
  const extensions = Object.keys(types) as E[]
  const accepted = extensions.find(
    (extension) =>
      (named ?? extension) === extension &&
      content !== undefined &&
      types[extension].content.includes(content),
  )
  if (!accepted) throw new DomainError('file_type_not_accepted', messages?.wrongType)
  return accepted
}

/** Stores the file under the first free key, from now on. */
async function store(
  portal: Portal,
  viewer: Viewer,
  temp: TempFile,
  mime: string,
  keyOf: (milliseconds: number) => string,
): Promise<string> {
  const now = portal.now().getTime()
  const facts = { size: temp.size(), mime, path: temp.path }
  for (let time = now; time < now + KEYS_TO_TRY; time += 1) {
    const key = keyOf(time)
    // A bucket would overwrite what another server stores meanwhile.
    if (!(await claimKey(portal, viewer, key))) continue
    try {
      await withRoom(portal, facts.size, () => portal.files.put(key, temp.content(), facts))
      return key
    } catch (error) {
      // Stored by an earlier version, which claimed no keys.
      if (systemCodes(error).includes('EEXIST')) continue
      await deleteOrphan(portal, key, error)
      throw error
    }
  }
  throw serverRefusal('busy')
}

/** False if the key was claimed before, on any server. */
async function claimKey({ db }: Pick<Portal, 'db'>, viewer: Viewer, key: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await asViewer(db, viewer, (tx) =>
    tx
      .insertInto('file_keys')
      .values({ key })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow(),
  )
  return numInsertedOrUpdatedRows === 1n
}

function tooLargeMessage(maxSize: number): string {
  return `the file is larger than ${formatFileSize(maxSize).replace('.0', '')}`
}
