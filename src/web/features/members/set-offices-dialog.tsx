import { Button, Checkbox } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { HOLDER_LABELS, MEMBER_MESSAGES, POWER_LABELS } from '../../../domain/members/messages.ts'
import { DEFAULT_POWERS, OFFICES, type Office } from '../../../domain/members/office.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import formClasses from '../../ui/dialog-form.module.css'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import classes from './captain-members-page.module.css'

type OfficePerson = { id: string; name: string; offices: Office[] }
type Props = { person: OfficePerson; opened: boolean; onClose: () => void }

/** The captain gives and takes offices of a person. Product 4.2 */
export function SetOfficesDialog({ person, opened, onClose }: Props) {
  const flight = useSingleFlight()
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      dismissible={!flight.busy}
      size="md"
      title={`Offices of ${person.name}`}
      lead="They hold from their next step on. They get an email."
    >
      <OfficesForm person={person} onClose={onClose} {...flight} />
    </FormDialog>
  )
}

type OfficesFormProps = Omit<Props, 'opened'> & ReturnType<typeof useSingleFlight>

function OfficesForm({ person: { id, name, offices }, onClose, busy, run }: OfficesFormProps) {
  const { mutateAsync } = useMutation(trpc.members.setOffices.mutationOptions())
  const table = useQuery(trpc.members.offices.queryOptions())
  const [chosen, setChosen] = useState<readonly Office[]>(offices)
  const powers = table.data?.powers ?? DEFAULT_POWERS

  function submit(event: FormEvent): void {
    event.preventDefault()
    void run(async () => {
      try {
        await mutateAsync({ id, offices: [...chosen] })
        onClose()
        notify.success(MEMBER_MESSAGES.officesSaved(name))
      } catch (error) {
        notify.error(MEMBER_MESSAGES.officesFailed(reasonOf(error)))
      }
      await refreshAfter('offices_changed')
    })
  }

  return (
    <form noValidate onSubmit={submit} className={formClasses.form}>
      <fieldset className={classes.fieldset}>
        <legend>Offices</legend>
        <div className={classes.boxes}>
          {OFFICES.map((office, at) => (
            <Checkbox
              key={office}
              label={HOLDER_LABELS[office]}
              description={powers[office].map((power) => POWER_LABELS[power]).join(' · ') || 'No powers'}
              data-autofocus={at === 0 ? true : undefined}
              checked={chosen.includes(office)}
              onChange={({ currentTarget }) =>
                setChosen(
                  OFFICES.filter((each) => (each === office ? currentTarget.checked : chosen.includes(each))),
                )
              }
            />
          ))}
        </div>
      </fieldset>
      <DialogFoot>
        <Button variant="default" onClick={onClose} disabled={busy}>
          Keep as it is
        </Button>
        <Button type="submit" loading={busy}>
          Save Offices
        </Button>
      </DialogFoot>
    </form>
  )
}
