import { SETTINGS_MESSAGES } from '../../../domain/accounts/messages.ts'
import { messageOf } from '../../errors.ts'
import { useViewer } from '../../session/session.ts'
import { ErrorText } from '../../ui/message-box.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Sections } from '../../ui/sections.tsx'
import { Appearance } from './appearance.tsx'
import { PasswordForm } from './password-form.tsx'
import classes from './settings.module.css'
import { adminSettings } from './slots.ts'

/** An admin's own settings; the only screen of one who still needs a second factor. [2.placeholder.admin-settings] */
export function AdminSettingsPage() {
  const isUnsecured = useViewer()?.kind === 'unsecured'
  return (
    <Page width="narrow">
      <PageHeader title="Admin Settings" lead="How the portal itself is set up." />
      <div className={classes.panels}>
        {isUnsecured ? (
          <ErrorText>
            Administrators need a second factor here. Add a passkey or an authenticator app below; then the
            rest of the portal opens.
          </ErrorText>
        ) : (
          <Panel title="Change Password" lead="Changing it signs you out everywhere else.">
            <PasswordForm failed={(error) => messageOf(error) ?? SETTINGS_MESSAGES.passwordFailed} />
          </Panel>
        )}
        <Sections slot={adminSettings} />
        <Appearance />
      </div>
    </Page>
  )
}
