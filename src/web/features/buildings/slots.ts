import type { Slot } from '../../ui/sections.tsx'

/** The dashboard of a resident with a building. */
export const homeDashboard: Slot<object> = { screen: '/home/dashboard' }

/** In its place until it has loaded. */
export const homeDashboardSkeleton: Slot<object> = { screen: '/home/dashboard' }

/** Below the description of the building. */
export const belowBuilding: Slot<object> = { screen: '/home/building' }
