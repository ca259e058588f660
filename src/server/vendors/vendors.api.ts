import { z } from 'zod'
import { today } from '../../domain/calendar.ts'
import { id } from '../../domain/text.ts'
import { VendorSettings } from '../../domain/vendors/settings.ts'
import { openTo, router } from '../api.ts'
import { readSettings, saveSettings } from './settings.db.ts'
import { dashboardFigures, vendorsOffering } from './vendors.db.ts'

export const vendorsRouter = router({
  offering: openTo('resident')
    .input(z.strictObject({ service_type_id: id }))
    .query(({ ctx, input }) => vendorsOffering(ctx.tx, input.service_type_id)),

  dashboard: openTo('vendor').query(({ ctx }) =>
    dashboardFigures(ctx.tx, ctx.viewer.id, today(ctx.now(), ctx.config.timeZone)),
  ),

  settings: openTo('vendor').query(({ ctx }) => readSettings(ctx.tx, ctx.viewer.id)),

  saveSettings: openTo('vendor')
    .input(VendorSettings)
    .mutation(async ({ ctx, input }) => {
      const saved = await saveSettings(ctx.tx, ctx.viewer, input)
      if (saved.email_requested) await ctx.limits.countLink(ctx.viewer.id, ctx.address)
      return saved
    }),
})
