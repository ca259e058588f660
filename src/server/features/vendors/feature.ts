import type { ServerFeature } from '../../feature.ts'
import { vendorsRouter } from './api.ts'

export const vendors = { router: vendorsRouter } satisfies ServerFeature
