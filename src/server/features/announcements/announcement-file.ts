import {
  NewAnnouncementFile,
  requireAnnouncementFile,
} from '../../../domain/announcements/announcement-file.ts'
import type { AttachedExtension } from '../../../domain/documents/attached-file.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { attachedFile } from '../../storage/attached-file.ts'
import type { Attachment, Query } from '../../storage/attachment.ts'
import { readQuery } from '../../storage/read-query.ts'
import {
  addAnnouncementFile,
  announcementFiles,
  deleteAnnouncementFile,
  findAnnouncementFile,
} from './announcement-file.db.ts'
import { findAnnouncement } from './list.db.ts'
import { lockAnnouncement } from './write.db.ts'

/** The announcement under a lock. Throws DomainError 'not_found' for one that the viewer may not write. */
async function lockForFiles(tx: Tx, id: string) {
  if (!(await lockAnnouncement(tx, id))) throw new DomainError('not_found')
  const announcement = await findAnnouncement(tx, id, true)
  if (!announcement) throw new DomainError('not_found')
  return announcement
}

/** The same, and the same file if it was added before. Throws for a new one that the rule refuses. */
async function lockForFile(tx: Tx, query: Query) {
  const { announcement: of, id } = readQuery(NewAnnouncementFile, query)
  const announcement = await lockForFiles(tx, of)
  const earlier = await findAnnouncementFile(tx, id)
  if (!earlier) requireAnnouncementFile(announcement, (await announcementFiles(tx, of)).length)
  else if (earlier.announcement_id !== of) throw new DomainError('conflict', 'this file was added elsewhere')
  return { id, announcement, earlier }
}

/** What is sent with an announcement. One that is sent again, as after a lost response, is there once. Product 4.5 */
export const announcementFileAttachment = {
  name: 'announcement-file',
  path: '/api/announcement-files',
  addedBy: [{ resident: 'manage_announcements' }],
  seenBy: { by: 'session', path: '/announcement-files', audiences: ['resident'], rowRules: true },
  buildingOf: ({ building_id }) => building_id,
  keptIn: { table: 'announcement_files', column: 'file_path', size: 'file_size' },
  ...attachedFile('announcement-files', NewAnnouncementFile),
  async check(tx, _viewer, query) {
    await lockForFile(tx, query)
  },
  async save(tx, viewer, { name: file_name, key, size }, query) {
    const { id, announcement, earlier } = await lockForFile(tx, query)
    if (earlier) return { answer: { id, url: `/${earlier.file_path}` }, replaced: key }
    const { id: announcement_id, building_id } = announcement
    const file = { file_name, file_path: key, file_size: size, added_by: viewer.id }
    const added = await addAnnouncementFile(tx, { id, announcement_id, building_id, ...file })
    // Somebody else's file, which the viewer doesn't see.
    if (!added) throw new DomainError('not_found')
    const event = { actor: viewer.id, building_id, subject: announcement_id }
    await record(tx, { kind: 'announcement_file_added', ...event })
    return { answer: { id, url: `/${key}` } }
  },
  async remove(tx, viewer, query) {
    const { id, announcement: of } = readQuery(NewAnnouncementFile, query)
    const announcement = await lockForFiles(tx, of)
    const file = await findAnnouncementFile(tx, id)
    if (file?.announcement_id !== of) return { answer: {} }
    requireAnnouncementFile(announcement, 0)
    await deleteAnnouncementFile(tx, id)
    const event = { actor: viewer.id, building_id: announcement.building_id, subject: of }
    await record(tx, { kind: 'announcement_file_removed', ...event })
    return { answer: {}, replaced: file.file_path }
  },
} as const satisfies Attachment<
  { resident: 'manage_announcements' },
  AttachedExtension,
  { id: string; url: string }
>
