import type { ServerFeature } from '../../feature.ts'
import { contactRouter } from './api.ts'

export const contact = { router: contactRouter } satisfies ServerFeature
