import type { ServerFeature } from '../../feature.ts'
import { sessionsRouter } from './api.ts'

export const sessions = { router: sessionsRouter } satisfies ServerFeature
