import type { Slot } from '../../ui/sections.tsx'
import type { AgreementProps, ServiceStopProps, ThreadProps } from '../services/slots.ts'

/** The vendor's notice for an accepted job: it ends or pauses its service. */
export const vendorStop: Slot<ServiceStopProps> = { screen: '/vendor/services' }

/** The way from an accepted job to the messages about it, in its dialog; and what is new about it, on its card. */
export const vendorThread: Slot<ThreadProps> = { screen: '/vendor/services' }
export const vendorNews: Slot<{ quoteId: string }> = { screen: '/vendor/services' }
/** The same for an accepted job: when it ends, and its renewal. */
export const vendorAgreement: Slot<AgreementProps> = { screen: '/vendor/services' }

/** The views of a vendor's services, each at its address: the visits have the later ones. */
export const vendorViews = [
  { view: '/vendor/quotes', label: 'Quotes' },
  { view: '/vendor/appointments', label: 'Appointments' },
  { view: '/vendor/calendar', label: 'Calendar' },
] as const
