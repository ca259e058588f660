import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { SETTINGS_MESSAGES } from '../../../domain/accounts/messages.ts'
import { formatLongDate, today } from '../../../domain/calendar.ts'
import { UpdateProfile } from '../../../domain/profiles/profile.ts'
import { trpc } from '../../api.ts'
import { CITY_TIME_ZONE } from '../../city.ts'
import { Fields } from '../../forms/fields.tsx'
import { useSavedForm } from '../../forms/use-saved-form.ts'
import { FailureText } from '../../ui/failure-text.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { SuccessText } from '../../ui/message-box.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Sections } from '../../ui/sections.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { Appearance } from './appearance.tsx'
import { PasswordForm } from './password-form.tsx'
import { PendingEmail } from './pending-email.tsx'
import { PhotoField } from './photo-field.tsx'
import classes from './settings.module.css'
import { residentSettings } from './slots.ts'

/** Account Settings. [2.account.3] */
export function SettingsPage() {
  return (
    <Page width="narrow">
      <PageHeader title="Account Settings" lead="Your profile, your password and your account." />
      <div className={classes.panels}>
        <AccountPanels />
      </div>
    </Page>
  )
}

// [2.account.4] [2.account.6] [9.default.2]
function AccountPanels() {
  const { data, isPending, isLoadingError, isFetching, refetch } = useQuery(trpc.profiles.get.queryOptions())
  if (isPending) return <RowSkeletons count={5} label="Loading your profile…" />
  if (isLoadingError)
    return <LoadFailed reason={SETTINGS_MESSAGES.loadFailed} onRetry={() => refetch()} busy={isFetching} />
  return (
    <>
      <Panel title="Profile Information" lead="How your neighbors and your vendors know you.">
        <PhotoField />
        <ProfileForm profile={data} />
      </Panel>
      <Panel title="Change Password" lead="Changing it signs you out everywhere else.">
        <PasswordForm failed={() => SETTINGS_MESSAGES.passwordFailed} />
      </Panel>
      <Panel title="Account Information">
        <dl className={classes.facts}>
          <div>
            <dt>Account Created</dt>
            <dd>{formatLongDate(today(new Date(data.created_at), CITY_TIME_ZONE))}</dd>
          </div>
          <div>
            <dt>Account Type</dt>
            <dd>Homeowner/Resident</dd>
          </div>
        </dl>
      </Panel>
      <Sections slot={residentSettings} />
      <Appearance />
    </>
  )
}

type Profile = inferOutput<typeof trpc.profiles.get>
const FIELDS = ['first_name', 'last_name', 'email', 'phone', 'unit_number'] as const

/** The resident's profile. [2.account.1] */
function ProfileForm({ profile }: { profile: Profile }) {
  const { mutateAsync: save } = useMutation(trpc.profiles.update.mutationOptions())
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
      <Fields form={form} names={FIELDS} optional={['phone', 'unit_number']} focusFirst={false} />
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

function toValues({ first_name, last_name, email, phone, unit_number }: Profile) {
  return { first_name, last_name, email, phone: phone ?? '', unit_number: unit_number ?? '' }
}
