import type { ServerFeature } from '../../feature.ts'
import { buildingsRouter } from './api.ts'

export const buildings = { router: buildingsRouter } satisfies ServerFeature
