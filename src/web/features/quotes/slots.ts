import type { Slot } from '../../ui/sections.tsx'
import type { ServiceStopProps } from '../services/slots.ts'

/** The vendor's notice for an accepted job: it ends or pauses its service. */
export const vendorStop: Slot<ServiceStopProps> = { screen: '/vendor/services' }

/** The vendor's visits, beside their quotes. */
export const vendorVisits: Slot<object> = { screen: '/vendor/appointments' }

/** The views of a vendor's services, each at its address. */
export const vendorViews = [
  { view: '/vendor/quotes', label: 'Quotes' },
  { view: '/vendor/appointments', label: 'Appointments' },
  { view: '/vendor/calendar', label: 'Calendar' },
] as const
