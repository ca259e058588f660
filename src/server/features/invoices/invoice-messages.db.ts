import type { Tx } from '../../db/pool.ts'
import type { InvoiceKeys } from './db.ts'

/** What both sides wrote about a disputed invoice, the oldest first. */
export const invoiceMessages = (tx: Tx, invoiceId: string) =>
  tx
    .selectFrom('invoice_messages as m')
    .where('m.invoice_id', '=', invoiceId)
    .orderBy('m.number')
    .select(['m.id', 'm.side', 'm.words', 'm.sent_at'])
    .execute()

type NewInvoiceMessage = {
  id: string
  side: 'vendor' | 'captain'
  person: string
  words: string
  sent_at: Date
}

export async function addInvoiceMessage(
  tx: Tx,
  { id: invoice_id, building_id, vendor_id }: InvoiceKeys,
  message: NewInvoiceMessage,
): Promise<void> {
  await tx
    .insertInto('invoice_messages')
    .values({ invoice_id, building_id, vendor_id, ...message })
    .execute()
}

/** A message that the viewer sees; undefined if there is none. */
export const findInvoiceMessage = (tx: Tx, id: string) =>
  tx.selectFrom('invoice_messages').where('id', '=', id).select(['invoice_id', 'words']).executeTakeFirst()
