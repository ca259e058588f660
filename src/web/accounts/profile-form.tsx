import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { SETTINGS_MESSAGES } from '../../domain/accounts/messages.ts'
import { Profile } from '../../domain/accounts/settings.ts'
import { trpc } from '../api.ts'
import { FailureText } from '../ui/failure-text.tsx'
import { SuccessText } from '../ui/message-box.tsx'
import { Fields } from './fields.tsx'
import { PendingEmail } from './pending-email.tsx'
import classes from './settings-form.module.css'
import { readAgain, useSavedForm } from './use-saved-form.ts'

const names = ['first_name', 'last_name', 'email', 'phone', 'unit_number'] as const
type Values = Record<(typeof names)[number], string>
type Kept = Record<'first_name' | 'last_name' | 'email', string> &
  Record<'phone' | 'unit_number', string | null>

async function reread(): Promise<Values | undefined> {
  const now = await readAgain(trpc.accounts.profile.queryOptions().queryKey)
  return now && toValues(now)
}

/** Who the resident is (section 5, settings profile). What was typed stays when the server refuses it. */
export function ProfileForm({ profile }: { profile: Kept & { pending_email: string | null } }) {
  const saved = useMemo(() => toValues(profile), [profile])
  const { mutateAsync: save } = useMutation(trpc.accounts.updateProfile.mutationOptions())
  const { form, dirty, busy, failure, notice, onSubmit } = useSavedForm<Values>({
    saved,
    schema: Profile,
    names,
    save,
    reread,
    savedWords: SETTINGS_MESSAGES.updated,
    failedWords: () => SETTINGS_MESSAGES.updateFailed,
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
    </form>
  )
}

function toValues({ first_name, last_name, email, phone, unit_number }: Kept): Values {
  return { first_name, last_name, email, phone: phone ?? '', unit_number: unit_number ?? '' }
}
