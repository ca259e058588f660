import { type CalendarDate, cityTime } from '../../../domain/calendar.ts'
import type { VendorViewer } from '../../../domain/viewer.ts'
import { type MoveDay, moveDay } from '../../../domain/visits/day.ts'
import { requireServed } from '../../../domain/visits/stop.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import type { Context } from '../../rpc/context.ts'
import { lockVisitsOfDay } from './day.db.ts'
import { goersOf, saveMoved } from './db.ts'

/** Moves what a vendor has to do on a day, with one event and so one mail for each building. Product 1.3 */
export async function moveWholeDay(
  { tx, viewer, now, config }: Context & { tx: Tx; viewer: VendorViewer },
  { date, scheduled_date: to, visits: shown, reason: change_reason }: MoveDay,
): Promise<void> {
  const { vendor_id } = viewer
  const { visits, stops } = await lockVisitsOfDay(tx, { vendorId: vendor_id, date })
  const moved = moveDay(visits, { to, shown, now: cityTime(now(), config.timeZone) })
  for (const visit of moved) {
    const own = stops.filter(({ service_quote_id }) => service_quote_id === visit.service_quote_id)
    requireServed(visit, own, `${visit.service} at ${visit.address}`)
  }
  const saved = await saveMoved(tx, moved, { changed_by: 'vendor', change_reason })
  const buildings = [...new Set(moved.map(({ building_id }) => building_id))]
  const events = buildings.map((building_id) => ({
    kind: 'day_moved' as const,
    actor: viewer.id,
    building_id,
    vendor_id,
    subject: building_id,
    data: dayOf(
      moved.filter((visit) => visit.building_id === building_id),
      { earlier_date: date, scheduled_date: to, change_reason },
      saved,
    ),
  }))
  await record(tx, ...events)
}

type Moved = { id: string; service: string; company_name: string }
type DayChange = { earlier_date: CalendarDate; scheduled_date: CalendarDate; change_reason: string }

function dayOf(visits: Moved[], change: DayChange, saved: Awaited<ReturnType<typeof saveMoved>>) {
  return {
    ...change,
    company_name: visits[0]?.company_name ?? '',
    services: [...new Set(visits.map(({ service }) => service))],
    visits: visits.length,
    assigned: goersOf(saved.filter(({ id }) => visits.some((visit) => visit.id === id))),
  }
}
