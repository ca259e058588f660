import { DomainError } from '../../../domain/errors.ts'
import { type InvoiceLines, requireAgreed, requireInvoiceable } from '../../../domain/invoices/invoice.ts'
import type { Tx } from '../../db/pool.ts'
import type { InvoiceKeys } from './db.ts'
import { isNumberTaken } from './drafts.db.ts'
import { visitsToInvoice } from './due.db.ts'

/**
 * Throws DomainError 'conflict' for lines that are not due, 'invalid_input' for more than was agreed, for a building without an accepted
 * quote, and for a number of another invoice. The database refuses the same. Product 3.1
 */
export async function requireDue(
  tx: Tx,
  { id: invoice_id, building_id, vendor_id }: InvoiceKeys,
  number: string,
  { visits, starts }: InvoiceLines,
): Promise<void> {
  if (await isNumberTaken(tx, { vendor_id, number, id: invoice_id }))
    throw new DomainError('invalid_input', 'You have an invoice with this number already', 'number')
  const ids = visits.map((visit) => visit.id)
  const found = await visitsToInvoice(tx, { vendor_id, building_id, ids, invoice_id })
  for (const { id, amount } of visits) {
    const visit = found.get(id)
    if (!visit) throw new DomainError('not_found')
    requireInvoiceable(visit, amount)
  }
  const accepted = await acceptedQuotes(tx, { building_id, vendor_id })
  for (const { id, amount } of starts) {
    const quote = accepted.find((each) => each.id === id)
    if (!quote) throw new DomainError('not_found')
    requireAgreed(quote.once_price, amount, 'The one-time price')
  }
}

/** The accepted quotes of a vendor at a building, with their one-time prices in cents. Throws DomainError 'not_found' if there is none. */
export async function acceptedQuotes(tx: Tx, of: Pick<InvoiceKeys, 'building_id' | 'vendor_id'>) {
  const accepted = await tx
    .selectFrom('service_quotes as q')
    .where('q.building_id', '=', of.building_id)
    .where('q.vendor_id', '=', of.vendor_id)
    .where('q.status', '=', 'accepted')
    .select(['q.id', 'q.once_price'])
    .execute()
  if (accepted.length === 0) throw new DomainError('not_found')
  return accepted
}
