import { useSession } from '../../session/session.ts'
import { NoBuilding } from '../../ui/no-building.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Sections } from '../../ui/sections.tsx'
import { ViewLinks } from '../../ui/view-links.tsx'
import { aboveCalendar, serviceViews } from '../services/slots.ts'
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
      {session?.building ? (
        <>
          <Sections slot={aboveCalendar} />
          <ViewLinks label="Services and visits" view="/home/calendar" views={serviceViews} />
          <VisitCalendar of="building" />
        </>
      ) : (
        <>
          <PageHeader eyebrow="Manage your building services" title="Your Services" />
          <NoBuilding />
        </>
      )}
    </Page>
  )
}
