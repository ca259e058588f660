import { z } from 'zod'
import { DomainError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { id, longText } from '../text.ts'
import type { InvoiceStatus } from './invoice-state.ts'

/** A dispute on the wire: why, as the first message of its thread, whose id is the browser's. Product 3.2 */
export const DisputeInvoice = z.strictObject({
  id,
  message_id: id,
  words: longText('Reason', LIMITS.message),
})
/** A message about a disputed invoice. */
export const AnswerInvoice = z.strictObject({
  id,
  message_id: id,
  words: longText('Message', LIMITS.message),
})

/** What is said of a message whose id another one has. */
export const OTHER_MESSAGE = 'another message was sent before it. Please look at the invoice'

type Disputed = { status: InvoiceStatus }

/** Throws DomainError 'conflict' unless an invoice waits for its building and is not disputed yet. Product 3.2 */
export function requireUndisputed({ status }: Disputed): void {
  if (status === 'disputed') throw new DomainError('conflict', 'this invoice is disputed already')
  if (status !== 'sent') throw new DomainError('conflict', 'this invoice was decided meanwhile')
}

/** Throws DomainError 'conflict' once a disputed invoice is decided. Product 3.2 */
export function requireDisputed({ status }: Disputed): void {
  if (status !== 'disputed') throw new DomainError('conflict', 'this invoice is not disputed')
}
