import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { SETTINGS_MESSAGES } from '../../../domain/accounts/messages.ts'
import { UpdateProfile } from '../../../domain/profiles/profile.ts'
import { trpc } from '../../api.ts'
import { Fields } from '../../forms/fields.tsx'
import { useSavedForm } from '../../forms/use-saved-form.ts'
import { FailureText } from '../../ui/failure-text.tsx'
import { SuccessText } from '../../ui/message-box.tsx'
import { PendingEmail } from './pending-email.tsx'
import classes from './settings.module.css'
import { useProvenEmail } from './use-proven-email.tsx'

type Profile = inferOutput<typeof trpc.profiles.get>
type Props = {
  profile: Profile
  names: readonly ('first_name' | 'last_name' | 'email' | 'phone' | 'unit_number')[]
}

/** A person's own profile. [2.account.1] */
export function ProfileForm({ profile, names }: Props) {
  const { mutateAsync } = useMutation(trpc.profiles.update.mutationOptions())
  const { save, dialog } = useProvenEmail(profile.email, mutateAsync)
  const { form, dirty, busy, failure, notice, onSubmit } = useSavedForm({
    data: profile,
    queryKey: trpc.profiles.get.queryKey(),
    toValues,
    schema: UpdateProfile,
    save,
    causes: ['profile_updated'],
    savedMessage: SETTINGS_MESSAGES.updated,
    failedMessage: () => SETTINGS_MESSAGES.updateFailed,
  })

  return (
    <form noValidate onSubmit={onSubmit} className={classes.form}>
      <Fields form={form} names={names} optional={['phone', 'unit_number']} focusFirst={false} />
      <PendingEmail address={profile.pending_email} />
      <FailureText failure={failure} />
      <SuccessText>{notice}</SuccessText>
      <div className={classes.actions}>
        <Button type="submit" loading={busy} disabled={!dirty}>
          Save Changes
        </Button>
      </div>
      {dialog}
    </form>
  )
}

function toValues({ first_name, last_name, email, phone, unit_number }: Profile) {
  return { first_name, last_name, email, phone: phone ?? '', unit_number: unit_number ?? '' }
}
