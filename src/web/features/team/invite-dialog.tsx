import { Button, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { InviteColleague } from '../../../domain/team/colleague.ts'
import { TEAM_MESSAGES } from '../../../domain/team/messages.ts'
import { trpc } from '../../api.ts'
import { sendForm } from '../../forms/send-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import classes from '../../ui/dialog-form.module.css'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { RoleChoice } from './role-choice.tsx'

const NOBODY = { full_name: '', email: '', vendor_role: 'crew' }

type Props = { opened: boolean; onClose: () => void }

/** An owner invites a person to the company. Product 1.8 */
export function InviteDialog({ opened, onClose }: Props) {
  const { mutateAsync, isPending } = useMutation(trpc.team.invite.mutationOptions())
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      dismissible={!isPending}
      size="md"
      title="Invite a Colleague"
      lead="They get an email with a link to choose a password. The link works for 7 days."
    >
      <InviteForm invite={mutateAsync} onClose={onClose} />
    </FormDialog>
  )
}

type InviteFormProps = { invite: (person: InviteColleague) => Promise<unknown>; onClose: () => void }

function InviteForm({ invite, onClose }: InviteFormProps) {
  const form = useForm({ initialValues: NOBODY, validate: schemaResolver(InviteColleague, { sync: true }) })
  const busy = form.submitting
  useDraft('colleague', form)

  const onSubmit = sendForm(form, {
    send: async (values) => {
      const person = InviteColleague.parse(values)
      await invite(person)
      onClose()
      notify.success(TEAM_MESSAGES.invited(person.email))
    },
    failed: TEAM_MESSAGES.inviteFailed,
    causes: ['colleague_invited'],
  })

  return (
    <form noValidate onSubmit={onSubmit} className={classes.form}>
      <TextInput
        label="Full Name"
        required
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('full_name')}
      />
      <TextInput label="Email" type="email" required autoComplete="off" {...form.getInputProps('email')} />
      <RoleChoice {...form.getInputProps('vendor_role')} />
      <DialogFoot>
        <Button variant="default" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Send Invitation
        </Button>
      </DialogFoot>
    </form>
  )
}
