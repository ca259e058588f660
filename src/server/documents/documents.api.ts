import { z } from 'zod'
import { DocumentName, renamedDocument } from '../../domain/documents/document-name.ts'
import { id } from '../../domain/text.ts'
import { openTo, router } from '../api.ts'
import { record } from '../events/events.db.ts'
import { linkTo } from './document-link.ts'
import { getDocument, listDocuments, setFileName } from './documents.db.ts'

const Document = z.strictObject({ id })
const RenameDocument = z.strictObject({ id, file_name: DocumentName })

/** What captains add by the route of upload-route.ts: a file is no call. */
export const documentsRouter = router({
  list: openTo('resident').query(({ ctx }) => listDocuments(ctx.tx, { buildingId: ctx.viewer.building_id })),

  rename: openTo('captain')
    .input(RenameDocument)
    .mutation(async ({ ctx: { tx, viewer }, input }) => {
      const { id: actor, building_id } = viewer
      const document = await getDocument(tx, input.id, building_id, { lock: true })
      const file_name = renamedDocument(document.document_type, input.file_name)
      if (file_name === document.file_name) return { file_name }
      await setFileName(tx, input.id, file_name)
      const data = { file_name, earlier_name: document.file_name }
      await record(tx, { kind: 'document_renamed', actor, building_id, subject: input.id, data })
      return { file_name }
    }),

  /** A link that works for 60 seconds, for this file only (section 7, storage). */
  link: openTo('resident')
    .input(Document)
    .mutation(async ({ ctx, input }) => {
      const document = await getDocument(ctx.tx, input.id, ctx.viewer.building_id)
      return { url: await linkTo(ctx, document) }
    }),
})
