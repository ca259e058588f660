import type { ServerFeature } from '../../feature.ts'
import { profilesRouter } from './api.ts'
import { photoAttachment } from './photo.ts'

export const profiles = {
  router: profilesRouter,
  attachments: [photoAttachment],
} satisfies ServerFeature
