import type { Slot } from '../../ui/sections.tsx'

/** What the building owes besides its fee, between the next payment and the history. */
export const belowNextPayment: Slot<object> = { screen: '/home/payments' }
