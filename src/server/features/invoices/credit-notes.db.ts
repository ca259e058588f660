import { DomainError } from '../../../domain/errors.ts'
import { type InvoiceSums, nextNumber } from '../../../domain/invoices/invoice-amounts.ts'
import type { Tx } from '../../db/pool.ts'
import type { InvoiceKeys } from './db.ts'
import { nextFree } from './drafts.db.ts'

/** A credit note that the viewer sees; undefined if there is none. */
export const findCreditNote = (tx: Tx, id: string) =>
  tx
    .selectFrom('credit_notes')
    .where('id', '=', id)
    .select(['invoice_id', 'number', 'date', 'reason', 'line_ids', 'subtotal', 'tax', 'total'])
    .executeTakeFirst()

/** A credit note that the viewer sees. Throws DomainError 'not_found' for others'. */
export async function readCreditNote(tx: Tx, id: string) {
  const note = await findCreditNote(tx, id)
  if (!note) throw new DomainError('not_found')
  return note
}

/** The first number after the last one of a vendor's credit notes that none of them has. */
export async function nextCreditNumber(tx: Tx, vendorId: string): Promise<string> {
  const last = await lastCreditNote(tx, vendorId)
  return nextFree(nextNumber(last?.number ?? null, FIRST), FIRST, async (number) => {
    const taken = await tx
      .selectFrom('credit_notes')
      .where('vendor_id', '=', vendorId)
      .where('number', '=', number)
      .select('id')
      .executeTakeFirst()
    return taken !== undefined
  })
}
const FIRST = 'CN-0001'

const lastCreditNote = (tx: Tx, vendorId: string) =>
  tx
    .selectFrom('credit_notes')
    .where('vendor_id', '=', vendorId)
    .orderBy('created_at', 'desc')
    .orderBy((eb) => eb.fn('length', ['number']), 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .select('number')
    .executeTakeFirst()

type NewCreditNote = InvoiceSums & {
  id: string
  number: string
  date: string
  reason: string
  line_ids: string[]
  created_by: string
  created_at: Date
}

/** The database credits its lines, and what was owed for them. */
export async function addCreditNote(
  tx: Tx,
  { id: invoice_id, building_id, vendor_id }: InvoiceKeys,
  note: NewCreditNote,
): Promise<void> {
  await tx
    .insertInto('credit_notes')
    .values({ invoice_id, building_id, vendor_id, ...note })
    .execute()
}
