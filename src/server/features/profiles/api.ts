import { UpdateProfile } from '../../../domain/profiles/profile.ts'
import { openTo, router } from '../../rpc/procedure.ts'
import { readProfile, saveProfile } from './db.ts'

export const profilesRouter = router({
  // [7.profiles.1]
  get: openTo('resident', 'unassigned').query(({ ctx }) => readProfile(ctx.tx, ctx.viewer.id)),

  update: openTo('resident', 'unassigned')
    .input(UpdateProfile)
    .mutation(async ({ ctx, input }) => {
      const saved = await saveProfile(ctx.tx, ctx.viewer, input)
      if (saved.email_requested) await ctx.limits.countLink(ctx.viewer.id, ctx.address)
      return saved
    }),
})
