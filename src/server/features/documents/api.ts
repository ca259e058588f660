import { z } from 'zod'
import { requireBinned, requireListed, requireShownBin } from '../../../domain/documents/bin.ts'
import { DocumentName, renamedDocument } from '../../../domain/documents/document-name.ts'
import { SearchedList, searchWords } from '../../../domain/searched-list.ts'
import { id, wholeNumber } from '../../../domain/text.ts'
import { record } from '../../db/record.ts'
import { openTo, router } from '../../rpc/procedure.ts'
import { linkTo } from '../../storage/file-link.ts'
import { readUsedSpace } from '../../storage/quota.ts'
import { documentAttachment } from './attachment.ts'
import { listBin, lockBin, moveToBin, moveToList, sizeOfBin } from './bin.db.ts'
import { countDocuments, getDocument, listDocuments, setFileName } from './db.ts'
import { purge } from './purge.ts'

const PAGE_SIZE = 50

const pageRange = (number: number) => ({ limit: PAGE_SIZE, offset: (number - 1) * PAGE_SIZE })

const Document = z.strictObject({ id })
const BinPage = z.strictObject({ page: wholeNumber('Page', 1, 100_000) })
const ShownBin = z.strictObject({ documents: wholeNumber('Documents', 0, 10_000_000) })
const RenameDocument = z.strictObject({ id, file_name: DocumentName })

/** Captains add documents through the upload route. */
export const documentsRouter = router({
  /**
   * A page of the documents in whose name each word of `search` occurs: `total` of the `listed` ones.
   * [6.tenant.1]
   */
  list: openTo('resident')
    .input(SearchedList)
    .query(async ({ ctx: { tx, viewer }, input }) => {
      const found = { buildingId: viewer.building_id, words: searchWords(input.search) }
      const [[count], documents] = await Promise.all([
        countDocuments(tx, found),
        listDocuments(tx, { ...found, ...pageRange(input.page) }),
      ])
      return { total: count?.total ?? 0, listed: count?.listed ?? 0, page_size: PAGE_SIZE, documents }
    }),

  /** How much of the building's quota is used, in bytes, and what the bin has of it. */
  space: openTo({ resident: 'manage_documents' }).query(async ({ ctx: { tx, viewer, config } }) => {
    const of = { buildingId: viewer.building_id }
    const [[space], [bin]] = await Promise.all([readUsedSpace(tx, of), sizeOfBin(tx, of)])
    return {
      used: space?.used_bytes ?? 0,
      quota: config.buildingQuota,
      bin: bin ?? { documents: 0, bytes: 0 },
    }
  }),

  /** A page of the deleted documents. */
  bin: openTo({ resident: 'manage_documents' })
    .input(BinPage)
    .query(async ({ ctx: { tx, viewer }, input }) => {
      const of = { buildingId: viewer.building_id }
      const [[size], documents] = await Promise.all([
        sizeOfBin(tx, of),
        listBin(tx, { ...of, ...pageRange(input.page) }),
      ])
      return { total: size?.documents ?? 0, bytes: size?.bytes ?? 0, page_size: PAGE_SIZE, documents }
    }),

  rename: openTo({ resident: 'manage_documents' })
    .input(RenameDocument)
    .mutation(async ({ ctx: { tx, viewer }, input }) => {
      const { id: actor, building_id } = viewer
      const document = await getDocument(tx, input.id, building_id, { lock: true })
      requireListed(document)
      const file_name = renamedDocument(document.document_type, input.file_name)
      if (file_name === document.file_name) return { file_name }
      await setFileName(tx, input.id, file_name)
      const data = { file_name, earlier_name: document.file_name }
      await record(tx, { kind: 'document_renamed', actor, building_id, subject: input.id, data })
      return { file_name }
    }),

  /** Deletes for good what is in the bin, if it is as many documents as the person was shown. */
  emptyBin: openTo({ resident: 'manage_documents' })
    .input(ShownBin)
    .mutation(async ({ ctx: { tx, viewer }, input }) => {
      const documents = await lockBin(tx, viewer.building_id)
      requireShownBin(input.documents, documents.length)
      await purge(tx, viewer.id, documents)
    }),

  /** Moves a document to the bin. */
  delete: openTo({ resident: 'manage_documents' })
    .input(Document)
    .mutation(async ({ ctx: { tx, viewer }, input }) => {
      const { id: actor, building_id } = viewer
      const document = await getDocument(tx, input.id, building_id, { lock: true })
      requireListed(document)
      await moveToBin(tx, input.id, actor)
      const data = { file_name: document.file_name }
      await record(tx, { kind: 'document_deleted', actor, building_id, subject: input.id, data })
    }),

  /** Moves a document from the bin to its place in the list. */
  restore: openTo({ resident: 'manage_documents' })
    .input(Document)
    .mutation(async ({ ctx: { tx, viewer }, input }) => {
      const { id: actor, building_id } = viewer
      const document = await getDocument(tx, input.id, building_id, { lock: true })
      requireBinned(document)
      await moveToList(tx, input.id)
      const data = { file_name: document.file_name }
      await record(tx, { kind: 'document_restored', actor, building_id, subject: input.id, data })
    }),

  /** A link that works for 60 seconds, for this file only. [7.storage.2] */
  link: openTo(...documentAttachment.seenBy.audiences)
    .input(Document)
    .mutation(async ({ ctx, input }) => {
      const { file_path, file_name } = await getDocument(ctx.tx, input.id, ctx.viewer.building_id)
      const file = { kind: documentAttachment.name, key: file_path, name: file_name }
      return { url: await linkTo(ctx, ctx.tx, file) }
    }),
})
