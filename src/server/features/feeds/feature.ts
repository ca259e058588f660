import type { ServerFeature } from '../../feature.ts'
import { feedsRouter } from './api.ts'
import { calendarRoutes } from './route.ts'

export const feeds = { router: feedsRouter, routes: calendarRoutes } satisfies ServerFeature
