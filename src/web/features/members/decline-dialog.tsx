import { Button, Checkbox } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { LIMITS } from '../../../domain/limits.ts'
import { DeclineMember } from '../../../domain/members/member.ts'
import { MEMBER_MESSAGES } from '../../../domain/members/messages.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { CountedTextarea } from '../../forms/counted-textarea.tsx'
import { focusFirst } from '../../forms/form-errors.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { refreshAfter } from '../../refresh.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import classes from '../../ui/dialog-form.module.css'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notify.tsx'

type Declined = { id: string; first_name: string; last_name: string; email: string }
type Props = { member: Declined; opened: boolean; onClose: () => void }

/** A captain declines a person who waits. */
export function DeclineDialog({ member, opened, onClose }: Props) {
  const { mutateAsync, isPending } = useMutation(trpc.members.decline.mutationOptions())
  const { id, first_name, last_name, email } = member
  const form = useForm({
    initialValues: { id, reason: '', block: false },
    validate: schemaResolver(DeclineMember, { sync: true }),
  })
  useDraft(`decline ${id}`, form)

  const onSubmit = form.onSubmit(
    async (values) => {
      try {
        await mutateAsync(DeclineMember.parse(values))
        onClose()
        notify.success(MEMBER_MESSAGES.declined)
      } catch (error) {
        notify.error(MEMBER_MESSAGES.declineFailed(reasonOf(error)))
      }
      void refreshAfter('member_declined')
    },
    (errors) => focusFirst(form, errors),
  )

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      dismissible={!isPending}
      size="md"
      title={`Decline ${first_name} ${last_name}`}
      lead="Their request and their account are deleted, and they get an email if they confirmed their address. They may sign up again."
    >
      <form noValidate onSubmit={onSubmit} className={classes.form}>
        <CountedTextarea
          label="Reason (optional)"
          placeholder="For example: nobody of that name lives here."
          rows={3}
          max={LIMITS.reason}
          data-autofocus
          {...form.getInputProps('reason')}
          value={form.values.reason}
        />
        <Checkbox
          label={`Block ${email}`}
          description="This address can’t ask to join your building again."
          {...form.getInputProps('block', { type: 'checkbox' })}
        />
        <DialogFoot>
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={isPending}>
            Decline
          </Button>
        </DialogFoot>
      </form>
    </FormDialog>
  )
}
