import type { Feature } from '../../feature.ts'
import { servicesRouter } from './api.ts'

export const services = { router: servicesRouter } satisfies Feature
