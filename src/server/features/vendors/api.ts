import { z } from 'zod'
import { today } from '../../../domain/calendar.ts'
import { id } from '../../../domain/text.ts'
import { isSameOffer, UpdateVendor } from '../../../domain/vendors/vendor.ts'
import { SaveAbout } from '../../../domain/vendors/vendor-profile.ts'
import { asViewer } from '../../db/as-viewer.ts'
import { record } from '../../db/record.ts'
import { openBareTo, openTo, router } from '../../rpc/procedure.ts'
import { requestEmailChange } from '../../session/account-links.ts'
import { proveIfGiven } from '../factors/proof.ts'
import { saveProfile } from '../profiles/db.ts'
import { wantsNewEmail } from '../profiles/new-email.ts'
import { askNewVendor, giveUpRequests } from '../quotes/requests.db.ts'
import {
  dashboardFigures,
  endOffers,
  lockVendor,
  offeredTypes,
  offerServices,
  readVendor,
  saveCompany,
  vendorsOffering,
} from './db.ts'
import { readOwnProfile, readVendorProfile, saveAbout } from './vendor-profile.db.ts'

export const vendorsRouter = router({
  offering: openTo('resident')
    .input(z.strictObject({ service_type_id: id }))
    .query(({ ctx, input }) => vendorsOffering(ctx.tx, input.service_type_id)),

  dashboard: openTo('vendor').query(({ ctx }) =>
    dashboardFigures(ctx.tx, ctx.viewer.vendor_id, today(ctx.now(), ctx.config.timeZone)),
  ),

  get: openTo('vendor').query(({ ctx }) => readVendor(ctx.tx, ctx.viewer)),

  /** What the company says of itself, its photos and its scorecard, as its settings show them. Product 2.7 */
  own: openTo('vendor').query(({ ctx }) => readOwnProfile(ctx.tx, ctx.viewer.vendor_id)),

  /** A vendor as a building sees it that asked it. Product 2.7 */
  profile: openTo('resident', 'vendor', 'admin')
    .input(z.strictObject({ id }))
    .query(({ ctx, input }) => readVendorProfile(ctx.tx, input.id, today(ctx.now(), ctx.config.timeZone))),

  saveAbout: openTo({ vendor: 'manage_company' })
    .input(SaveAbout)
    .mutation(async ({ ctx: { tx, viewer }, input }) => {
      const { id: actor, vendor_id } = viewer
      await saveAbout(tx, vendor_id, input)
      await record(tx, { kind: 'vendor_profile_changed', actor, vendor_id, subject: vendor_id })
    }),

  /**
   * Saves the whole form of an owner's Vendor Settings. For newly offered types the vendor is asked in all open requests; of types
   * no longer offered it loses the requests it has not answered.
   * [4.quote.3] [4.quote.4] [4.settings.1] [4.settings.3]
   */
  update: openBareTo({ vendor: 'manage_company' })
    .input(UpdateVendor)
    .mutation(async ({ ctx, input: { current_password, code, ...input } }) => {
      const { viewer } = ctx
      const { id: actor, vendor_id } = viewer
      const { company_name, address, city, state, zip_code, service_type_ids, email, ...person } = input
      const proven = await proveIfGiven(ctx, { current_password, code })
      return asViewer(ctx.db, viewer, async (tx) => {
        await lockVendor(tx, vendor_id)
        const offered = await offeredTypes(tx, vendor_id)
        const email_requested = await wantsNewEmail(tx, ctx, email, proven)
        const keepsOffer = isSameOffer(offered, service_type_ids)
        await saveProfile(tx, viewer, person)
        if (email_requested) await requestEmailChange(tx, actor, email)
        await saveCompany(tx, vendor_id, { company_name, address, city, state, zip_code })
        if (!keepsOffer) {
          await endOffers(tx, vendor_id)
          await offerServices(tx, vendor_id, service_type_ids)
          const event = { actor, vendor_id, subject: vendor_id }
          await record(tx, { ...event, kind: 'vendor_services_changed' })
          await giveUpRequests(tx, viewer)
          await askNewVendor(tx, viewer)
        }
        return { email_requested }
      })
    }),
})
