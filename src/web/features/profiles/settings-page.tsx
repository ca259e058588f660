import { useQuery } from '@tanstack/react-query'
import { SETTINGS_MESSAGES } from '../../../domain/accounts/messages.ts'
import { formatLongDate, today } from '../../../domain/calendar.ts'
import { trpc } from '../../api.ts'
import { CITY_TIME_ZONE } from '../../city.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Sections } from '../../ui/sections.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { Appearance } from './appearance.tsx'
import { PasswordForm } from './password-form.tsx'
import { PhotoField } from './photo-field.tsx'
import { ProfileForm } from './profile-form.tsx'
import classes from './settings.module.css'
import { residentSettings } from './slots.ts'

const FIELDS = ['first_name', 'last_name', 'email', 'phone', 'unit_number'] as const

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
        <ProfileForm profile={data} names={FIELDS} />
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
