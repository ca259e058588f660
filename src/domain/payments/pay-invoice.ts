import { z } from 'zod'
import { id } from '../text.ts'

/** The least and the most that Stripe charges, in cents. */
export const MIN_ONLINE = 50
const MAX_ONLINE = 999_999_99

/** A payment of an approved invoice on Stripe's page, in full or in part: `amount` in cents. Product 3.3 */
export const PayInvoiceOnline = z.strictObject({
  invoice_id: id,
  amount: z
    .int()
    .min(MIN_ONLINE, 'Amount must be at least $0.50')
    .max(MAX_ONLINE, 'Amount must be at most $999,999.99'),
})
