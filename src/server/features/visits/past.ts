import { type CalendarDate, firstOfNextMonth, formatTime } from '../../../domain/calendar.ts'
import { priceText } from '../../../domain/money.ts'
import { visitFilter } from '../../../domain/visits/calendar-query.ts'
import { costOf, pastStatus } from '../../../domain/visits/past.ts'
import type { Export, ExportedTime } from '../../rpc/export.ts'
import { visitsOfViewer } from './calendar.ts'
import { visitsGoneBy } from './past.db.ts'

/** Before all visits. */
const EVER = '1900-01-01'

/** The days gone by of a month, or of all months. */
export function pastDays({ month, today }: ExportedTime): { from: CalendarDate; until: CalendarDate } {
  const end = month === null ? today : firstOfNextMonth(month)
  return { from: month ?? EVER, until: end < today ? end : today }
}

/** Past visits of a building or a vendor. One that is not charged has no price, so that the prices add up to what was spent. */
export const visitsExport = {
  name: 'Past visits',
  path: '/api/visits/past.csv',
  audiences: ['resident', 'vendor'],
  filters: visitFilter,
  async read(tx, viewer, time, { service_type_id: service, building_id: building }) {
    const { of, id } = visitsOfViewer(viewer)
    const visits = await visitsGoneBy[of].all(tx, { id, ...pastDays(time), service, building })
    const other = of === 'vendor_id' ? 'Building' : 'Vendor'
    const rows = visits.map((visit) => {
      const cost = costOf(visit)
      return [
        visit.scheduled_date,
        formatTime(visit.scheduled_time),
        visit.name,
        of === 'vendor_id' ? visit.address : visit.company_name,
        pastStatus(visit),
        cost === null ? '' : priceText(cost),
      ]
    })
    return { columns: ['Date', 'Time', 'Service', other, 'Status', 'Price (USD)'], rows }
  },
} as const satisfies Export<'resident' | 'vendor', typeof visitFilter>
