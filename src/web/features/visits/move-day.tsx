import '../../ui/part-styles.ts'
import { Button, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import {
  addDays,
  type CalendarDate,
  formatShortDate,
  formatTime,
  isCalendarDate,
} from '../../../domain/calendar.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { closuresText, isClosedAt } from '../../../domain/visits/availability.ts'
import { moveDayForm, visitsLeft } from '../../../domain/visits/day.ts'
import { VISIT_MESSAGES } from '../../../domain/visits/messages.ts'
import { trpc } from '../../api.ts'
import { cityNow, cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { CountedTextarea } from '../../forms/counted-textarea.tsx'
import { sendForm } from '../../forms/send-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { notify } from '../../ui/notify.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import classes from './visit-dialog.module.css'

/** The dialog by which a vendor moves all visits of a day, as for weather. Product 1.3 */
export function MoveDayDialog({ opened, ...props }: Props & { opened: boolean }) {
  return (
    <FormDialog
      opened={opened}
      onClose={props.onClose}
      size="md"
      title="Move this day"
      lead={formatShortDate(props.date, cityToday())}
    >
      <DayToMove {...props} />
    </FormDialog>
  )
}

type Props = { date: CalendarDate; onClose: () => void }

function DayToMove(props: Props) {
  const booked = useQuery(trpc.visits.ofDay.queryOptions({ date: props.date }, { staleTime: 0 }))
  const visits = booked.data && visitsLeft(booked.data, cityNow())
  if (visits?.length === 0) return <NothingToMove onClose={props.onClose} />
  if (visits) return <MoveDayForm {...props} visits={visits} />
  if (!booked.isError) return <RowSkeletons count={2} label="Loading the visits…" />
  return (
    <LoadFailed
      reason={`The visits could not be loaded. ${reasonOf(booked.error)}`}
      onRetry={() => booked.refetch()}
      busy={booked.isFetching}
    />
  )
}

function NothingToMove({ onClose }: Pick<Props, 'onClose'>) {
  return (
    <>
      <p className={classes.hint}>No visit of this day is still to come.</p>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
      </DialogFoot>
    </>
  )
}

type DayVisits = inferOutput<typeof trpc.visits.ofDay>

/** Of the visits that would come when nobody may, which those are. Product 1.2 */
function ClosedBuildings({ visits, day }: { visits: DayVisits; day: string }) {
  if (!isCalendarDate(day)) return null
  const closed = visits.filter((visit) => isClosedAt({ ...visit, scheduled_date: day }, visit))
  if (closed.length === 0) return null
  return (
    <div className={classes.closed} role="status">
      {[...new Map(closed.map((visit) => [visit.address, visit])).values()].map((visit) => (
        <p key={visit.address}>
          {visit.address}: {closuresText(visit)}.
        </p>
      ))}
      <p>You can choose this day all the same.</p>
    </div>
  )
}

function MoveDayForm({ date, visits, onClose }: Props & { visits: DayVisits }) {
  const { mutateAsync } = useMutation(trpc.visits.moveDay.mutationOptions())
  const form = useForm({
    initialValues: { scheduled_date: addDays(date, 1), reason: '' },
    validate: schemaResolver(moveDayForm(date, cityNow()), { sync: true }),
  })
  const dropDraft = useDraft(`move day ${date}`, form, { stays: true })
  const busy = form.submitting
  const onSubmit = sendForm(form, {
    send: async ({ scheduled_date, reason }) => {
      await mutateAsync({ date, scheduled_date, reason, visits: visits.length })
      dropDraft()
      onClose()
      notify.success(VISIT_MESSAGES.dayMoved(visits.length, formatShortDate(scheduled_date, cityToday())))
    },
    failed: VISIT_MESSAGES.moveFailed,
    causes: ['day_moved'],
  })
  return (
    <form noValidate onSubmit={onSubmit} className={classes.form}>
      <TextInput
        type="date"
        label="New Day"
        required
        min={cityToday()}
        data-autofocus
        {...form.getInputProps('scheduled_date')}
      />
      <ClosedBuildings visits={visits} day={form.values.scheduled_date} />
      <ul className={classes.visits}>
        {visits.map(({ id, scheduled_time, service, address }) => (
          <li key={id}>
            {formatTime(scheduled_time)} · {service} · {address}
          </li>
        ))}
      </ul>
      <CountedTextarea
        label="Reason"
        placeholder="Why can’t you come on this day?"
        required
        rows={2}
        max={LIMITS.reason}
        {...form.getInputProps('reason')}
        value={form.values.reason}
      />
      <p className={classes.hint}>
        {visits.length === 1 ? 'This visit moves' : `These ${visits.length} visits move`} at the same hour.
        Each building gets one email with your reason.
      </p>
      <DialogFoot>
        <Button variant="default" onClick={onClose} disabled={busy}>
          Keep as it is
        </Button>
        <Button type="submit" loading={busy}>
          Move this day
        </Button>
      </DialogFoot>
    </form>
  )
}
