import type { CrewViewer, ResidentViewer, VendorViewer } from '../../../domain/viewer.ts'
import type { lockVisit } from './db.ts'

/** What every event of one visit says. */
export function visitEvent(
  viewer: ResidentViewer | VendorViewer | CrewViewer,
  { id: subject, building_id, vendor_id, name: service, ...visit }: Awaited<ReturnType<typeof lockVisit>>,
) {
  const { company_name, scheduled_date, scheduled_time } = visit
  const data = { service, company_name, scheduled_date, scheduled_time }
  return { actor: viewer.id, building_id, vendor_id, subject, data }
}
