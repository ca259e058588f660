import type { InvoiceKeys } from './db.ts'

/** An event about an invoice; a draft's is its vendor's alone. */
export const invoiceEvent = (
  viewer: { id: string },
  { id: subject, vendor_id }: Pick<InvoiceKeys, 'id' | 'vendor_id'>,
) => ({ actor: viewer.id, vendor_id, subject })
