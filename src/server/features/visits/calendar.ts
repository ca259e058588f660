import { today } from '../../../domain/calendar.ts'
import { withMissing } from '../../../domain/compliance/requirement.ts'
import type { ResidentViewer, VendorViewer } from '../../../domain/viewer.ts'
import { CalendarQuery } from '../../../domain/visits/calendar-query.ts'
import { doubleBookings } from '../../../domain/visits/double-booking.ts'
import { openTo } from '../../rpc/procedure.ts'
import { bookedServices, bookedTimes, calendarOf } from './calendar.db.ts'
import type { VisitsOf } from './db.ts'

/** A calendar shows at most so many visits at once, and says when there are more. */
const MOST_VISITS = 600
/** So many visits of its days are compared for double bookings. */
const MOST_COMPARED = 5000
/** At most so many services and buildings are offered to choose from. */
const MOST_CHOICES = 1000

/** Whose visits the viewer asks for: a resident's building's, or the vendor's own. */
export function visitsOfViewer(viewer: ResidentViewer | VendorViewer): { of: VisitsOf; id: string } {
  return viewer.kind === 'vendor'
    ? { of: 'vendor_id', id: viewer.vendor_id }
    : { of: 'building_id', id: viewer.building_id }
}

/** The procedures of calendars. Product 1.7 */
export const calendarProcedures = {
  /**
   * The visits of some days, whatever became of them: a resident's building's, or a vendor's own at all its buildings. A
   * vendor's tell which other visits they overlap, of those that the filter leaves out, too.
   */
  calendar: openTo('resident', 'vendor')
    .input(CalendarQuery)
    .query(async ({ ctx: { tx, viewer, now, config }, input }) => {
      const { of, id } = visitsOfViewer(viewer)
      const { from, until, service_type_id: service, building_id: building } = input
      const day = today(now(), config.timeZone)
      const days = { id, from, until }
      const shown = await calendarOf[of](tx, { ...days, service, building, limit: MOST_VISITS + 1 })
      const more = shown.length > MOST_VISITS
      // What is over can't be kept apart any more.
      const compares = of === 'vendor_id' && day < until
      const booked =
        compares && (service || building || more)
          ? await bookedTimes(tx, { ...days, from: from < day ? day : from, limit: MOST_COMPARED })
          : shown.filter(({ scheduled_date }) => compares && scheduled_date >= day)
      const double = doubleBookings(booked)
      const visits = shown.slice(0, MOST_VISITS).map((visit) => ({
        ...withMissing(visit, day),
        double_booked: double.get(visit.id) ?? null,
      }))
      return { more, visits }
    }),

  /** The services, and for a vendor the buildings, that visits were booked of: what lists of visits are filtered by. */
  filters: openTo('resident', 'vendor').query(async ({ ctx: { tx, viewer } }) => {
    const { of, id } = visitsOfViewer(viewer)
    const booked = await bookedServices[of](tx, { id, limit: MOST_CHOICES + 1 })
    const shown = booked.slice(0, MOST_CHOICES)
    const services = new Map(shown.map(({ service_type_id, name }) => [service_type_id, name]))
    const buildings = new Map(shown.map(({ building_id, address }) => [building_id, address]))
    return {
      more: booked.length > MOST_CHOICES,
      services: [...services].map(([id, name]) => ({ id, name })),
      buildings: [...buildings]
        .map(([id, address]) => ({ id, address }))
        .sort((one, other) => (one.address < other.address ? -1 : 1)),
    }
  }),
}
