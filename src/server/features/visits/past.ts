import { type CalendarDate, firstOfNextMonth, formatTime } from '../../../domain/calendar.ts'
import { priceText } from '../../../domain/money.ts'
import { costOf, pastStatus } from '../../../domain/visits/past.ts'
import type { Export, ExportedTime } from '../../rpc/export.ts'
import { allPastVisits } from './past.db.ts'

/** Before all visits. */
const EVER = '1900-01-01'

/** The days gone by of a month, or of all months. */
export function pastDays({ month, today }: ExportedTime): { from: CalendarDate; until: CalendarDate } {
  const end = month === null ? today : firstOfNextMonth(month)
  return { from: month ?? EVER, until: end < today ? end : today }
}

/** A building's past visits. A cancelled one has no price, so that the prices add up to what was spent. */
export const visitsExport = {
  name: 'Past visits',
  path: '/api/visits/past.csv',
  audiences: ['resident'],
  async read(tx, { building_id }, time) {
    const visits = await allPastVisits(tx, { buildingId: building_id, ...pastDays(time) })
    const rows = visits.map((visit) => {
      const cost = costOf(visit)
      return [
        visit.scheduled_date,
        formatTime(visit.scheduled_time),
        visit.name,
        visit.company_name,
        pastStatus(visit),
        cost === null ? '' : priceText(cost),
      ]
    })
    return { columns: ['Date', 'Time', 'Service', 'Vendor', 'Status', 'Price (USD)'], rows }
  },
} as const satisfies Export<'resident'>
