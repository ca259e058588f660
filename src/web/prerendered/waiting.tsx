import '../shell/styles.ts'
import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { HomeDashboardWaiting } from '../buildings/home-dashboard-waiting.tsx'
import { AccountPlace } from '../shell/account-place.tsx'
import { Frame } from '../shell/frame.tsx'
import { LoadingScreen } from '../shell/loading-screen.tsx'
import { Theme } from '../shell/theme.tsx'
import { TopBar } from '../shell/top-bar.tsx'
import { VendorDashboard } from '../vendors/vendor-dashboard.tsx'
import { VendorFigures } from '../vendors/vendor-figures.tsx'

/** What stands on the screen until it is known who is there and the application has come: main.tsx takes its place. */
export const waiting = {
  app: (
    <Theme>
      <LoadingScreen />
    </Theme>
  ),
  'home-dashboard': screen('home', <HomeDashboardWaiting />),
  'vendor-dashboard': screen(
    'vendor',
    <VendorDashboard>
      <VendorFigures dashboard={undefined} />
    </VendorDashboard>,
  ),
}

function screen(page: string, children: ReactNode): ReactNode {
  return (
    <Theme>
      <Frame bar={<TopBar account={<AccountPlace />} />} page={page}>
        <VisuallyHidden role="status">Loading…</VisuallyHidden>
        {children}
      </Frame>
    </Theme>
  )
}
