import { z } from 'zod'
import { matchOf } from '../../../domain/invoices/approval.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { longText } from '../../../domain/text.ts'
import type { VendorInvoice } from './invoice-text.ts'

type ReviewedExtra = { id: string; choice: string; reason: string }
export type TypedReview = { extras: ReviewedExtra[] }

/** A review as its form begins: nothing is decided. */
export const typedReview = (lines: VendorInvoice['lines']): TypedReview => ({
  extras: lines.filter((line) => matchOf(line) === 'open').map(({ id }) => ({ id, choice: '', reason: '' })),
})

/** The extras that are refused, each with its reason. */
export const refusedOf = ({ extras }: TypedReview) =>
  extras.filter(({ choice }) => choice === 'refuse').map(({ id, reason }) => ({ id, reason }))

const reason = longText('Reason', LIMITS.reason)

/** A review as typed: each extra is approved, or refused with a reason. Product 3.2 */
export const reviewForm = z.object({
  extras: z.array(
    z.object({ id: z.string(), choice: z.string(), reason: z.string() }).superRefine((extra, context) => {
      if (extra.choice === '')
        context.addIssue({ code: 'custom', message: 'Approve or refuse this extra', path: ['choice'] })
      const typed = reason.safeParse(extra.reason)
      if (extra.choice === 'refuse' && !typed.success)
        context.addIssue({ code: 'custom', message: typed.error.issues[0]?.message ?? '', path: ['reason'] })
    }),
  ),
})
