import type { ServerFeature } from '../../feature.ts'
import { servicesRouter } from './api.ts'

export const services = { router: servicesRouter } satisfies ServerFeature
