import { useLocation, useNavigate } from '@tanstack/react-router'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Sections } from '../../ui/sections.tsx'
import { ViewTabs } from '../../ui/view-tabs.tsx'
import { vendorViews, vendorVisits } from './slots.ts'
import { VendorQuotes } from './vendor-quotes.tsx'

/**
 * A vendor's jobs and visits: one screen with three addresses. The calendar is a screen of its own.
 * [2.route.quotes-tab]
 */
export function VendorServicesPage() {
  const pathname = useLocation({ select: (location) => location.pathname })
  const navigate = useNavigate()
  const visits = pathname.startsWith('/vendor/appointments')
  return (
    <Page>
      <ViewTabs
        label="Services and appointments"
        view={visits ? '/vendor/appointments' : '/vendor/quotes'}
        views={vendorViews}
        onView={(to) => navigate({ to })}
        header={<PageHeader title="Services &amp; Appointments" />}
      >
        {visits ? <Sections slot={vendorVisits} /> : <VendorQuotes />}
      </ViewTabs>
    </Page>
  )
}
