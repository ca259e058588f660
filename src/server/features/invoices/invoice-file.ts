import type { AttachedExtension } from '../../../domain/documents/attached-file.ts'
import { DomainError } from '../../../domain/errors.ts'
import { requireDraft } from '../../../domain/invoices/invoice.ts'
import { NewInvoiceFile, requireInvoiceFile } from '../../../domain/invoices/invoice-file.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { attachedFile } from '../../storage/attached-file.ts'
import type { Attachment, Query } from '../../storage/attachment.ts'
import { readQuery } from '../../storage/read-query.ts'
import { lockInvoice } from './db.ts'
import { invoiceEvent } from './invoice-event.ts'
import { addInvoiceFile, deleteInvoiceFile, filesOfInvoice, findInvoiceFile } from './invoice-file.db.ts'

/** The invoice under a lock, and the same file if it was added before. Throws for a new one that the rule refuses. */
async function lockForFile(tx: Tx, query: Query) {
  const { invoice: invoiceId, id } = readQuery(NewInvoiceFile, query)
  const invoice = await lockInvoice(tx, invoiceId)
  const earlier = await findInvoiceFile(tx, id)
  if (!earlier) requireInvoiceFile(invoice, (await filesOfInvoice(tx, invoiceId)).length)
  else if (earlier.of !== invoiceId) throw new DomainError('conflict', 'this file was added elsewhere')
  return { id, invoice, earlier }
}

/**
 * The files of a vendor's draft; with the invoice they are sent to its building, and stay. One that is sent again, as after a lost response,
 * is there once. Product 3.1
 */
export const invoiceFileAttachment = {
  name: 'invoice-file',
  path: '/api/invoice-files',
  addedBy: ['vendor'],
  seenBy: { by: 'session', path: '/invoice-files', audiences: ['resident', 'vendor'], rowRules: true },
  vendorOf: ({ vendor_id }) => vendor_id,
  keptIn: { table: 'invoice_files', column: 'file_path', size: 'file_size' },
  ...attachedFile('invoice-files', NewInvoiceFile),
  async check(tx, _viewer, query) {
    await lockForFile(tx, query)
  },
  async save(tx, viewer, { name: file_name, key, size }, query) {
    const { id, invoice, earlier } = await lockForFile(tx, query)
    if (earlier) return { answer: { id, url: `/${earlier.file_path}` }, replaced: key }
    const { id: invoice_id, building_id, vendor_id, number } = invoice
    const file = { file_name, file_path: key, file_size: size, added_by: viewer.id }
    const added = await addInvoiceFile(tx, { id, invoice_id, building_id, vendor_id, ...file })
    // Somebody else's file, which the viewer doesn't see.
    if (!added) throw new DomainError('not_found')
    const data = { number, file_name }
    await record(tx, { kind: 'invoice_file_added', ...invoiceEvent(viewer, invoice), data })
    return { answer: { id, url: `/${key}` } }
  },
  async remove(tx, viewer, query) {
    const { id, invoice: invoiceId } = readQuery(NewInvoiceFile, query)
    const invoice = await lockInvoice(tx, invoiceId)
    const file = await findInvoiceFile(tx, id)
    if (file?.of !== invoiceId) return { answer: {} }
    requireDraft(invoice)
    await deleteInvoiceFile(tx, id)
    const data = { number: invoice.number, file_name: file.file_name }
    await record(tx, { kind: 'invoice_file_removed', ...invoiceEvent(viewer, invoice), data })
    return { answer: {}, replaced: file.file_path }
  },
} as const satisfies Attachment<'vendor', AttachedExtension, { id: string; url: string }>
