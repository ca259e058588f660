import { DomainError } from '../../../domain/errors.ts'
import { confirmPapers, enterPapers } from '../../../domain/votes/paper.ts'
import { requireOpenVote } from '../../../domain/votes/vote.ts'
import { EnterPapers, PaperSheet } from '../../../domain/votes/vote-input.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { openTo } from '../../rpc/procedure.ts'
import { addSheet, confirmSheet, paperSheets, paperUnits, removeSheet } from './papers.db.ts'
import { choosableOf, readVote } from './vote.db.ts'

/** Paper ballots: entered by one officer, and counted once another has confirmed them. Product 4.4 */
export const papersOfVote = {
  /** One sheet of them. Sent again, it is there once. */
  enterPapers: openTo({ resident: 'manage_votes' })
    .input(EnterPapers)
    .mutation(async ({ ctx: { tx, viewer, now }, input: { id, sheet_id, unit_ids, choices } }) => {
      const vote = await readVote(tx, id)
      const known = await tx
        .selectFrom('paper_sheets')
        .where('id', '=', sheet_id)
        .select('vote_id')
        .executeTakeFirst()
      if (known?.vote_id === id) return
      const units = await paperUnits(tx, id, unit_ids)
      if (known || units.length < unit_ids.length) throw new DomainError('not_found')
      const { building_id, question, is_secret } = vote
      const checked = enterPapers({ ...vote, ...choosableOf(vote) }, units, choices, now())
      const sheet = { id: sheet_id, vote_id: id, building_id, entered_by: viewer.id, entered_at: now() }
      // Somebody else's, which the viewer doesn't see.
      if (!(await addSheet(tx, sheet, { unit_ids, choices: checked, is_secret })))
        throw new DomainError('not_found')
      const data = { question, units: units.length }
      await record(tx, { kind: 'papers_entered', actor: viewer.id, building_id, subject: id, data })
    }),

  confirmPapers: openTo({ resident: 'manage_votes' })
    .input(PaperSheet)
    .mutation(async ({ ctx: { tx, viewer, now }, input: { id, sheet_id } }) => {
      const vote = await readVote(tx, id)
      const sheet = await sheetOf(tx, id, sheet_id)
      confirmPapers({ ...vote, ...choosableOf(vote) }, sheet, sheet.units, viewer.id, now())
      if (!(await confirmSheet(tx, sheet_id, { confirmed_by: viewer.id, confirmed_at: now() })))
        throw new DomainError('conflict', 'these ballots were confirmed or discarded meanwhile')
      const { building_id, question } = vote
      const data = { question, units: sheet.units.length }
      await record(tx, { kind: 'papers_confirmed', actor: viewer.id, building_id, subject: id, data })
    }),

  /** What was entered wrongly, before it is confirmed. */
  discardPapers: openTo({ resident: 'manage_votes' })
    .input(PaperSheet)
    .mutation(async ({ ctx: { tx, viewer, now }, input: { id, sheet_id } }) => {
      const vote = await readVote(tx, id)
      const sheet = await sheetOf(tx, id, sheet_id)
      requireOpenVote(vote, now())
      if (!(await removeSheet(tx, sheet_id)))
        throw new DomainError('conflict', 'these ballots were confirmed already')
      const { building_id, question } = vote
      const data = { question, units: sheet.units.length }
      await record(tx, { kind: 'papers_discarded', actor: viewer.id, building_id, subject: id, data })
    }),
}

async function sheetOf(tx: Tx, vote_id: string, sheet_id: string) {
  const sheet = (await paperSheets(tx, vote_id)).find(({ id }) => id === sheet_id)
  if (!sheet) throw new DomainError('not_found')
  return sheet
}
