import type { ServerFeature } from '../../feature.ts'
import { accessRouter } from './api.ts'

export const access = { router: accessRouter } satisfies ServerFeature
