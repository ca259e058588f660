import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { DomainError } from '../../../domain/errors.ts'
import { CancelVisit, cancel, MoveVisit, move, type Side } from '../../../domain/visits/change.ts'
import { VISIT_MESSAGES, visitTime } from '../../../domain/visits/messages.ts'
import { trpc } from '../../api.ts'
import { cityNow, cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { useSession } from '../../session/session.ts'
import { notify } from '../../ui/notify.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import type { Visit } from './visit.ts'

export type Change = 'move' | 'cancel'
type Values = { scheduled_date: string; scheduled_time: string; reason: string }
type Refusal = { field: keyof Values; words: string }

/** Validates and sends the changes of a visit's dialog. */
export function useVisitChange(visit: Visit, action: Change, onDone: () => void) {
  const moving = useMutation(trpc.visits.move.mutationOptions())
  const cancelling = useMutation(trpc.visits.cancel.mutationOptions())
  const { busy, run } = useSingleFlight()
  const side: Side = useSession()?.kind === 'vendor' ? 'vendor' : 'captain'
  const otherSide = side === 'vendor' ? 'The HOA representative' : visit.company_name
  const { id, scheduled_date: shown_date, scheduled_time: shown_time } = visit
  const shown = { id, shown_date, shown_time }

  const send = (values: Values) =>
    run(async () => {
      try {
        if (action === 'move') {
          await moving.mutateAsync({ ...shown, ...values })
          notify.success(VISIT_MESSAGES.moved(visitTime(values, cityToday()), otherSide))
        } else {
          await cancelling.mutateAsync({ ...shown, reason: values.reason })
          notify.success(VISIT_MESSAGES.cancelled(otherSide))
        }
        onDone()
      } catch (error) {
        const failed = action === 'move' ? VISIT_MESSAGES.moveFailed : VISIT_MESSAGES.cancelFailed
        notify.error(failed(reasonOf(error)))
      }
      await refreshAfter(action === 'move' ? 'visit_moved' : 'visit_cancelled')
    })

  /** The message beside the failing field, by the rules that the server asks, too. */
  function refusal(values: Values): Refusal | null {
    const { reason } = values
    const change = { by: side, shown: visit, reason, now: cityNow() }
    if (action === 'cancel') {
      return refusedBy(CancelVisit, { ...shown, reason }, () => cancel(visit, change))
    }
    return refusedBy(MoveVisit, { ...shown, ...values }, (to) => move(visit, to, change))
  }

  return { busy, send, refusal, otherSide }
}

function refusedBy<T>(schema: z.ZodType<T>, sent: unknown, rule: (input: T) => unknown): Refusal | null {
  const parsed = schema.safeParse(sent)
  const issue = parsed.error?.issues[0]
  if (!parsed.success) return { field: fieldOf(issue?.path[0]), words: issue?.message ?? '' }
  try {
    rule(parsed.data)
    return null
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { field: fieldOf(error.field), words: sentence(error.message) }
  }
}

function fieldOf(name: unknown): keyof Values {
  return name === 'scheduled_date' || name === 'scheduled_time' ? name : 'reason'
}

/** A reason follows a colon; under its field it starts a sentence. */
function sentence(reason: string): string {
  return reason.charAt(0).toUpperCase() + reason.slice(1)
}
