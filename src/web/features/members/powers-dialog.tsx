import { Button, Checkbox } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { HOLDER_LABELS, MEMBER_MESSAGES, POWER_LABELS } from '../../../domain/members/messages.ts'
import { type Holder, isGrantable } from '../../../domain/members/office.ts'
import { POWERS, type Power } from '../../../domain/viewer.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import formClasses from '../../ui/dialog-form.module.css'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import classes from './captain-members-page.module.css'

type Props = { holder: Holder; powers: Power[]; opened: boolean; onClose: () => void }

/** The captain changes what an office, or every resident, may do. Product 4.2 */
export function PowersDialog({ holder, powers, opened, onClose }: Props) {
  const flight = useSingleFlight()
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      dismissible={!flight.busy}
      size="md"
      title={`Powers: ${HOLDER_LABELS[holder]}`}
      lead={
        holder === 'resident'
          ? 'What everybody may do who was accepted. Owners keep their votes in any case.'
          : 'They hold from each officer’s next step on. Only you give offices and hand over.'
      }
    >
      {/* Changed by somebody else meanwhile, it begins again. */}
      <PowersForm key={powers.join()} holder={holder} powers={powers} onClose={onClose} {...flight} />
    </FormDialog>
  )
}

type PowersFormProps = Omit<Props, 'opened'> & ReturnType<typeof useSingleFlight>

function PowersForm({ holder, powers, onClose, busy, run }: PowersFormProps) {
  const { mutateAsync } = useMutation(trpc.members.setPowers.mutationOptions())
  const [chosen, setChosen] = useState<readonly Power[]>(powers)
  const offered = POWERS.filter((power) => isGrantable(holder, power))

  function submit(event: FormEvent): void {
    event.preventDefault()
    void run(async () => {
      try {
        await mutateAsync({ holder, powers: [...chosen], shown: powers })
        onClose()
        notify.success(MEMBER_MESSAGES.powersSaved)
      } catch (error) {
        notify.error(MEMBER_MESSAGES.powersFailed(reasonOf(error)))
      }
      await refreshAfter('powers_changed')
    })
  }

  return (
    <form noValidate onSubmit={submit} className={formClasses.form}>
      <fieldset className={classes.fieldset}>
        <legend>Powers</legend>
        <div className={classes.boxes}>
          {offered.map((power, at) => (
            <Checkbox
              key={power}
              label={POWER_LABELS[power]}
              data-autofocus={at === 0 ? true : undefined}
              checked={chosen.includes(power)}
              onChange={({ currentTarget }) =>
                setChosen(
                  offered.filter((each) => (each === power ? currentTarget.checked : chosen.includes(each))),
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
          Save Powers
        </Button>
      </DialogFoot>
    </form>
  )
}
