import { useQuery } from '@tanstack/react-query'
import { SETTINGS_MESSAGES } from '../../../domain/accounts/messages.ts'
import { trpc } from '../../api.ts'
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
import { colleagueSettings } from './slots.ts'

/** The settings of a vendor's crew: their own person, and nothing of the company. Product 1.8 */
export function ColleagueSettingsPage() {
  return (
    <Page width="narrow">
      <PageHeader title="Your Settings" lead="Your profile, your password and your account." />
      <div className={classes.panels}>
        <ColleaguePanels />
      </div>
    </Page>
  )
}

const FIELDS = ['first_name', 'last_name', 'email', 'phone'] as const

function ColleaguePanels() {
  const profile = useQuery(trpc.profiles.get.queryOptions())
  if (profile.isPending) return <RowSkeletons count={5} label="Loading your profile…" />
  if (profile.isLoadingError)
    return (
      <LoadFailed
        reason={SETTINGS_MESSAGES.loadFailed}
        onRetry={() => profile.refetch()}
        busy={profile.isFetching}
      />
    )
  return (
    <>
      <Panel title="Profile Information" lead="How your company knows you.">
        <PhotoField />
        <ProfileForm profile={profile.data} names={FIELDS} />
      </Panel>
      <Panel title="Change Password" lead="Changing it signs you out everywhere else.">
        <PasswordForm failed={() => SETTINGS_MESSAGES.passwordFailed} />
      </Panel>
      <Sections slot={colleagueSettings} />
      <Appearance />
    </>
  )
}
