import { z } from 'zod'
import { formatMoney, parseAmount } from '../../../domain/money.ts'
import { RefundPayment } from '../../../domain/payments/refund.ts'

/** A refund as typed: at most the cents that were `paid`, with its reason. Product 3.6 */
export const refundValues = (paid: number) =>
  z.object({
    amount: z.string().transform((typed, context) => {
      const cents = parseAmount(typed, paid)
      if (cents !== null) return cents
      context.addIssue({ code: 'custom', message: `Amount must be at most ${formatMoney(paid)}` })
      return z.NEVER
    }),
    reason: RefundPayment.shape.reason,
  })
