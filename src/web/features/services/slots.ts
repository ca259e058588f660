import type { Slot } from '../../ui/sections.tsx'

/** Below the building's services. */
export const belowServices: Slot<object> = { screen: '/home/services' }

export type ServiceStopProps = {
  serviceId: string
  kind: 'end' | 'pause'
  /** Who is told. */
  otherSide: string
  onBack: () => void
  onDone: () => void
}

/** Ends or pauses an accepted service, in its dialog. */
export const serviceStop: Slot<ServiceStopProps> = {}

export type AgreementProps = {
  quoteId: string
  side: 'captain' | 'vendor'
  otherSide: string
  /** Asks vendors for what follows it; absent for a vendor. */
  onAskAgain?: () => void
}

/** When an accepted service ends, and its renewal, in its dialog. */
export const serviceAgreement: Slot<AgreementProps> = {}

export type ServiceQuotesProps = {
  serviceId: string
  onBack: () => void
  onEdit: () => void
  onAccepted: () => void
}

/** The quotes received for a service, in its dialog. */
export const serviceQuotes: Slot<ServiceQuotesProps> = {}

export type ServiceQuestionsProps = { building_service_id: string; round: number; open: boolean }

/** The vendors' questions about a request, in its dialog. */
export const serviceQuestions: Slot<ServiceQuestionsProps> = {}

export type ThreadProps = { quoteId: string; side: 'captain' | 'vendor' }

/** The way from an accepted service to the messages about it, in its dialog. */
export const serviceThread: Slot<ThreadProps> = {}

/** Who decided about an accepted service, in its dialog. */
export const serviceRecord: Slot<{ serviceId: string }> = {}

/** What is new about an accepted service, on its card. */
export const serviceNews: Slot<{ quoteId: string }> = { screen: '/home/services' }

/** The views of a building's services, each at its address. */
export const serviceViews = [
  { view: '/home/services', label: 'List' },
  { view: '/home/calendar', label: 'Calendar' },
] as const
