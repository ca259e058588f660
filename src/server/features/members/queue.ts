import { z } from 'zod'
import { DomainError } from '../../../domain/errors.ts'
import { id, wholeNumber } from '../../../domain/text.ts'
import { openTo } from '../../rpc/procedure.ts'
import { countQueue, listQueue, readRemoval } from './queue.db.ts'

const PAGE_SIZE = 50

/** Who waits or is invited, and what a removal does. Product 4.1 */
export const queueOfMembers = {
  /** Who waits for approval, oldest first, then who is invited. */
  queue: openTo({ resident: 'manage_members' })
    .input(z.strictObject({ page: wholeNumber('Page', 1, 100_000) }).prefault({ page: 1 }))
    .query(async ({ ctx: { tx, viewer }, input: { page } }) => {
      const [counts, people] = await Promise.all([
        countQueue(tx, viewer.building_id),
        listQueue(tx, viewer.building_id, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
      ])
      return { ...counts, page_size: PAGE_SIZE, people }
    }),

  /** What ends when this person is removed, for the dialog that asks. */
  removal: openTo({ resident: 'manage_members' })
    .input(z.strictObject({ id }))
    .query(async ({ ctx: { tx, viewer }, input }) => {
      const removal = await readRemoval(tx, viewer.building_id, input.id)
      if (!removal) throw new DomainError('not_found')
      return removal
    }),
}
