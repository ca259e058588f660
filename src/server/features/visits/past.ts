import { type CalendarDate, firstOfNextMonth, formatTime } from '../../../domain/calendar.ts'
import { priceText } from '../../../domain/money.ts'
import { visitFilter } from '../../../domain/visits/calendar-query.ts'
import { costOf, pastStatus } from '../../../domain/visits/past.ts'
import type { Export, ExportedTime } from '../../rpc/export.ts'
import { visitsOfViewer } from './calendar.ts'
import { visitsGoneBy } from './past.db.ts'

/** Before all visits, and after them. */
const [EVER, NEVER] = ['1900-01-01', '9999-12-31']

/** The days gone by of a month, or of all months. */
export function pastDays({ month, today }: ExportedDay): {
  from: CalendarDate
  until: CalendarDate
} {
  const end = month === null ? today : firstOfNextMonth(month)
  return { from: month ?? EVER, until: end < today ? end : today }
}

/** The days to come, today with them, of a month, or of all months. */
function comingDays({ month, today }: ExportedDay): { from: CalendarDate; until: CalendarDate } {
  return {
    from: month !== null && month > today ? month : today,
    until: month === null ? NEVER : firstOfNextMonth(month),
  }
}

type ExportedDay = Pick<ExportedTime, 'month' | 'today'>
type ExportedDays = { name: string; path: `/api/${string}.csv`; daysOf: typeof pastDays }

/** Visits of a building or a vendor. One that is not charged has no price, so that the prices add up to what was spent. */
const exportOf = ({ name, path, daysOf }: ExportedDays) =>
  ({
    name,
    path,
    audiences: ['resident', 'vendor'],
    filters: visitFilter,
    async read(tx, viewer, time, { service_type_id: service, building_id: building }) {
      const { of, id } = visitsOfViewer(viewer)
      const visits = await visitsGoneBy[of].all(tx, { id, ...daysOf(time), service, building })
      const other = of === 'vendor_id' ? 'Building' : 'Vendor'
      const rows = visits.map((visit) => {
        const cost = costOf(visit)
        return [
          visit.scheduled_date,
          formatTime(visit.scheduled_time),
          visit.name,
          of === 'vendor_id' ? visit.address : visit.company_name,
          visit.status === 'confirmed' && visit.scheduled_date >= time.today ? 'Booked' : pastStatus(visit),
          cost === null ? '' : priceText(cost),
        ]
      })
      return { columns: ['Date', 'Time', 'Service', other, 'Status', 'Price (USD)'], rows }
    },
  }) as const satisfies Export<'resident' | 'vendor', typeof visitFilter>

/** The visits of days gone by, and those to come, with the same filters and columns. */
export const visitExports = [
  exportOf({ name: 'Past visits', path: '/api/visits/past.csv', daysOf: pastDays }),
  exportOf({ name: 'Upcoming visits', path: '/api/visits/upcoming.csv', daysOf: comingDays }),
]
