import type { Slot } from '../../ui/sections.tsx'

// Below each kind of settings.
export const residentSettings: Slot<object> = { screen: '/home/settings' }
export const vendorSettings: Slot<object> = { screen: '/vendor/profile' }
export const colleagueSettings: Slot<object> = { screen: '/vendor/settings' }
export const adminSettings: Slot<object> = { screen: '/admin/settings' }
