import type { Slot } from '../../ui/sections.tsx'

/** On the vendor's dashboard, above its figures. */
export const aboveFigures: Slot<object> = { screen: '/vendor/dashboard' }
