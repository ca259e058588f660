import { MAX_SUGGESTIONS, SuggestAddresses } from '../../domain/buildings/address.ts'
import { occupiedUnits } from '../../domain/buildings/units.ts'
import { openTo, openToAll, router } from '../api.ts'
import { asSystem } from '../database/as-viewer.ts'
import type { Tx } from '../database/pool.ts'
import { countProfiles, getBuilding, suggestAddresses } from './buildings.db.ts'

export const buildingsRouter = router({
  /** The Building Description of Building Management (section 2, screen 7). */
  mine: openTo('resident').query(async ({ ctx: { tx, viewer } }) => {
    const [building, profiles] = await Promise.all([
      getBuilding(tx, viewer.building_id),
      countProfiles(tx, viewer.building_id),
    ])
    return { ...building, occupied_units: occupiedUnits(profiles) }
  }),

  /** What step 2 of a resident's sign-up suggests while no maps service does (screen 5): addresses, and nothing else. */
  suggest: openToAll()
    .input(SuggestAddresses)
    .query(({ ctx, input }) => {
      const look = (tx: Tx) => suggestAddresses(tx, input.address, MAX_SUGGESTIONS)
      return ctx.reading ? ctx.reading.asSystem(look) : asSystem(ctx.db, look)
    }),
})
