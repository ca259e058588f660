import { z } from 'zod'
import { DocumentName, renamedDocument } from '../../../domain/documents/document-name.ts'
import { id } from '../../../domain/text.ts'
import { record } from '../../db/record.ts'
import { openTo, router } from '../../rpc/procedure.ts'
import { linkTo } from '../../storage/file-link.ts'
import { readUsedSpace } from '../../storage/quota.ts'
import { documentAttachment } from './attachment.ts'
import { getDocument, listDocuments, setFileName } from './db.ts'

const Document = z.strictObject({ id })
const RenameDocument = z.strictObject({ id, file_name: DocumentName })

/** Captains add documents through the upload route. */
export const documentsRouter = router({
  // [6.tenant.1]
  list: openTo('resident').query(({ ctx }) => listDocuments(ctx.tx, { buildingId: ctx.viewer.building_id })),

  /** How much of the building's quota is used, in bytes. */
  space: openTo({ resident: 'manage_documents' }).query(async ({ ctx }) => {
    const [row] = await readUsedSpace(ctx.tx, { buildingId: ctx.viewer.building_id })
    return { used: row?.used_bytes ?? 0, quota: ctx.config.buildingQuota }
  }),

  rename: openTo({ resident: 'manage_documents' })
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

  /** A link that works for 60 seconds, for this file only. [7.storage.2] */
  link: openTo(...documentAttachment.seenBy.audiences)
    .input(Document)
    .mutation(async ({ ctx, input }) => {
      const { file_path, file_name } = await getDocument(ctx.tx, input.id, ctx.viewer.building_id)
      const file = { kind: documentAttachment.name, key: file_path, name: file_name }
      return { url: await linkTo(ctx, ctx.tx, file) }
    }),
})
