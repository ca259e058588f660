import { type RawBuilder, sql } from 'kysely'
import { DomainError } from '../../../domain/errors.ts'
import type { Tx } from '../../db/pool.ts'

/** Files as lists show them, the first one first: inside a statement about what they are of. */
const listed = (table: 'invoice_files' | 'payment_files', of: RawBuilder<unknown>) =>
  sql<
    FileInInvoice[]
  >`(select coalesce(json_agg(json_build_object('id', f.id, 'file_name', f.file_name, 'file_size', f.file_size,
    'url', '/' || f.file_path) order by f.added_at, f.id), '[]') from ${sql.table(table)} f where ${of})`
type FileInInvoice = { id: string; file_name: string; file_size: number; url: string }

/** The files of the invoice `i`. */
export const invoiceFiles = listed('invoice_files', sql`f.invoice_id = i.id`)
/** The files of the payment `p`. */
export const paymentFiles = listed('payment_files', sql`f.payment_id = p.id`)

/** The ids of the files of an invoice that the viewer sees. */
export const filesOfInvoice = (tx: Tx, invoiceId: string) =>
  tx.selectFrom('invoice_files').where('invoice_id', '=', invoiceId).select('id').execute()

/** How many files a payment has. */
export const countPaymentFiles = (tx: Tx, paymentId: string) =>
  tx
    .selectFrom('payment_files')
    .where('payment_id', '=', paymentId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()

/** A file that the viewer sees; undefined for somebody else's. */
export const findInvoiceFile = (tx: Tx, id: string) =>
  tx
    .selectFrom('invoice_files')
    .where('id', '=', id)
    .select(['invoice_id as of', 'file_path', 'file_name'])
    .executeTakeFirst()

/** A file that the viewer sees; undefined for somebody else's. */
export const findPaymentFile = (tx: Tx, id: string) =>
  tx
    .selectFrom('payment_files')
    .where('id', '=', id)
    .select(['payment_id as of', 'file_path', 'file_name'])
    .executeTakeFirst()

export type AddedInvoiceFile = {
  id: string
  building_id: string
  vendor_id: string
  file_name: string
  file_path: string
  file_size: number
  added_by: string
}

/** False if this file was added before, by somebody else. */
export async function addInvoiceFile(
  tx: Tx,
  file: AddedInvoiceFile & { invoice_id: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('invoice_files')
    .values(file)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** False if this file was added before, by somebody else. */
export async function addPaymentFile(
  tx: Tx,
  file: AddedInvoiceFile & { invoice_id: string; payment_id: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payment_files')
    .values(file)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function deleteInvoiceFile(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('invoice_files').where('id', '=', id).execute()
}

export async function deletePaymentFile(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('payment_files').where('id', '=', id).execute()
}

/** The invoice that a payment of the viewer's building is of. Throws DomainError 'not_found' for others'. */
export async function invoiceOfPayment(tx: Tx, paymentId: string): Promise<string> {
  const payment = await tx
    .selectFrom('payments as p')
    .innerJoin('invoices as i', 'i.id', 'p.payable_id')
    .where('p.id', '=', paymentId)
    .where('p.status', '=', 'paid')
    .select('i.id')
    .executeTakeFirst()
  if (!payment) throw new DomainError('not_found')
  return payment.id
}
