import { useLocation, useNavigate } from '@tanstack/react-router'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Sections } from '../../ui/sections.tsx'
import { ViewTabs } from '../../ui/view-tabs.tsx'
import { vendorVisits } from './slots.ts'
import { VendorQuotes } from './vendor-quotes.tsx'

const views = [
  { view: '/vendor/quotes', label: 'Quotes' },
  { view: '/vendor/appointments', label: 'Appointments' },
] as const

/**
 * A vendor's jobs and visits: one screen with three addresses.
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
        views={views}
        onView={(to) => navigate({ to })}
        header={<PageHeader title="Services &amp; Appointments" />}
      >
        {visits ? <Sections slot={vendorVisits} /> : <VendorQuotes />}
      </ViewTabs>
    </Page>
  )
}
