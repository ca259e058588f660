import { MAX_ANNOUNCEMENT_FILES } from '../../../domain/announcements/announcement-file.ts'
import type { FilePlace } from '../../ui/sent-files.tsx'

/** Where the files of an announcement are sent. */
export const announcementPlace = (announcement: string): FilePlace => ({
  address: (file) => `/api/announcement-files?${new URLSearchParams({ announcement, ...file })}`,
  added: 'announcement_file_added',
  removed: 'announcement_file_removed',
  failed: 'The file could not be sent',
  removeFailed: 'The file could not be removed',
})

export const ANNOUNCEMENT_FILES = {
  title: 'Files of this announcement',
  add: 'Add files to this announcement',
  most: MAX_ANNOUNCEMENT_FILES,
  tooMany: `An announcement has at most ${MAX_ANNOUNCEMENT_FILES} files.`,
}
