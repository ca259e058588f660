import { useQuery } from '@tanstack/react-query'
import { trpc } from '../../api.ts'
import { useSession } from '../../session/session.ts'
import { AddServiceLink } from '../../ui/add-service-link.tsx'
import { NoBuilding } from '../../ui/no-building.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ViewLinks } from '../../ui/view-links.tsx'
import { serviceViews } from '../services/slots.ts'
import { VendorTabs } from './vendor-tabs.tsx'
import { VisitCalendar } from './visit-calendar.tsx'

/** /home/calendar and /vendor/calendar: the visits of a building, or of a vendor, by day. Product 1.7 */
export function CalendarPage() {
  const session = useSession()
  if (session?.role === 'contractor')
    return (
      <VendorTabs view="/vendor/calendar">
        <VisitCalendar of="vendor" />
      </VendorTabs>
    )
  return (
    <Page>
      <BuildingCalendar hasBuilding={Boolean(session?.building)} />
    </Page>
  )
}

/** Below the heading of the list of services, so that nothing moves from one view to the other. */
function BuildingCalendar({ hasBuilding }: { hasBuilding: boolean }) {
  const { data: services } = useQuery(trpc.services.list.queryOptions(undefined, { enabled: hasBuilding }))
  return (
    <>
      <PageHeader
        eyebrow="Manage your building services"
        title={services ? `Your Services (${services.length})` : 'Your Services'}
        action={hasBuilding && <AddServiceLink />}
      />
      {hasBuilding ? (
        <>
          <ViewLinks label="Services and visits" view="/home/calendar" views={serviceViews} />
          <VisitCalendar of="building" />
        </>
      ) : (
        <NoBuilding />
      )}
    </>
  )
}
