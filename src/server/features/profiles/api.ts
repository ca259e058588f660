import { UpdateProfile } from '../../../domain/profiles/profile.ts'
import { asViewer } from '../../db/as-viewer.ts'
import { openBareTo, openTo, router } from '../../rpc/procedure.ts'
import { requestEmailChange } from '../../session/account-links.ts'
import { proveIfGiven } from '../factors/proof.ts'
import { readProfile, saveProfile } from './db.ts'
import { wantsNewEmail } from './new-email.ts'

export const profilesRouter = router({
  // [7.profiles.1]
  get: openTo('resident', 'unassigned', 'vendor', 'crew').query(({ ctx }) =>
    readProfile(ctx.tx, ctx.viewer.id),
  ),

  update: openBareTo('resident', 'unassigned', 'vendor', 'crew')
    .input(UpdateProfile)
    .mutation(async ({ ctx, input }) => {
      const { viewer } = ctx
      const { email, current_password, code, ...person } = input
      const proven = await proveIfGiven(ctx, { current_password, code })
      return asViewer(ctx.db, viewer, async (tx) => {
        const email_requested = await wantsNewEmail(tx, ctx, email, proven)
        await saveProfile(tx, viewer, person)
        if (email_requested) await requestEmailChange(tx, viewer.id, email)
        return { email_requested }
      })
    }),
})
