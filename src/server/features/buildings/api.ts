import { MAX_SUGGESTIONS, SuggestAddresses } from '../../../domain/buildings/address.ts'
import { UpdateBuilding } from '../../../domain/buildings/description.ts'
import { occupiedUnits } from '../../../domain/buildings/units.ts'
import { asSystem } from '../../db/as-viewer.ts'
import { record } from '../../db/record.ts'
import { openTo, openToAll, router } from '../../rpc/procedure.ts'
import { countProfiles, getBuilding, saveDescription, suggestAddresses } from './db.ts'

export const buildingsRouter = router({
  /** The Building Description of Building Management. */
  mine: openTo('resident').query(async ({ ctx: { tx, viewer } }) => {
    const [building, profiles] = await Promise.all([
      getBuilding(tx, viewer.building_id),
      countProfiles(tx, viewer.building_id),
    ])
    return { ...building, occupied_units: occupiedUnits(profiles, building.number_of_units) }
  }),

  /** 'Edit Building'. */
  update: openTo({ resident: 'manage_building' })
    .input(UpdateBuilding)
    .mutation(async ({ ctx: { tx, viewer }, input }) => {
      const { id: actor, building_id } = viewer
      await saveDescription(tx, building_id, input)
      await record(tx, { kind: 'building_updated', actor, building_id, subject: building_id })
    }),

  /** Address suggestions for step 2 of sign-up without a maps service. Only addresses. */
  suggest: openToAll()
    .input(SuggestAddresses)
    .query(({ ctx, input }) =>
      asSystem(ctx.db, (tx) => suggestAddresses(tx, input.address, MAX_SUGGESTIONS)),
    ),
})
