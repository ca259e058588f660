import { SetOffices, SetPowers, setOffices, setPowers } from '../../../domain/members/office.ts'
import { record } from '../../db/record.ts'
import { openTo } from '../../rpc/procedure.ts'
import { lockMember } from './db.ts'
import { lockPowers, officersOf, readPowers, saveOffices, savePowers } from './offices.db.ts'

/** The procedures of offices and of what they may do. Product 4.2 */
export const offices = {
  /** Who holds an office, and the powers of each. */
  offices: openTo('resident').query(async ({ ctx: { tx, viewer } }) => {
    const [officers, powers] = await Promise.all([
      officersOf(tx, viewer.building_id),
      readPowers(tx, viewer.building_id),
    ])
    return { officers, powers }
  }),

  setOffices: openTo({ resident: 'manage_offices' })
    .input(SetOffices)
    .mutation(async ({ ctx: { tx, viewer }, input: { id, offices } }) => {
      const { building_id } = viewer
      const changed = setOffices(await lockMember(tx, id, building_id), offices)
      if (!changed) return
      await saveOffices(tx, { id, building_id }, changed)
      await record(tx, { kind: 'offices_changed', actor: viewer.id, building_id, subject: id, data: changed })
    }),

  /** What an office, or every resident, may do. It holds from each one's next call on. */
  setPowers: openTo({ resident: 'manage_offices' })
    .input(SetPowers)
    .mutation(async ({ ctx: { tx, viewer }, input }) => {
      const { id: actor, building_id } = viewer
      const { holder } = input
      const powers = setPowers(input, await lockPowers(tx, building_id))
      if (!powers) return
      await savePowers(tx, { building_id, holder, powers, changed_by: actor })
      await record(tx, { kind: 'powers_changed', actor, building_id, data: { holder, powers } })
    }),
}
