import '../../ui/styles.ts'
import { Skeleton, VisuallyHidden } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from '../../api.ts'
import { HomeDashboard } from '../../features/buildings/home-dashboard.tsx'
import { homeDashboard } from '../../features/buildings/slots.ts'
import { VendorDashboard } from '../../features/vendors/vendor-dashboard.tsx'
import { VendorFigures } from '../../features/vendors/vendor-figures.tsx'
import { Sections, SectionsProvider } from '../../ui/sections.tsx'
import { AccountSkeleton } from '../account-skeleton.tsx'
import { Frame } from '../frame.tsx'
import { LoadingScreen } from '../loading-screen.tsx'
import { sections } from '../screens.ts'
import { Theme } from '../theme.tsx'
import { TopBar } from '../top-bar.tsx'

/** What shows until the session is known and the application has loaded. main.tsx replaces it. */
export const shells = {
  app: (
    <Theme>
      <LoadingScreen />
    </Theme>
  ),
  'home-dashboard': screen(
    'home',
    <HomeDashboard eyebrow={<Skeleton component="span" display="inline-block" height={14} width={160} />}>
      <Sections slot={homeDashboard} />
    </HomeDashboard>,
  ),
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
      <Frame bar={<TopBar account={<AccountSkeleton />} />} page={page}>
        <VisuallyHidden role="status">Loading…</VisuallyHidden>
        <QueryClientProvider client={queryClient}>
          <SectionsProvider value={sections}>{children}</SectionsProvider>
        </QueryClientProvider>
      </Frame>
    </Theme>
  )
}
