import { z } from 'zod'
import { DomainError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { id } from '../text.ts'
import { requireDraft } from './invoice.ts'

export const MAX_INVOICE_FILES = LIMITS.invoice_files
export const MAX_PAYMENT_FILES = 5

/** What an upload's address says: the invoice or the payment, the file's own id, which the browser chose, and its name. */
export const NewInvoiceFile = z.strictObject({ invoice: id, id, name: z.string().default('') })
export const NewPaymentFile = z.strictObject({ payment: id, id, name: z.string().default('') })

/** Throws DomainError 'conflict' for an invoice that was sent, and for one that has five files already. Product 3.1 */
export function requireInvoiceFile(invoice: Parameters<typeof requireDraft>[0], files: number): void {
  requireDraft(invoice)
  if (files >= MAX_INVOICE_FILES)
    throw new DomainError('conflict', `an invoice has at most ${MAX_INVOICE_FILES} files`)
}

/** Throws DomainError 'conflict' for a payment that has five files already. Product 3.3 */
export function requirePaymentFile(files: number): void {
  if (files >= MAX_PAYMENT_FILES)
    throw new DomainError('conflict', `a payment has at most ${MAX_PAYMENT_FILES} files`)
}
