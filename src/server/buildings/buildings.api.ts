import { MAX_SUGGESTIONS, SuggestAddresses } from '../../domain/buildings/address.ts'
import { occupiedUnits } from '../../domain/buildings/units.ts'
import { openTo, openToAll, router } from '../api.ts'
import { asSystem } from '../database/as-viewer.ts'
import { countProfiles, getBuilding, suggestAddresses } from './buildings.db.ts'

export const buildingsRouter = router({
  /** The Building Description of Building Management (section 2, screen 7). */
  mine: openTo('resident').query(async ({ ctx: { tx, viewer } }) => {
    const building = await getBuilding(tx, viewer.building_id)
    return { ...building, occupied_units: occupiedUnits(await countProfiles(tx, viewer.building_id)) }
  }),

  /** What step 2 of a resident's sign-up suggests while no maps service does (screen 5): addresses, and nothing else. */
  suggest: openToAll()
    .input(SuggestAddresses)
    .query(({ ctx, input }) =>
      asSystem(ctx.db, (tx) => suggestAddresses(tx, input.address, MAX_SUGGESTIONS)),
    ),
})
