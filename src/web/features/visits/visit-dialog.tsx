import { Button, Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import type { FormEvent } from 'react'
import type { z } from 'zod'
import { type CalendarDate, isCalendarDate } from '../../../domain/calendar.ts'
import { DomainError, nullIfRejected } from '../../../domain/errors.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { closedText } from '../../../domain/visits/availability.ts'
import { CancelVisit, cancel, MoveVisit, move, type Side, sideOf } from '../../../domain/visits/change.ts'
import { VISIT_MESSAGES } from '../../../domain/visits/messages.ts'
import {
  CancelSeries,
  cancelSeries,
  isMovedAlone,
  MoveSeries,
  moveSeries,
  type Scope,
  visitsOfChange,
} from '../../../domain/visits/series.ts'
import { suggest } from '../../../domain/visits/suggestion.ts'
import { visitTime } from '../../../domain/visits/visit-time.ts'
import { trpc } from '../../api.ts'
import { cityNow, cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { CountedTextarea } from '../../forms/counted-textarea.tsx'
import { pairInputProps } from '../../forms/form-errors.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { refreshAfter } from '../../refresh.ts'
import { useViewer } from '../../session/session.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import { type ShownVisit, VISIT_ACTIONS } from './visit.ts'
import classes from './visit-dialog.module.css'
import { WhichVisitsChoice } from './which-visits.tsx'

type Props = {
  visit: ShownVisit
  action: VisitChange
  /** The day to which the visit was dragged: a proposal, until it is sent. */
  day?: CalendarDate | undefined
  opened: boolean
  onClose: () => void
}

/** Moves or cancels a visit, or suggests another time, with a reason for the other side. [4.visit.8] [4.visit.9] Product 1.3 */
export function VisitDialog(props: Props) {
  const side = sideOf(useViewer(), props.visit)
  return side && <ChangeDialog {...props} side={side} />
}

function ChangeDialog({ visit, action, day, opened, onClose, side }: Props & { side: Side }) {
  const change = useVisitChange(visit, action, side, onClose)
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      dismissible={!change.busy}
      size="md"
      title={VISIT_ACTIONS[action]}
      lead={`${visit.name} · ${visitTime(visit, cityToday())}`}
    >
      <ChangeForm visit={visit} action={action} day={day} change={change} onClose={onClose} />
    </FormDialog>
  )
}

type ChangeFormProps = Omit<Props, 'opened'> & { change: ReturnType<typeof useVisitChange> }

function ChangeForm({ visit, action, day, change, onClose }: ChangeFormProps) {
  const { scheduled_date, scheduled_time } = visit
  const form = useForm<Values>({
    initialValues: {
      scheduled_date: day ?? scheduled_date,
      scheduled_time: scheduled_time.slice(0, 5),
      reason: '',
      scope: 'this',
      realign: false,
    },
  })
  const { scope } = form.values
  const closed = change.closedAt(form.values)
  const changed = change.visitsOf(scope)
  useDraft(`${action} ${visit.id}${day ? ` ${day}` : ''}`, form)

  function submit(event: FormEvent): void {
    event.preventDefault()
    const refused = change.refusal(form.values)
    form.setErrors(refused ? { [refused.field]: refused.message } : {})
    if (refused) form.getInputNode(refused.field)?.focus()
    else void change.send(form.values)
  }

  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      {action !== 'cancel' && (
        <div className={classes.when}>
          <TextInput
            type="date"
            label="Date"
            required
            min={cityToday()}
            data-autofocus
            {...pairInputProps(form, 'scheduled_date', 'scheduled_time')}
          />
          <TextInput
            type="time"
            label="Time"
            required
            {...pairInputProps(form, 'scheduled_time', 'scheduled_date')}
          />
        </div>
      )}
      {action !== 'cancel' && closed && (
        <p className={classes.closed} role="status">
          {closed}. You can choose this time all the same.
        </p>
      )}
      {action !== 'suggest' && change.visitsOf('all').length > 1 && (
        <WhichVisitsChoice {...form.getInputProps('scope')} />
      )}
      {action === 'move' && changed.some((each) => each.id !== visit.id && isMovedAlone(each)) && (
        <Checkbox
          label="Also take back visits that were moved by themselves"
          {...form.getInputProps('realign', { type: 'checkbox' })}
        />
      )}
      <CountedTextarea
        label="Reason"
        placeholder={action === 'cancel' ? 'Why can’t it take place?' : 'Why does it need another time?'}
        required
        rows={3}
        max={LIMITS.reason}
        data-autofocus={action === 'cancel' || undefined}
        {...form.getInputProps('reason')}
        value={form.values.reason}
      />
      <p className={classes.hint}>
        {change.otherSide} will see your reason and get an email.{' '}
        {action === 'suggest'
          ? 'The visit stays as it is until they accept.'
          : scope === 'this'
            ? change.visitsOf('all').length > 1 && 'The other visits of this service stay as they are.'
            : VISIT_MESSAGES.ofSeries(action, changed.length)}
      </p>
      <DialogFoot>
        <Button variant="default" onClick={onClose} disabled={change.busy}>
          Keep as it is
        </Button>
        <Button type="submit" color={action === 'cancel' ? 'red' : undefined} loading={change.busy}>
          {VISIT_ACTIONS[action]}
        </Button>
      </DialogFoot>
    </form>
  )
}

/** How a visit is changed in its dialog. */
export type VisitChange = 'move' | 'suggest' | 'cancel'
type Values = {
  scheduled_date: string
  scheduled_time: string
  reason: string
  scope: 'this' | Scope
  realign: boolean
}
type SeriesVisits = inferOutput<typeof trpc.visits.ofService>['visits']

const EFFECTS = {
  move: { failed: VISIT_MESSAGES.moveFailed, one: 'visit_moved', many: 'series_moved' },
  suggest: { failed: VISIT_MESSAGES.suggestFailed, one: 'time_suggested', many: 'time_suggested' },
  cancel: { failed: VISIT_MESSAGES.cancelFailed, one: 'visit_cancelled', many: 'series_cancelled' },
} as const

type Refusal = { field: keyof Values; message: string }

/** Validates and sends the changes of a visit's dialog. */
function useVisitChange(visit: ShownVisit, action: VisitChange, side: Side, onDone: () => void) {
  const moving = useMutation(trpc.visits.move.mutationOptions())
  const suggesting = useMutation(trpc.visits.suggestTime.mutationOptions())
  const cancelling = useMutation(trpc.visits.cancel.mutationOptions())
  const movingSeries = useMutation(trpc.visits.moveSeries.mutationOptions())
  const cancellingSeries = useMutation(trpc.visits.cancelSeries.mutationOptions())
  const series = useQuery(
    trpc.visits.ofService.queryOptions({ id: visit.building_service_id }, { staleTime: 0 }),
  )
  const { busy, run } = useSingleFlight()
  const otherSide = side === 'vendor' ? 'The HOA representative' : visit.company_name
  const { id, scheduled_date: shown_date, scheduled_time: shown_time } = visit
  const shown = { id, shown_date, shown_time }

  /** The visits that a scope names, as far as they are known. */
  function visitsOf(scope: Values['scope']): SeriesVisits {
    const all = series.data?.visits ?? []
    const own = all.find((each) => each.id === id)
    if (scope === 'this' || !own) return own ? [own] : []
    return visitsOfChange(all, own, { scope, now: cityNow() })
  }

  const send = ({ scope, realign, reason, ...to }: Values) =>
    run(async () => {
      const visits = visitsOf(scope).length
      try {
        if (action === 'suggest') {
          await suggesting.mutateAsync({ ...shown, ...to, reason })
          notify.success(VISIT_MESSAGES.suggested(visitTime(to, cityToday()), otherSide))
        } else if (action === 'move') {
          if (scope === 'this') await moving.mutateAsync({ ...shown, ...to, reason })
          else await movingSeries.mutateAsync({ ...shown, ...to, reason, scope, visits, realign })
          const when = visitTime(to, cityToday())
          notify.success(
            scope === 'this'
              ? VISIT_MESSAGES.moved(when, otherSide)
              : VISIT_MESSAGES.seriesMoved(visits, otherSide),
          )
        } else {
          if (scope === 'this') await cancelling.mutateAsync({ ...shown, reason })
          else await cancellingSeries.mutateAsync({ ...shown, reason, scope, visits })
          notify.success(
            scope === 'this'
              ? VISIT_MESSAGES.cancelled(otherSide)
              : VISIT_MESSAGES.seriesCancelled(visits, otherSide),
          )
        }
        onDone()
      } catch (error) {
        notify.error(EFFECTS[action].failed(reasonOf(error)))
      }
      const { one, many } = EFFECTS[action]
      await refreshAfter(scope === 'this' ? one : many)
    })

  /** The message beside the failing field, by the rules that the server asks, too. */
  function refusal({ scope, realign, ...values }: Values): Refusal | null {
    const { reason } = values
    const change = { by: side, shown: visit, reason, now: cityNow() }
    const all = series.data?.visits ?? []
    const own = all.find((each) => each.id === id)
    if (scope !== 'this' && own) {
      const sent = { scope, visits: visitsOf(scope).length }
      const changed = { ...change, ...sent }
      return action === 'cancel'
        ? refusedBy(CancelSeries, { ...shown, reason, ...sent }, () => cancelSeries(all, own, changed))
        : refusedBy(MoveSeries, { ...shown, ...values, ...sent, realign }, (to) =>
            moveSeries(all, own, to, { ...changed, realign }),
          )
    }
    if (action === 'cancel') {
      return refusedBy(CancelVisit, { ...shown, reason }, () => cancel(visit, change))
    }
    const rule = action === 'suggest' ? suggest : move
    return refusedBy(MoveVisit, { ...shown, ...values }, (to) => rule(visit, to, change))
  }

  /** When nobody comes to the building, if a visit that changes would be at such a time; null otherwise. */
  function closedAt({ scheduled_date, scheduled_time, scope, realign, reason }: Values): string | null {
    if (!series.data || !isCalendarDate(scheduled_date)) return null
    const { visits: all, closures } = series.data
    const to = { scheduled_date, scheduled_time: `${scheduled_time.slice(0, 5)}:00` }
    const own = all.find((each) => each.id === id)
    if (scope === 'this' || !own) return closedText([to], closures, cityToday())
    const sent = { scope, visits: visitsOf(scope).length, realign, reason }
    const change = { by: side, shown: visit, now: cityNow(), ...sent }
    const moved = nullIfRejected(() => moveSeries(all, own, to, change).moved)
    return moved && closedText(moved, closures, cityToday())
  }

  return { busy, send, refusal, otherSide, visitsOf, closedAt }
}

function refusedBy<T>(schema: z.ZodType<T>, sent: unknown, rule: (input: T) => unknown): Refusal | null {
  const parsed = schema.safeParse(sent)
  const issue = parsed.error?.issues[0]
  if (!parsed.success) return { field: dialogField(issue?.path[0]), message: issue?.message ?? '' }
  try {
    rule(parsed.data)
    return null
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { field: dialogField(error.field), message: error.message }
  }
}

function dialogField(name: unknown): keyof Values {
  return name === 'scheduled_date' || name === 'scheduled_time' ? name : 'reason'
}
