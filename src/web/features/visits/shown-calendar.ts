import type { CalendarDate } from '../../../domain/calendar.ts'
import { type CalendarView, periodOf } from '../../../domain/visits/period.ts'
import { trpc } from '../../api.ts'
import type { VisitFilterValues } from './use-visit-filter.ts'

/** A phone shows an agenda. Not for paper, which shows what the screen does. */
export const PHONE_SCREEN = 'screen and (width < 48em)'

type ShownPeriod = { view: CalendarView; date: CalendarDate; filter: VisitFilterValues }

/** The visits of a calendar. */
export const shownCalendar = ({ view, date, filter }: ShownPeriod) =>
  trpc.visits.calendar.queryOptions({
    ...periodOf(view, date),
    service_type_id: filter.service,
    building_id: filter.building,
  })
