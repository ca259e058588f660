import { z } from 'zod'
import { id } from '../text.ts'

/** The maximum size of a visit's photo as the camera takes it, in bytes. */
export const MAX_VISIT_PHOTO_SIZE = 15 * 1024 * 1024

/** The longest side of a stored photo, and of the small one that lists show, in pixels. */
export const PHOTO_SIDE = 2048
export const SMALL_PHOTO_SIDE = 320

export const VISIT_PHOTO_MESSAGES = {
  tooLarge: 'A photo can have at most 15 MB',
  wrongType: 'A photo must be a JPG, PNG or WebP picture',
  failed: 'The photo could not be sent',
  removeFailed: 'The photo could not be removed',
} as const

/** What a photo shows: the visit, what was not as agreed, or what the vendor did about it. */
export const PHOTO_SUBJECTS = ['visit', 'dispute', 'answer'] as const
export type PhotoSubject = (typeof PHOTO_SUBJECTS)[number]

/** What an upload's address says: the visit, the photo's own id, which its phone chose, and what it shows. */
export const NewVisitPhoto = z.strictObject({
  visit: id,
  id,
  shows: z
    .enum(PHOTO_SUBJECTS, { error: 'A photo shows the visit, a dispute or an answer' })
    .default('visit'),
})

export type NewVisitPhoto = z.output<typeof NewVisitPhoto>
