import { addDays, type CalendarDate } from '../calendar.ts'
import { arrivalText, windowEnd } from '../visits/availability.ts'
import type { Side } from '../visits/change.ts'
import type { Outcome } from '../visits/dispute.ts'
import type { ClaimAnswer } from '../visits/missed.ts'
import { pastStatus } from '../visits/past.ts'
import { visitTime } from '../visits/visit-time.ts'
import type { VisitStatus } from '../visits/visits.ts'

/** What a calendar says of a visit is made of this. */
export type EntryVisit = {
  scheduled_date: CalendarDate
  scheduled_time: string
  window_minutes: number | null
  status: VisitStatus
  service: string
  company_name: string
  address: string
  city: string
  state: string
  zip_code: string
  /** Null for a visit that no day suited. */
  shift_days: number | null
  changed_by: Side | null
  change_reason: string | null
  earlier_date: CalendarDate | null
  earlier_time: string | null
  has_claim: boolean
  claim_answer: ClaimAnswer
  outcome: Outcome
}

/** The days before and after today whose visits a feed has. A service without an end is booked twelve months ahead. Product 1.7 */
const DAYS_BACK = 90
const DAYS_AHEAD = 400

/** The first and the last day of a feed. */
export function feedDays(today: CalendarDate) {
  return { today, from: addDays(today, -DAYS_BACK), until: addDays(today, DAYS_AHEAD) }
}

/** A visit without an arrival window is an hour long in a calendar. */
const MINUTES = 60
const MINUTE_MS = 60_000

/** When a visit begins and ends on the city's clocks: 'YYYY-MM-DDTHH:MM:SS'. */
export function calendarTimes({ scheduled_date, scheduled_time, window_minutes }: EntryVisit) {
  const start = `${scheduled_date}T${scheduled_time}`
  if (window_minutes !== null)
    return { start, end: `${scheduled_date}T${windowEnd(scheduled_time, window_minutes)}` }
  const end = Date.parse(`${start}Z`) + MINUTES * MINUTE_MS
  return { start, end: new Date(end).toISOString().slice(0, start.length) }
}

/** Not every calendar shows that an entry is cancelled, and none knows the others. */
const MARKED: readonly VisitStatus[] = ['cancelled', 'missed', 'disputed']

/** The title of a visit: a building reads who comes, a vendor and its crew where. */
export function calendarTitle(visit: EntryVisit, reader: 'resident' | 'vendor' | 'crew'): string {
  const { service, company_name, address, status } = visit
  const title = `${service} · ${reader === 'resident' ? company_name : address}`
  return MARKED.includes(status) ? `${pastStatus(visit)}: ${title}` : title
}

export function calendarPlace({ address, city, state, zip_code }: EntryVisit): string {
  return `${address}, ${city}, ${state} ${zip_code}`
}

/** How the visit stands, when the vendor arrives, and why it is not when it was to be. Without prices. */
export function calendarNotes(visit: EntryVisit, link: string): string {
  const { scheduled_time, window_minutes } = visit
  const arrival = `Arrival: ${arrivalText(scheduled_time, window_minutes)}`
  return [`Status: ${statusText(visit)}`, arrival, changeText(visit), '', link]
    .filter((line) => line !== null)
    .join('\n')
}

function statusText(visit: EntryVisit): string {
  const { status, has_claim, claim_answer } = visit
  if (status === 'confirmed') return 'Confirmed'
  if (status === 'disputed' && visit.outcome === null)
    return 'Disputed. The HOA representative says that it was not as agreed.'
  if (status !== 'missed') return pastStatus(visit)
  if (!has_claim) return 'Missed. Nobody checked in.'
  return claim_answer === 'refused'
    ? 'Missed. The vendor says that they came, the HOA representative that they didn’t.'
    : 'Missed. The vendor says that they came.'
}

function changeText(visit: EntryVisit): string | null {
  const { status, shift_days, changed_by, change_reason, company_name, earlier_date, earlier_time } = visit
  if (status === 'cancelled' && shift_days === null)
    return 'No day within a week suits both the building and the vendor.'
  if (changed_by === null) return null
  const by = `by ${changed_by === 'vendor' ? company_name : 'the HOA representative'}: ${change_reason}`
  if (status === 'cancelled') return `Cancelled ${by}`
  if (earlier_date === null || earlier_time === null) return null
  const earlier = { scheduled_date: earlier_date, scheduled_time: earlier_time }
  return `Moved from ${visitTime(earlier, visit.scheduled_date)} ${by}`
}
