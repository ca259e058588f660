import { z } from 'zod'
import { DomainError } from '../../../domain/errors.ts'
import { SaveUnits, SetTies, setTies } from '../../../domain/members/unit.ts'
import { SearchedList } from '../../../domain/searched-list.ts'
import { id } from '../../../domain/text.ts'
import { record } from '../../db/record.ts'
import { openTo } from '../../rpc/procedure.ts'
import { lockMember } from './db.ts'
import {
  countPeople,
  listUnits,
  removeUnit,
  saveTies,
  saveUnits,
  tiesOf,
  unitKeys,
  withoutUnit,
} from './units.db.ts'

const PAGE_SIZE = 50

/** The procedures of a building's units, and of who holds them. Product 4.1 */
export const units = {
  /** People by unit, in the order that people count; first those without a unit, on the first page. */
  units: openTo({ resident: 'manage_members' })
    .input(SearchedList)
    .query(async ({ ctx: { tx, viewer }, input: { page, search } }) => {
      const range = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
      const [counts, listed, others] = await Promise.all([
        countPeople(tx, viewer.building_id, search),
        listUnits(tx, viewer.building_id, search, range),
        page === 1 ? withoutUnit(tx, viewer.building_id, search, PAGE_SIZE) : [],
      ])
      return { ...counts, page_size: PAGE_SIZE, units: listed, without: others }
    }),

  /** Adds units, and changes the shares of known ones. */
  saveUnits: openTo({ resident: 'manage_members' })
    .input(SaveUnits)
    .mutation(async ({ ctx: { tx, viewer }, input }) => {
      const { id: actor, building_id } = viewer
      const saved = await saveUnits(tx, building_id, input.units)
      if (saved.added + saved.changed > 0)
        await record(tx, { kind: 'units_changed', actor, building_id, data: { ...saved, removed: 0 } })
      return saved
    }),

  /** Removes a unit that nobody holds. */
  removeUnit: openTo({ resident: 'manage_members' })
    .input(z.strictObject({ id }))
    .mutation(async ({ ctx: { tx, viewer }, input }) => {
      const { id: actor, building_id } = viewer
      if (!(await removeUnit(tx, building_id, input.id))) throw new DomainError('not_found')
      const data = { added: 0, changed: 0, removed: 1 }
      await record(tx, { kind: 'units_changed', actor, building_id, data })
    }),

  /** What a person owns or rents. Units that the building does not know yet are added. */
  setTies: openTo({ resident: 'manage_members' })
    .input(SetTies)
    .mutation(async ({ ctx: { tx, viewer }, input: { id: subject, holds } }) => {
      const { id: actor, building_id } = viewer
      const member = await lockMember(tx, subject, building_id)
      const keys = await unitKeys(
        tx,
        holds.map(({ unit }) => unit),
      )
      const wanted = holds.map(({ tie }, at) => ({ key: keys[at] ?? '', tie }))
      const changed = setTies(member, await tiesOf(tx, subject), wanted)
      if (!changed) return
      await saveTies(tx, { building_id, subject, holds }, changed)
      await record(tx, { kind: 'ties_changed', actor, building_id, subject, data: { holds } })
    }),
}
