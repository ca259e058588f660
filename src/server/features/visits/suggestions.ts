import type { z } from 'zod'
import { cityTime } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { ResidentViewer, VendorViewer } from '../../../domain/viewer.ts'
import { MoveVisit, sideOf } from '../../../domain/visits/change.ts'
import { requireServed } from '../../../domain/visits/stop.ts'
import { AnswerTime, acceptTime, requireOpenTime, suggest } from '../../../domain/visits/suggestion.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import type { Context } from '../../rpc/context.ts'
import { openTo } from '../../rpc/procedure.ts'
import { saveVisit } from './db.ts'
import { stopsOfVisit } from './stop.db.ts'
import { answerSuggestion, lockSuggestion, saveSuggestion } from './suggestions.db.ts'
import { visitEvent } from './visit-event.ts'

const shownTime = ({ suggested_date, suggested_time }: z.output<typeof AnswerTime>) => ({
  scheduled_date: suggested_date,
  scheduled_time: suggested_time,
})

/** The procedures of 'Suggest another time'. Product 1.3 */
export const suggestions = {
  suggestTime: openTo({ resident: 'manage_visits' }, 'vendor')
    .input(MoveVisit)
    .mutation(async ({ ctx: { tx, viewer, now, config }, input }) => {
      const { visit } = await lockSuggestion(tx, input.id)
      const by = sideOf(viewer, visit)
      if (by === null) throw new DomainError('not_allowed')
      const shown = { scheduled_date: input.shown_date, scheduled_time: input.shown_time }
      const change = { by, shown, reason: input.reason, now: cityTime(now(), config.timeZone) }
      const suggestion = suggest(visit, input, change)
      requireServed(input, await stopsOfVisit(tx, visit.id))
      await saveSuggestion(tx, visit, { ...suggestion, person: viewer.id })
      const { data, ...event } = visitEvent(viewer, visit)
      const { suggested_by, suggested_date, suggested_time, reason } = suggestion
      const suggested = { suggested_by, suggested_date, suggested_time, reason }
      await record(tx, { ...event, kind: 'time_suggested', data: { ...data, ...suggested } })
    }),

  /** Moves the visit to the suggested time. */
  acceptTime: openTo({ resident: 'manage_visits' }, 'vendor')
    .input(AnswerTime)
    .mutation(async ({ ctx: { tx, viewer, now, config }, input }) => {
      const { visit, suggestion } = await lockSuggestion(tx, input.id)
      const answer = { shown: shownTime(input), now: cityTime(now(), config.timeZone) }
      const { confirmed_date, confirmed_time, ...moved } = acceptTime(viewer, visit, suggestion, answer)
      requireServed(moved, await stopsOfVisit(tx, visit.id))
      await answerSuggestion(tx, visit.id, { answer: 'accepted', answered_by: viewer.id })
      const assigned = await saveVisit(tx, visit.id, { ...moved, confirmed_date, confirmed_time })
      const { data, ...event } = visitEvent(viewer, visit)
      await record(tx, { ...event, kind: 'time_accepted', data: { ...data, ...moved, assigned } })
    }),

  declineTime: openTo({ resident: 'manage_visits' }, 'vendor')
    .input(AnswerTime)
    .mutation(({ ctx, input }) =>
      endSuggestion(ctx, input, { of: 'other', answer: 'declined', kind: 'time_declined' }),
    ),

  /** Takes back what one's own side suggested. */
  withdrawTime: openTo({ resident: 'manage_visits' }, 'vendor')
    .input(AnswerTime)
    .mutation(({ ctx, input }) =>
      endSuggestion(ctx, input, { of: 'own', answer: 'withdrawn', kind: 'time_withdrawn' }),
    ),
}

type AnsweringCaller = Context & { tx: Tx; viewer: ResidentViewer | VendorViewer }
type End =
  | { of: 'other'; answer: 'declined'; kind: 'time_declined' }
  | { of: 'own'; answer: 'withdrawn'; kind: 'time_withdrawn' }

/** Ends a suggestion; the visit stays. */
async function endSuggestion(
  { tx, viewer }: AnsweringCaller,
  input: z.output<typeof AnswerTime>,
  { of, answer, kind }: End,
): Promise<void> {
  const { visit, suggestion } = await lockSuggestion(tx, input.id)
  const { by } = requireOpenTime(viewer, visit, suggestion, { shown: shownTime(input), of })
  await answerSuggestion(tx, visit.id, { answer, answered_by: viewer.id })
  const { data, ...event } = visitEvent(viewer, visit)
  const { suggested_date, suggested_time } = input
  await record(tx, { ...event, kind, data: { ...data, suggested_by: by, suggested_date, suggested_time } })
}
