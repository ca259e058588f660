import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { longText } from '../text.ts'

/** How fees are paid by transfer, as an admin writes it. Product 3.3 */
export const TransferDetails = z.strictObject({
  details: longText('Transfer details', LIMITS.transfer_details),
})

const DIGITS = 6

/** What a transfer of a fee names, so that it is found again: 'FEE-000042'. Product 3.3 */
export const feeReference = (number: number) => `FEE-${String(number).padStart(DIGITS, '0')}`

/** The number of the fee that a reference names, as people type it; null if it names none. Product 3.6 */
export function feeNumberOf(reference: string): number | null {
  const digits = /^\s*(?:fee[-\s]*)?0*(\d{1,12})\s*$/i.exec(reference)?.[1]
  return digits === undefined ? null : Number(digits)
}
