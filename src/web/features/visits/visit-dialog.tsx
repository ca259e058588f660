import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { FormEvent } from 'react'
import { LIMITS } from '../../../domain/limits.ts'
import { visitTime } from '../../../domain/visits/messages.ts'
import { cityToday } from '../../city.ts'
import { CountedTextarea } from '../../forms/counted-textarea.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { type Change, useVisitChange } from './use-visit-change.ts'
import { VISIT_ACTIONS, type Visit } from './visit.ts'
import classes from './visit-dialog.module.css'

type Props = { visit: Visit; action: Change; opened: boolean; onClose: () => void }

/** Moves or cancels a visit, with a reason for the other side (decisions, 'Appointments'). */
export function VisitDialog({ visit, action, opened, onClose }: Props) {
  const change = useVisitChange(visit, action, onClose)
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      dismissible={!change.busy}
      size="md"
      title={VISIT_ACTIONS[action]}
      lead={`${visit.name} · ${visitTime(visit, cityToday())}`}
    >
      <ChangeForm visit={visit} action={action} change={change} onClose={onClose} />
    </FormDialog>
  )
}

type FormProps = Omit<Props, 'opened'> & { change: ReturnType<typeof useVisitChange> }

function ChangeForm({ visit, action, change, onClose }: FormProps) {
  const { scheduled_date, scheduled_time } = visit
  const form = useForm({
    initialValues: { scheduled_date, scheduled_time: scheduled_time.slice(0, 5), reason: '' },
  })

  function submit(event: FormEvent): void {
    event.preventDefault()
    const refused = change.refusal(form.values)
    form.setErrors(refused ? { [refused.field]: refused.words } : {})
    if (refused) form.getInputNode(refused.field)?.focus()
    else void change.send(form.values)
  }

  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      {action === 'move' && (
        <div className={classes.when}>
          <TextInput
            type="date"
            label="Date"
            required
            min={cityToday()}
            data-autofocus
            {...form.getInputProps('scheduled_date')}
          />
          <TextInput type="time" label="Time" required {...form.getInputProps('scheduled_time')} />
        </div>
      )}
      <CountedTextarea
        label="Reason"
        placeholder={action === 'move' ? 'Why does it need another time?' : 'Why can’t it take place?'}
        required
        rows={3}
        maxLength={LIMITS.reason}
        data-autofocus={action === 'cancel' || undefined}
        {...form.getInputProps('reason')}
        value={form.values.reason}
      />
      <p className={classes.hint}>
        {change.otherSide} will see your reason and get an email. The other visits of this service stay as
        they are.
      </p>
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose} disabled={change.busy}>
          Keep as it is
        </Button>
        <Button type="submit" color={action === 'cancel' ? 'red' : undefined} loading={change.busy}>
          {VISIT_ACTIONS[action]}
        </Button>
      </div>
    </form>
  )
}
