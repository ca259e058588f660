import { z } from 'zod'
import {
  addDays,
  type CalendarDate,
  type CityTime,
  cityTime,
  formatMonthDay,
  formatTime,
} from '../calendar.ts'
import { DomainError } from '../errors.ts'
import { formSchema } from '../form.ts'
import { LIMITS } from '../limits.ts'
import { id, optionalLongText } from '../text.ts'
import type { Viewer } from '../viewer.ts'
import { isAttending, type Visit } from '../visits/change.ts'
import { visitTime } from '../visits/visit-time.ts'

/** How to get into a building, in words; without any there are none. Product 1.4 */
export const ChangeNotes = z.strictObject({ notes: optionalLongText('Access Notes', LIMITS.access_notes) })
/** The same as typed. */
export const notesForm = formSchema(z.object({ notes: ChangeNotes.shape.notes }))
export const LookAtNotes = z.strictObject({ id })

export const ACCESS_MESSAGES = {
  saved: 'Access notes saved',
  removed: 'Access notes removed',
  saveFailed: (reason: string) => `Failed to save the access notes: ${reason}`,
  none: 'this building has no access notes any more',
} as const

type OpenVisit = Pick<Visit, 'status' | 'scheduled_date' | 'scheduled_time'>

/** From when on a visit's access notes are shown: 24 hours before it, on the city's clocks. */
function shownFrom({ scheduled_date, scheduled_time }: OpenVisit) {
  return { scheduled_date: addDays(scheduled_date, -1), scheduled_time }
}

/**
 * When a visit's access notes are shown, in words, if that is not now; null while they are: from 24 hours before it until it
 * is finished, cancelled or missed, or else until its day ends. Product 1.4, 4.3
 */
export function whenShown(visit: OpenVisit, now: CityTime): string | null {
  if (visit.status !== 'confirmed' || now.date > visit.scheduled_date)
    return 'until the end of the visit, which is over'
  return isEarly(visit, now)
    ? `from 24 hours before the visit on: from ${visitTime(shownFrom(visit), now.date)}`
    : null
}

/** The same in one short line, since it stands on each visit to come. */
export function whenShownLine(visit: OpenVisit, now: CityTime): string | null {
  const when = whenShown(visit, now)
  if (when === null) return null
  return isEarly(visit, now)
    ? `Access notes from ${visitTime(shownFrom(visit), now.date)}`
    : `Access notes are shown ${when}`
}

function isEarly(visit: OpenVisit, now: CityTime): boolean {
  const from = shownFrom(visit)
  return (
    now.date < from.scheduled_date || (now.date === from.scheduled_date && now.time < from.scheduled_time)
  )
}

type VendorVisit = OpenVisit & Pick<Visit, 'vendor_id' | 'building_id'>

/** For the visit's vendor and, of the crew, those who see the visit. Product 1.4, 1.8 */
export function canLook(viewer: Viewer | null, visit: VendorVisit, now: CityTime): boolean {
  return isAttending(viewer, visit) && whenShown(visit, now) === null
}

/** Throws DomainError 'not_allowed' for others than the vendor, 'conflict' outside of the time. Product 1.4 */
export function requireLook(viewer: Viewer, visit: VendorVisit, now: CityTime): void {
  if (!isAttending(viewer, visit)) throw new DomainError('not_allowed')
  const time = whenShown(visit, now)
  if (time !== null) throw new DomainError('conflict', `access notes are shown ${time}`)
}

type Look = { person_name: string; company_name: string; service: string; looked_at: Date | string }

/** 'Seen by Luis of Bright Halls, Nov 24, 8:12 AM, for Snow Removal'. */
export function lookText(look: Look, { timeZone, today }: { timeZone: string; today: CalendarDate }): string {
  const { person_name, company_name, service } = look
  const { date, time } = cityTime(new Date(look.looked_at), timeZone)
  const when = `${formatMonthDay(date, today)}, ${formatTime(time)}`
  return `Seen by ${person_name} of ${company_name}, ${when}, for ${service}`
}
