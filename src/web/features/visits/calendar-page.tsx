import { useNavigate } from '@tanstack/react-router'
import { useSession } from '../../session/session.ts'
import { NoBuilding } from '../../ui/no-building.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ViewLinks } from '../../ui/view-links.tsx'
import { ViewTabs } from '../../ui/view-tabs.tsx'
import { vendorViews } from '../quotes/slots.ts'
import { serviceViews } from '../services/slots.ts'
import { VisitCalendar } from './visit-calendar.tsx'

/** /home/calendar and /vendor/calendar: the visits of a building, or of a vendor, by day. Product 1.7 */
export function CalendarPage() {
  const session = useSession()
  return <Page>{session?.role === 'contractor' ? <VendorCalendar /> : <BuildingCalendar />}</Page>
}

function BuildingCalendar() {
  const session = useSession()
  return (
    <>
      <PageHeader eyebrow="Manage your building services" title="Services &amp; Appointments" />
      {session?.building ? (
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

function VendorCalendar() {
  const navigate = useNavigate()
  return (
    <ViewTabs
      label="Services and appointments"
      view="/vendor/calendar"
      views={vendorViews}
      onView={(to) => navigate({ to })}
      header={<PageHeader title="Services &amp; Appointments" />}
    >
      <VisitCalendar of="vendor" />
    </ViewTabs>
  )
}
