import { useQuery } from '@tanstack/react-query'
import { SETTINGS_MESSAGES } from '../../domain/accounts/messages.ts'
import { PasswordForm } from '../accounts/password-form.tsx'
import { trpc } from '../api.ts'
import { messageOf } from '../errors.ts'
import { LoadFailed } from '../ui/load-failed.tsx'
import { Page } from '../ui/page.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { RowSkeletons } from '../ui/skeletons.tsx'
import classes from './vendor-settings.module.css'
import { VendorSettingsForm } from './vendor-settings-form.tsx'

/** Vendor Settings (section 2, screen 15). */
export function VendorSettingsPage() {
  return (
    <Page>
      <PageHeader title="Vendor Settings" lead="Manage your profile and service offerings" />
      <Settings />
    </Page>
  )
}

function Settings() {
  const settings = useQuery(trpc.vendors.settings.queryOptions())
  const catalogue = useQuery(trpc.services.catalogue.queryOptions())
  if (settings.isLoadingError || catalogue.isLoadingError) {
    const retry = () => Promise.all([settings.refetch(), catalogue.refetch()])
    const busy = settings.isFetching || catalogue.isFetching
    return <LoadFailed reason={SETTINGS_MESSAGES.loadFailed} onRetry={retry} busy={busy} />
  }
  if (!settings.data || !catalogue.data) return <RowSkeletons count={6} label="Loading your settings…" />
  return (
    <div className={classes.page}>
      <VendorSettingsForm settings={settings.data} types={catalogue.data} />
      <Panel title="Password" lead="Changing it signs you out everywhere else.">
        <PasswordForm wide failed={(error) => messageOf(error) ?? SETTINGS_MESSAGES.passwordFailed} />
      </Panel>
    </div>
  )
}
