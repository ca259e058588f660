import type { AttachedExtension } from '../../../domain/documents/attached-file.ts'
import { DomainError } from '../../../domain/errors.ts'
import { MAX_MESSAGE_FILES, NewMessageFile } from '../../../domain/messages/message.ts'
import { asSystem } from '../../db/as-viewer.ts'
import type { Tx } from '../../db/pool.ts'
import type { Portal } from '../../rpc/context.ts'
import { attachedFile } from '../../storage/attached-file.ts'
import type { Attachment, Query } from '../../storage/attachment.ts'
import { readQuery } from '../../storage/read-query.ts'
import { lockThread } from './db.ts'
import {
  addMessageFile,
  deleteMessageFile,
  deleteUnsent,
  findMessageFile,
  keepUnsent,
} from './message-file.db.ts'
import { sideIn, type Writer } from './send.ts'

/** Files in one transaction. */
const STEP = 500

/** The thread under a lock, and the same file if it was added before. */
async function lockForFile(tx: Tx, viewer: Writer, query: Query) {
  const { quote, id } = readQuery(NewMessageFile, query)
  const thread = await lockThread(tx, quote)
  const side = sideIn(thread, viewer)
  const earlier = await findMessageFile(tx, id)
  if (earlier && earlier.service_quote_id !== quote)
    throw new DomainError('conflict', 'this file was added elsewhere')
  return { id, thread, side, earlier }
}

/**
 * The files of messages: sent before their message, seen by their sender alone until it names them. One that is sent again, as after
 * a lost response, is there once. Each side's count in its own space. Product 2.10
 */
export const messageFileAttachment: Attachment<
  { resident: 'manage_visits' } | 'vendor',
  AttachedExtension,
  { id: string; url: string }
> = {
  name: 'message-file',
  path: '/api/message-files',
  addedBy: [{ resident: 'manage_visits' }, 'vendor'],
  seenBy: {
    by: 'session',
    path: '/message-files',
    audiences: [{ resident: 'manage_visits' }, 'vendor'],
    rowRules: true,
  },
  buildingOf: (viewer) => (viewer.kind === 'resident' ? viewer.building_id : undefined),
  vendorOf: (viewer) => (viewer.kind === 'vendor' ? viewer.vendor_id : undefined),
  keptIn: { table: 'message_files', column: 'file_path', size: 'file_size' },
  ...attachedFile('message-files', NewMessageFile),
  async check(tx, viewer, query) {
    await lockForFile(tx, viewer, query)
  },
  async save(tx, viewer, { name: file_name, key, size }, query, now) {
    const { id, thread, side, earlier } = await lockForFile(tx, viewer, query)
    if (earlier) return { answer: { id, url: `/${earlier.file_path}` }, replaced: key }
    // Left over from messages that were never sent: no more than one message takes.
    await keepUnsent(tx, { quote: thread.id, person: viewer.id, most: MAX_MESSAGE_FILES - 1 })
    const file = { id, side, file_name, file_path: key, file_size: size, added_by: viewer.id, added_at: now }
    // Somebody else's file, which the viewer doesn't see.
    if (!(await addMessageFile(tx, thread, file))) throw new DomainError('not_found')
    return { answer: { id, url: `/${key}` } }
  },
  async remove(tx, viewer, query) {
    const { id, quote } = readQuery(NewMessageFile, query)
    sideIn(await lockThread(tx, quote), viewer)
    const file = await findMessageFile(tx, id)
    if (file?.service_quote_id !== quote) return { answer: {} }
    if (file.message_id !== null) throw new DomainError('conflict', 'this file was sent with its message')
    await deleteMessageFile(tx, id)
    return { answer: {}, replaced: file.file_path }
  },
}

/** Removes files that were never sent with a message. On any number of servers. */
export async function dropUnsentFiles({ db }: Pick<Portal, 'db'>, stop?: AbortSignal): Promise<void> {
  let dropped: number
  do dropped = await asSystem(db, (tx) => deleteUnsent(tx, STEP))
  while (dropped === STEP && !stop?.aborted)
}
