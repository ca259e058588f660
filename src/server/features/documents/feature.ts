import type { ServerFeature } from '../../feature.ts'
import { documentsRouter } from './api.ts'
import { documentAttachment } from './attachment.ts'

export const documents = {
  router: documentsRouter,
  attachments: [documentAttachment],
} satisfies ServerFeature
