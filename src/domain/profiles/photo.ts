import { formatFileSize } from '../file-size.ts'

/** The maximum size of a profile photo, in bytes. */
export const MAX_PHOTO_SIZE = 5 * 1024 * 1024

/** The longer side of a profile photo, in pixels: sharp at every size that the portal shows. */
export const PROFILE_PHOTO_SIDE = 512

/** Media types of profile photos, and the extension of each. */
export const PHOTO_TYPES = { 'image/jpeg': 'jpg', 'image/png': 'png' } as const
export type PhotoExtension = (typeof PHOTO_TYPES)[keyof typeof PHOTO_TYPES]

export const PHOTO_MESSAGES = {
  tooLarge: `A photo can have at most ${formatFileSize(MAX_PHOTO_SIZE).replace('.0', '')}`,
  wrongType: 'A photo must be a JPG or PNG picture',
  saved: 'Photo updated successfully!',
  removed: 'Photo removed',
  failed: 'Failed to update photo',
} as const

/**
 * Where a photo is kept: `photos/<user id>-<milliseconds>.<ext>`. Its address is the same with a / before it.
 * [V5.3.2]
 */
export function photoKey(userId: string, milliseconds: number, extension: PhotoExtension): string {
  return `photos/${userId}-${milliseconds}.${extension}`
}

/** The extension of a key that photoKey makes; null for any other text. */
export function photoExtension(key: string): PhotoExtension | null {
  const ending = key.match(/^photos\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-\d{12,}\.(jpg|png)$/)?.[1]
  return Object.values(PHOTO_TYPES).find((extension) => extension === ending) ?? null
}
