import { z } from 'zod'
import { ACCESS_MESSAGES, ChangeNotes, LookAtNotes, requireLook } from '../../../domain/access/notes.ts'
import { cityTime } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import { record } from '../../db/record.ts'
import { openTo, router } from '../../rpc/procedure.ts'
import { findVisit } from '../visits/db.ts'
import { pageNumber } from '../visits/page.ts'
import { countLooks, look, looksAt, readNotes, removeNotes, saveNotes } from './db.ts'

/** Looks on a page: so few stand beside the notes. */
const LOOKS = 10

/** How to get into a building, and who of its vendors was told. Product 1.4 */
export const accessRouter = router({
  /** The notes of the resident's building, with who wrote them; null without any. */
  notes: openTo('resident').query(async ({ ctx: { tx, viewer } }) => {
    const notes = await readNotes(tx, viewer.building_id)
    return notes ?? null
  }),

  change: openTo({ resident: 'manage_building' })
    .input(ChangeNotes)
    .mutation(async ({ ctx: { tx, viewer, now }, input: { notes } }) => {
      const { id: actor, building_id } = viewer
      const isChanged =
        notes === null
          ? await removeNotes(tx, building_id)
          : await saveNotes(tx, { building_id, notes, changed_by: actor, changed_at: now() })
      if (!isChanged) return
      const data = { removed: notes === null }
      await record(tx, { kind: 'access_notes_changed', actor, building_id, subject: building_id, data })
    }),

  /** Who was shown them, the last one first. */
  looks: openTo({ resident: 'manage_building' })
    .input(z.strictObject({ page: pageNumber }))
    .query(async ({ ctx: { tx, viewer }, input: { page } }) => {
      const { building_id } = viewer
      const [total, looks] = await Promise.all([
        countLooks(tx, building_id),
        looksAt(tx, { building_id, limit: LOOKS, offset: (page - 1) * LOOKS }),
      ])
      return { total, page_size: LOOKS, looks }
    }),

  /** The notes of a visit's building, for its vendor around the visit alone. Each look is recorded with it. Product 1.4 */
  look: openTo('vendor', 'crew')
    .input(LookAtNotes)
    .mutation(async ({ ctx: { tx, viewer, now, config }, input: { id } }) => {
      const at = now()
      requireLook(viewer, await findVisit(tx, id), cityTime(at, config.timeZone))
      const notes = await look(tx, { visit: id, at, timeZone: config.timeZone })
      if (!notes) throw new DomainError('conflict', ACCESS_MESSAGES.none)
      return notes
    }),
})
