import { isEmailChange, UpdateProfile } from '../../../domain/profiles/profile.ts'
import { openTo, router } from '../../rpc/procedure.ts'
import { requestEmailChange } from '../../session/account-links.ts'
import { lockProfile, readProfile, saveProfile } from './db.ts'

export const profilesRouter = router({
  // [7.profiles.1]
  get: openTo('resident', 'unassigned', 'vendor', 'crew').query(({ ctx }) =>
    readProfile(ctx.tx, ctx.viewer.id),
  ),

  update: openTo('resident', 'unassigned', 'vendor', 'crew')
    .input(UpdateProfile)
    .mutation(async ({ ctx, input }) => {
      const { tx, viewer, limits, address } = ctx
      const { email, ...person } = input
      const email_requested = isEmailChange(await lockProfile(tx, viewer.id), email)
      if (email_requested) {
        await limits.countLink(viewer.id, address)
        await limits.countMailbox(email)
      }
      await saveProfile(tx, viewer, person)
      if (email_requested) await requestEmailChange(tx, viewer.id, email)
      return { email_requested }
    }),
})
