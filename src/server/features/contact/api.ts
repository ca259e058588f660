import { ContactMessage } from '../../../domain/contact/message.ts'
import { asViewer } from '../../db/as-viewer.ts'
import { record } from '../../db/record.ts'
import { openToAll, router } from '../../rpc/procedure.ts'

// [7.contact.1] [V1.2.4]
export const contactRouter = router({
  send: openToAll()
    .input(ContactMessage)
    .mutation(async ({ ctx, input }) => {
      await ctx.limits.countMessage(ctx.address)
      const viewer = ctx.session?.viewer ?? null
      return asViewer(ctx.db, viewer, async (tx) => {
        await tx.insertInto('contact_messages').values(input).execute()
        await record(tx, { kind: 'contact_message_sent', actor: viewer?.id ?? null })
      })
    }),
})
