import type { AttachedExtension } from '../../../domain/documents/attached-file.ts'
import { DomainError } from '../../../domain/errors.ts'
import { NewPaymentFile, requirePaymentFile } from '../../../domain/invoices/invoice-file.ts'
import type { ResidentViewer } from '../../../domain/viewer.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { attachedFile } from '../../storage/attached-file.ts'
import type { Attachment, Query } from '../../storage/attachment.ts'
import { readQuery } from '../../storage/read-query.ts'
import { lockInvoice } from './db.ts'
import { invoiceEvent } from './invoice-event.ts'
import {
  addPaymentFile,
  countPaymentFiles,
  deletePaymentFile,
  findPaymentFile,
  invoiceOfPayment,
} from './invoice-file.db.ts'

/** The payment's invoice under a lock, and the same file if it was added before. Throws for a new one that the rule refuses. */
async function lockForFile(tx: Tx, query: Query) {
  const { payment, id } = readQuery(NewPaymentFile, query)
  const invoice = await lockInvoice(tx, await invoiceOfPayment(tx, payment))
  const earlier = await findPaymentFile(tx, id)
  if (earlier && earlier.of !== payment) throw new DomainError('conflict', 'this file was added elsewhere')
  if (!earlier) requirePaymentFile((await countPaymentFiles(tx, payment)).count)
  return { id, payment, invoice, earlier }
}

type InvoiceUnderLock = Awaited<ReturnType<typeof lockInvoice>>
type PaymentFileEvent = 'payment_file_added' | 'payment_file_removed'

async function recordFile(
  tx: Tx,
  viewer: ResidentViewer,
  kind: PaymentFileEvent,
  invoice: InvoiceUnderLock,
  file_name: string,
): Promise<void> {
  const { building_id, number, company_name } = invoice
  const data = { number, company_name, file_name }
  await record(tx, { kind, ...invoiceEvent(viewer, invoice), building_id, data })
}

/**
 * What proves a payment of an invoice: the receipt, or a picture of the check. Its vendor sees it. One that is sent again, as after a lost
 * response, is there once. Product 3.3
 */
export const paymentFileAttachment = {
  name: 'payment-file',
  path: '/api/payment-files',
  addedBy: [{ resident: 'approve_invoices' }],
  seenBy: { by: 'session', path: '/payment-files', audiences: ['resident', 'vendor'], rowRules: true },
  buildingOf: ({ building_id }) => building_id,
  keptIn: { table: 'payment_files', column: 'file_path', size: 'file_size' },
  ...attachedFile('payment-files', NewPaymentFile),
  async check(tx, _viewer, query) {
    await lockForFile(tx, query)
  },
  async save(tx, viewer, { name: file_name, key, size }, query) {
    const { id, payment: payment_id, invoice, earlier } = await lockForFile(tx, query)
    if (earlier) return { answer: { id, url: `/${earlier.file_path}` }, replaced: key }
    const { id: invoice_id, building_id, vendor_id } = invoice
    const file = { file_name, file_path: key, file_size: size, added_by: viewer.id }
    const added = await addPaymentFile(tx, { id, payment_id, invoice_id, building_id, vendor_id, ...file })
    // Somebody else's file, which the viewer doesn't see.
    if (!added) throw new DomainError('not_found')
    await recordFile(tx, viewer, 'payment_file_added', invoice, file_name)
    return { answer: { id, url: `/${key}` } }
  },
  async remove(tx, viewer, query) {
    const { id, payment } = readQuery(NewPaymentFile, query)
    const invoice = await lockInvoice(tx, await invoiceOfPayment(tx, payment))
    const file = await findPaymentFile(tx, id)
    if (file?.of !== payment) return { answer: {} }
    await deletePaymentFile(tx, id)
    await recordFile(tx, viewer, 'payment_file_removed', invoice, file.file_name)
    return { answer: {}, replaced: file.file_path }
  },
} as const satisfies Attachment<
  { resident: 'approve_invoices' },
  AttachedExtension,
  { id: string; url: string }
>
