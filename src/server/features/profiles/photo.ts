import {
  MAX_PHOTO_SIZE,
  PHOTO_MESSAGES,
  type PhotoExtension,
  PROFILE_PHOTO_SIDE,
  photoExtension,
  photoKey,
} from '../../../domain/profiles/photo.ts'
import type { Attachment } from '../../storage/attachment.ts'
import { setPhoto } from './db.ts'

/** A person's photo. A new one replaces the old one. */
export const photoAttachment = {
  name: 'photo',
  path: '/api/photo',
  addedBy: ['resident', 'unassigned', 'vendor', 'crew'],
  seenBy: {
    by: 'session',
    path: '/photos',
    audiences: ['resident', 'unassigned', 'vendor', 'crew', 'pending', 'admin'],
    rowRules: false, // A photo shows beside its person's name, also to people of other buildings.
  },
  maxSize: MAX_PHOTO_SIZE,
  // [V5.2.2]
  types: {
    jpg: { mime: 'image/jpeg', content: ['jpg', 'png'], shown: true },
    // Earlier versions stored these as they came.
    png: { mime: 'image/png', content: [], shown: true },
  },
  redrawn: { side: PROFILE_PHOTO_SIDE, perHour: 20 },
  messages: PHOTO_MESSAGES,
  status: 200,
  keyOf: ({ id }, { extension }, milliseconds) => photoKey(id, milliseconds, extension),
  isKey: (key) => photoExtension(key) !== null,
  keptIn: { table: 'profiles', column: 'dog_photo_url', prefix: '/' },
  backedUp: true,
  save: async (tx, viewer, { key }) => ({
    answer: { photo_url: `/${key}` },
    replaced: await setPhoto(tx, viewer, key),
  }),
  remove: async (tx, viewer) => ({
    answer: { photo_url: null },
    replaced: await setPhoto(tx, viewer, null),
  }),
} as const satisfies Attachment<
  'resident' | 'unassigned' | 'vendor' | 'crew',
  PhotoExtension,
  { photo_url: string }
>
