import type { Slot } from '../../ui/sections.tsx'

/** A fee that is due, and what of it is open, in cents. */
export type PayFeeProps = { fee: { id: string; open: number } | null }

/** How the fee is paid, below it. Null: nothing is due. */
export const payFee: Slot<PayFeeProps> = { screen: '/home/payments' }

/** What became of a payment, above all, for who comes back from paying. */
export const abovePayments: Slot<object> = { screen: '/home/payments' }

/** What the building owes besides its fee, between the next payment and the history. */
export const belowNextPayment: Slot<object> = { screen: '/home/payments' }
