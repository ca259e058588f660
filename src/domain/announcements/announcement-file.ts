import { z } from 'zod'
import { DomainError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { id } from '../text.ts'
import type { AnnouncementState } from './announcement.ts'

export const MAX_ANNOUNCEMENT_FILES = LIMITS.announcement_files

/** What an upload's address says: the announcement, the file's own id, which the browser chose, and its name. */
export const NewAnnouncementFile = z.strictObject({ announcement: id, id, name: z.string().default('') })

/** Throws DomainError 'conflict' for files of anything but a draft, and for a new one beside five. Product 4.5 */
export function requireAnnouncementFile({ state }: { state: AnnouncementState }, files: number): void {
  if (state !== 'draft')
    throw new DomainError('conflict', 'the announcement is no draft, so its files stay as they are')
  if (files >= MAX_ANNOUNCEMENT_FILES)
    throw new DomainError('conflict', `an announcement has at most ${MAX_ANNOUNCEMENT_FILES} files`)
}
