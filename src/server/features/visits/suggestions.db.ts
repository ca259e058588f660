import type { suggest } from '../../../domain/visits/suggestion.ts'
import type { Tx } from '../../db/pool.ts'
import { lockVisit } from './db.ts'

/** A visit under a lock, and the time that is suggested for it, if one is open. */
export async function lockSuggestion(tx: Tx, visitId: string) {
  const visit = await lockVisit(tx, visitId)
  // After the lock: a join of the same statement would read the suggestion as it was before.
  const suggestion = await tx
    .selectFrom('visit_suggestions')
    .where('appointment_id', '=', visitId)
    .where('answer', 'is', null)
    .where('from_date', '=', visit.scheduled_date)
    .where('from_time', '=', visit.scheduled_time)
    .select(['suggested_by', 'suggested_date', 'suggested_time', 'reason'])
    .executeTakeFirst()
  return { visit, suggestion }
}

type LockedSuggestion = Awaited<ReturnType<typeof lockSuggestion>>
type BySide = ReturnType<typeof suggest> & { person: string }

/** Saves a suggestion in place of an earlier one. */
export async function saveSuggestion(
  tx: Tx,
  { id: appointment_id, building_id, vendor_id }: LockedSuggestion['visit'],
  suggestion: BySide,
): Promise<void> {
  const open = { ...suggestion, answer: null, answered_by: null }
  await tx
    .insertInto('visit_suggestions')
    .values({ appointment_id, building_id, vendor_id, ...open })
    .onConflict((conflict) => conflict.column('appointment_id').doUpdateSet(open))
    .execute()
}

type TimeAnswer = { answer: 'accepted' | 'declined' | 'withdrawn'; answered_by: string }

export async function answerSuggestion(tx: Tx, visitId: string, answer: TimeAnswer): Promise<void> {
  await tx.updateTable('visit_suggestions').set(answer).where('appointment_id', '=', visitId).execute()
}
