import { useNavigate } from '@tanstack/react-router'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ViewTabs } from '../../ui/view-tabs.tsx'
import { vendorViews } from './slots.ts'
import { VendorQuotes } from './vendor-quotes.tsx'

/**
 * A vendor's jobs: one screen with two addresses, beside their visits.
 * [2.route.quotes-tab]
 */
export function VendorServicesPage() {
  const navigate = useNavigate()
  return (
    <Page>
      <ViewTabs
        label="Services and appointments"
        view="/vendor/quotes"
        views={vendorViews}
        onView={(to) => navigate({ to })}
        header={<PageHeader title="Services &amp; Appointments" />}
      >
        <VendorQuotes />
      </ViewTabs>
    </Page>
  )
}
