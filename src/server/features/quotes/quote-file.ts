import type { AttachedExtension } from '../../../domain/documents/attached-file.ts'
import { DomainError } from '../../../domain/errors.ts'
import { quoteState } from '../../../domain/quotes/quote.ts'
import { NewQuoteFile, requireFilesOpen, requireQuoteFile } from '../../../domain/quotes/quote-file.ts'
import type { VendorViewer } from '../../../domain/viewer.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { attachedFile } from '../../storage/attached-file.ts'
import type { Attachment, Query } from '../../storage/attachment.ts'
import { readQuery } from '../../storage/read-query.ts'
import { lockQuote } from './db.ts'
import { addQuoteFile, deleteQuoteFile, filesOfQuote, findQuoteFile, markUnopened } from './quote-file.db.ts'

/** The quote under a lock, and the same file if it was added before. Throws for a new one that the rule refuses. */
async function lockForFile(tx: Tx, query: Query) {
  const { quote: quoteId, id } = readQuery(NewQuoteFile, query)
  const quote = await lockQuote(tx, quoteId)
  const earlier = await findQuoteFile(tx, id)
  if (!earlier) requireQuoteFile(quote, (await filesOfQuote(tx, quoteId)).length)
  else if (earlier.service_quote_id !== quoteId)
    throw new DomainError('conflict', 'this file was added elsewhere')
  return { id, quote, earlier }
}

type QuoteUnderLock = Awaited<ReturnType<typeof lockQuote>>
type FileEvent = 'quote_file_added' | 'quote_file_removed'

/** Records the change. Before the first price it is nothing to the building; after it, the building has not opened the quote as it is now. */
async function changeFiles(
  tx: Tx,
  viewer: VendorViewer,
  kind: FileEvent,
  quote: QuoteUnderLock,
  file_name: string,
) {
  const isSubmitted = quoteState(quote) === 'submitted'
  if (isSubmitted) await markUnopened(tx, quote.id)
  const building_id = isSubmitted ? quote.building_id : null
  const event = { actor: viewer.id, vendor_id: viewer.vendor_id, subject: quote.id, data: { file_name } }
  await record(tx, { kind, building_id, ...event })
}

/**
 * The files of a vendor's quote while it is open; its building sees them with the price. One that is sent again, as after a
 * lost response, is there once. Product 2.4
 */
export const quoteFileAttachment = {
  name: 'quote-file',
  path: '/api/quote-files',
  addedBy: ['vendor'],
  seenBy: { by: 'session', path: '/quote-files', audiences: ['resident', 'vendor', 'admin'], rowRules: true },
  vendorOf: ({ vendor_id }) => vendor_id,
  keptIn: { table: 'quote_files', column: 'file_path', size: 'file_size' },
  ...attachedFile('quote-files', NewQuoteFile),
  async check(tx, _viewer, query) {
    await lockForFile(tx, query)
  },
  async save(tx, viewer, { name: file_name, key, size }, query) {
    const { id, quote, earlier } = await lockForFile(tx, query)
    if (earlier) return { answer: { id, url: `/${earlier.file_path}` }, replaced: key }
    const { id: service_quote_id, building_id, vendor_id } = quote
    const file = { file_name, file_path: key, file_size: size, added_by: viewer.id }
    const added = await addQuoteFile(tx, { id, service_quote_id, building_id, vendor_id, ...file })
    // Somebody else's file, which the viewer doesn't see.
    if (!added) throw new DomainError('not_found')
    await changeFiles(tx, viewer, 'quote_file_added', quote, file_name)
    return { answer: { id, url: `/${key}` } }
  },
  async remove(tx, viewer, query) {
    const { id, quote: quoteId } = readQuery(NewQuoteFile, query)
    const quote = await lockQuote(tx, quoteId)
    const file = await findQuoteFile(tx, id)
    if (file?.service_quote_id !== quoteId) return { answer: {} }
    requireFilesOpen(quote)
    await deleteQuoteFile(tx, id)
    await changeFiles(tx, viewer, 'quote_file_removed', quote, file.file_name)
    return { answer: {}, replaced: file.file_path }
  },
} as const satisfies Attachment<'vendor', AttachedExtension, { id: string; url: string }>
