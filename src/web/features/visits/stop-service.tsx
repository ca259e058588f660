import { Button, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { formatShortDate } from '../../../domain/calendar.ts'
import { LIMITS } from '../../../domain/limits.ts'
import type { Planned } from '../../../domain/visits/change.ts'
import { VISIT_MESSAGES } from '../../../domain/visits/messages.ts'
import { type StopKind, stopForm, stoppedVisits, toStop } from '../../../domain/visits/stop.ts'
import { trpc } from '../../api.ts'
import { cityNow, cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { CountedTextarea } from '../../forms/counted-textarea.tsx'
import { fieldError, pairInputProps } from '../../forms/form-errors.ts'
import { sendForm } from '../../forms/send-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { notify } from '../../ui/notify.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import type { ServiceStopProps } from '../services/slots.ts'
import classes from './visit-dialog.module.css'

/** Ends or pauses a service, with a reason for the other side; says before what it cancels. Product 1.6 */
export function StopService(props: ServiceStopProps) {
  const booked = useQuery(trpc.visits.ofService.queryOptions({ id: props.serviceId }, { staleTime: 0 }))
  if (booked.data) return <StopServiceForm {...props} visits={booked.data.visits} />
  if (!booked.isError) return <RowSkeletons count={2} label="Loading the visits…" />
  return (
    <LoadFailed
      reason={`The visits could not be loaded. ${reasonOf(booked.error)}`}
      onRetry={() => booked.refetch()}
      busy={booked.isFetching}
    />
  )
}

const LAST = 'Last day of the pause'

type FormProps = ServiceStopProps & { visits: Planned[] }

function StopServiceForm({ serviceId: id, kind, otherSide, visits, onBack, onDone }: FormProps) {
  const today = cityToday()
  const { mutateAsync: end } = useMutation(trpc.visits.endService.mutationOptions())
  const { mutateAsync: pause } = useMutation(trpc.visits.pauseService.mutationOptions())
  const form = useForm({
    initialValues: { from_date: today, until_date: '', reason: '' },
    validate: schemaResolver(stopForm(kind, today), { sync: true }),
  })
  const dropDraft = useDraft(`${kind} ${id}`, form, { stays: true })
  const busy = form.submitting
  const first = kind === 'end' ? 'No visits from' : 'First day of the pause'
  const stop = toStop(kind, form.values)
  const cancelled = stop ? stoppedVisits(visits, stop, cityNow()) : []

  const onSubmit = sendForm(form, {
    send: async ({ from_date, until_date, reason }) => {
      const sent = { id, from_date, visits: cancelled.length, reason }
      await (kind === 'end' ? end(sent) : pause({ ...sent, until_date }))
      dropDraft()
      onDone()
      notify.success(VISIT_MESSAGES.stopped(kind, otherSide))
    },
    failed: (reason) => VISIT_MESSAGES.stopFailed(kind, reason),
    causes: [kind === 'end' ? 'service_ended' : 'service_paused'],
  })

  return (
    <form noValidate onSubmit={onSubmit} className={classes.form}>
      <div className={classes.when}>
        <TextInput
          type="date"
          label={first}
          required
          min={today}
          data-autofocus
          {...pairInputProps(form, 'from_date', 'until_date')}
          error={fieldError(first, form.values.from_date, form.errors.from_date)}
        />
        {kind === 'pause' && (
          <TextInput
            type="date"
            label={LAST}
            required
            min={form.values.from_date || today}
            {...pairInputProps(form, 'until_date', 'from_date')}
            error={fieldError(LAST, form.values.until_date, form.errors.until_date)}
          />
        )}
      </div>
      <CountedTextarea
        label="Reason"
        placeholder={kind === 'end' ? 'Why does it end?' : 'Why should nobody come?'}
        required
        rows={3}
        max={LIMITS.reason}
        {...form.getInputProps('reason')}
        value={form.values.reason}
      />
      <p className={classes.hint} aria-live="polite">
        {stop && cancelledText(cancelled, today)} {otherSide} will see your reason and get an email.
      </p>
      <DialogFoot>
        <Button variant="default" onClick={onBack} disabled={busy}>
          Keep as it is
        </Button>
        <Button type="submit" color={kind === 'end' ? 'red' : undefined} loading={busy}>
          {STOP_ACTIONS[kind]}
        </Button>
      </DialogFoot>
    </form>
  )
}

const STOP_ACTIONS: Record<StopKind, string> = { end: 'End Service', pause: 'Pause Service' }

/** 'Cancels 5 visits, from Fri, Dec 4 to Fri, Jan 1.' */
function cancelledText(visits: { scheduled_date: string }[], today: string): string {
  const [first, last] = [visits[0], visits.at(-1)]
  if (!first || !last) return 'No booked visit is cancelled.'
  const from = formatShortDate(first.scheduled_date, today)
  if (visits.length === 1) return `Cancels 1 visit, on ${from}.`
  return `Cancels ${visits.length} visits, from ${from} to ${formatShortDate(last.scheduled_date, today)}.`
}
