import type { Slot } from '../../ui/sections.tsx'

/** The vendor's visits, beside their quotes. */
export const vendorVisits: Slot<object> = { screen: '/vendor/appointments' }
