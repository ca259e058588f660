import { z } from 'zod'
import { MAX_TOTAL } from '../../../domain/invoices/invoice-amounts.ts'
import { formatMoney, parseAmount } from '../../../domain/money.ts'
import { MIN_ONLINE } from '../../../domain/payments/pay-invoice.ts'

/** A sum as typed, in cents: at most what is `open`, and at least what Stripe charges. Product 3.3 */
export const onlineAmount = (open: number) =>
  z.object({
    amount: z.string().transform((typed, context) => {
      const cents = parseAmount(typed, MAX_TOTAL)
      if (cents !== null && cents >= MIN_ONLINE && cents <= open) return cents
      const message = `Amount must be from ${formatMoney(MIN_ONLINE)} to ${formatMoney(open)}`
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }),
  })
