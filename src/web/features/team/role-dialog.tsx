import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { VENDOR_ROLES, type VendorRole } from '../../../domain/team/colleague.ts'
import { ROLE_LABELS, TEAM_MESSAGES } from '../../../domain/team/messages.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import classes from '../../ui/dialog-form.module.css'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import type { ListedColleague } from './colleague.ts'
import { RoleChoice } from './role-choice.tsx'

type Props = { person: ListedColleague; opened: boolean; onClose: () => void }

/** An owner changes what a colleague is in the company. Product 1.8 */
export function RoleDialog({ person, opened, onClose }: Props) {
  const flight = useSingleFlight()
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      dismissible={!flight.busy}
      size="md"
      title={`Change the role of ${person.first_name} ${person.last_name}`}
      lead="It holds from their next step on."
    >
      <RoleForm person={person} onClose={onClose} {...flight} />
    </FormDialog>
  )
}

type RoleFormProps = Omit<Props, 'opened'> & ReturnType<typeof useSingleFlight>

/** A new one at each opening, so that a choice that was left is not in it. */
function RoleForm({ person: { id, first_name, vendor_role }, onClose, busy, run }: RoleFormProps) {
  const { mutateAsync } = useMutation(trpc.team.changeRole.mutationOptions())
  const [chosen, setChosen] = useState<VendorRole>(vendor_role)

  function submit(event: FormEvent): void {
    event.preventDefault()
    void run(async () => {
      if (chosen === vendor_role) return onClose()
      try {
        await mutateAsync({ id, vendor_role: chosen })
        onClose()
        notify.success(TEAM_MESSAGES.changed(first_name, ROLE_LABELS[chosen]))
      } catch (error) {
        notify.error(TEAM_MESSAGES.changeFailed(reasonOf(error)))
      }
      await refreshAfter('colleague_role_changed')
    })
  }

  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      <RoleChoice
        value={chosen}
        onChange={(value) => setChosen(VENDOR_ROLES.find((role) => role === value) ?? chosen)}
      />
      <DialogFoot>
        <Button variant="default" onClick={onClose} disabled={busy}>
          Keep as it is
        </Button>
        <Button type="submit" loading={busy}>
          Change Role
        </Button>
      </DialogFoot>
    </form>
  )
}
