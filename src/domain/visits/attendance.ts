import { z } from 'zod'
import { type CalendarDate, daysBetween, today } from '../calendar.ts'
import { DomainError } from '../errors.ts'
import { formSchema } from '../form.ts'
import { LIMITS } from '../limits.ts'
import { id, optionalLongText, text } from '../text.ts'
import type { Viewer } from '../viewer.ts'
import { isAttending, type Visit } from './change.ts'
import { type DisputedVisit, requireOpenDispute } from './dispute.ts'
import type { ClaimAnswer } from './missed.ts'
import type { PhotoSubject } from './photo.ts'

/** The time by the phone's clock: without a network, the server hears of it later. */
const at = z.iso
  .datetime({ offset: true, error: 'Time must be a date and time' })
  .transform((text) => new Date(text))

const degrees = (label: string, max: number) =>
  z
    .number({ error: `${label} must be a number` })
    .min(-max)
    .max(max)

/** Where the phone was, only with its person's consent. Degrees, and meters. */
const place = z.strictObject({
  latitude: degrees('Latitude', 90),
  longitude: degrees('Longitude', 180),
  accuracy_meters: z.number({ error: 'Accuracy must be a number' }).min(0).max(100_000).transform(Math.round),
})

export const SetOff = z.strictObject({ id, at })
export const CheckIn = z.strictObject({ id, at })
export const FinishVisit = z.strictObject({
  id,
  at,
  note: optionalLongText('Note', LIMITS.visit_note),
  /** Of the visit's checklist; null where none was shown, as by an earlier version. */
  ticked: z
    .array(text('Task', LIMITS.task), { error: 'Ticked must be a list' })
    .max(LIMITS.tasks, `Ticked can have at most ${LIMITS.tasks} entries`)
    .nullable()
    .default(null),
  place: place.nullable(),
})

/** What is typed to finish a visit. */
export const finishForm = formSchema(z.object({ note: FinishVisit.shape.note }))

export type FinishVisit = z.output<typeof FinishVisit>

/** What was recorded of a visit so far. */
export type Attendance = {
  on_the_way_at: Moment | null
  finished_at: Moment | null
  /** When the vendor said of a missed visit that they came. */
  claimed_at: Moment | null
  claim_answer: ClaimAnswer
}
type Moment = Date | string

/** How long a phone may keep what its person did, in days: then the server's clock counts, and the visit takes nothing more. */
export const KEPT_DAYS = 7
const DAY_MS = 24 * 60 * 60 * 1000

/** The time of the phone; the server's `now` where the phone's clock can't be right. Product 1.4 */
export function believable(phone: Date, now: Date): Date {
  const age = now.getTime() - phone.getTime()
  return age >= 0 && age <= KEPT_DAYS * DAY_MS ? phone : now
}

/** On the visit's day, for its vendor, once, and before somebody has checked in. Product 1.4 */
export function canSetOff(viewer: Viewer | null, visit: Visit & Attendance, today: CalendarDate): boolean {
  return canCheckIn(viewer, visit, today) && visit.scheduled_date === today && visit.on_the_way_at === null
}

/** On the visit's day or later, for its vendor, while it is open; a missed one on its day alone. Product 1.4 */
export function canCheckIn(viewer: Viewer | null, visit: Visit & Attendance, today: CalendarDate): boolean {
  const { status, checked_in_at, scheduled_date, claimed_at } = visit
  return (
    isAttending(viewer, visit) &&
    (status === 'confirmed' || (status === 'missed' && scheduled_date === today)) &&
    checked_in_at === null &&
    // A phone may still show what an earlier version kept.
    (claimed_at ?? null) === null &&
    scheduled_date <= today
  )
}

/** For its vendor, once somebody has checked in. Product 1.4 */
export function canFinish(viewer: Viewer | null, visit: Visit & Attendance): boolean {
  const { checked_in_at, finished_at } = visit
  return isAttending(viewer, visit) && checked_in_at !== null && finished_at === null
}

/** `at` is the phone's time, `on` the city's day then; `now` and `today` are the server's. */
type Tap = { at: Date; on: CalendarDate; now: Date; today: CalendarDate }

/** What a phone and the server know of a tap. */
export function tapOf(at: Date, now: Date, timeZone: string): Tap {
  return { at, on: today(believable(at, now), timeZone), now, today: today(now, timeZone) }
}

/** After this many minutes what a phone says is no news any more: it had no network meanwhile. */
export const NEWS_MINUTES = 30

/**
 * When the vendor set off; null if that is known, is no news any more, or somebody is there already: a tap may be sent twice.
 * Throws DomainError 'not_allowed' for the other side, 'visit_not_open', 'visit_not_due' on another day than the visit's.
 * Product 1.4
 */
export function setOff(viewer: Viewer, visit: Visit & Attendance, { at, now, today }: Tap) {
  if (!isAttending(viewer, visit)) throw new DomainError('not_allowed')
  if (minutesOnSite(at, now) > NEWS_MINUTES) return null
  requireHeld(viewer, visit, today)
  if (visit.on_the_way_at !== null || visit.checked_in_at !== null) return null
  if (visit.status === 'completed' || visit.status === 'disputed') throw new DomainError('visit_not_open')
  if (visit.claimed_at !== null) throw new DomainError('visit_not_open', 'you said already that you came')
  if (visit.scheduled_date !== today) throw new DomainError('visit_not_due', 'this visit is not today')
  return { on_the_way_at: believable(at, now), on_the_way_for: visit.scheduled_date }
}

/**
 * When the vendor began; null if that is known. A visit that was marked completed meanwhile keeps its proof, and one that
 * was missed is held if the phone began on its day. Throws DomainError 'not_allowed' for the other side, 'visit_not_open'
 * when it was cancelled or missed, 'visit_not_due' before its day, 'conflict' once the building has judged it.
 * Product 1.4
 */
export function checkIn(viewer: Viewer, visit: DisputedVisit & Attendance, { at, on, now, today }: Tap) {
  requireHeld(viewer, visit, today)
  if (visit.checked_in_at !== null) return null
  if (visit.claimed_at !== null) throw new DomainError('visit_not_open', 'you said already that you came')
  if (visit.status === 'missed' && on !== visit.scheduled_date)
    throw new DomainError(
      'visit_not_open',
      viewer.kind === 'crew'
        ? 'this visit was missed. Ask your office to say ‘We came’'
        : 'this visit was missed. Say ‘We came’ beside it in your appointments',
    )
  // A tap of an earlier day: the visit was moved while the phone had no network.
  if (on < visit.scheduled_date) throw movedOn()
  requireNotJudged(visit)
  return { checked_in_at: believable(at, now), check_in_received_at: now }
}

/**
 * When the vendor was done, never before they began; null if that is known. Throws as checkIn does, and 'conflict' when
 * nobody has checked in. Product 1.4
 */
export function finish(viewer: Viewer, visit: DisputedVisit & Attendance, { at, now, today }: Tap) {
  requireHeld(viewer, visit, today)
  if (visit.finished_at !== null) return null
  if (visit.checked_in_at === null) throw new DomainError('conflict', 'check in first')
  requireNotJudged(visit)
  const [began, done] = [new Date(visit.checked_in_at), believable(at, now)]
  return { finished_at: done < began ? began : done, finish_received_at: now }
}

/** The most photos of a visit. */
export const MAX_PHOTOS = 10

/** How many days after the check-in, or the claim that they came, photos may still arrive. */
export const PHOTO_DAYS = 7

type PhotoAsked = { shows: PhotoSubject; photos: number; now: Date }

/**
 * Throws DomainError 'not_allowed' for the other side, 'conflict' outside the time for what it `shows`, and when there are
 * ten `photos` of that: of the visit from the check-in or the claim on for a week, of a dispute and its answer while it is
 * open. Product 1.4, 1.5
 */
export function requirePhotoAllowed(
  viewer: Viewer,
  visit: DisputedVisit & Attendance,
  { shows, photos, now }: PhotoAsked,
): void {
  if (shows === 'visit') requireAtWork(viewer, visit, now)
  else requireOpenDispute(viewer, visit, shows === 'dispute' ? 'captain' : 'vendor')
  if (photos >= MAX_PHOTOS) throw new DomainError('conflict', `a visit has at most ${MAX_PHOTOS} photos`)
}

function requireAtWork(viewer: Viewer, visit: DisputedVisit & Attendance, now: Date): void {
  if (!isAttending(viewer, visit)) throw new DomainError('not_allowed')
  requireNotJudged(visit)
  const since = visit.claimed_at ?? visit.checked_in_at
  if (since === null) throw new DomainError('conflict', 'check in before you add photos')
  if (now.getTime() - new Date(since).getTime() > PHOTO_DAYS * DAY_MS)
    throw new DomainError('conflict', 'photos can be added for a week after the visit')
}

/** Throws DomainError 'not_allowed' for the other side, 'conflict' once what the photo `shows` is over. Product 1.4, 1.5 */
export function requirePhotoRemovable(
  viewer: Viewer,
  visit: DisputedVisit & Attendance,
  shows: PhotoSubject,
): void {
  if (shows !== 'visit') requireOpenDispute(viewer, visit, shows === 'dispute' ? 'captain' : 'vendor')
  else if (!isAttending(viewer, visit)) throw new DomainError('not_allowed')
  else if (visit.finished_at !== null) throw new DomainError('conflict', 'this visit was finished meanwhile')
  else requireNotJudged(visit)
}

/** What proves it is evidence once the building has judged it. */
function requireNotJudged({ claim_answer, opened_at }: DisputedVisit & Attendance): void {
  if (claim_answer !== null || opened_at !== null)
    throw new DomainError('conflict', 'the building has answered about this visit')
}

/** Whole minutes between check-in and finish. */
export function minutesOnSite(began: Moment, done: Moment): number {
  return Math.round((new Date(done).getTime() - new Date(began).getTime()) / 60_000)
}

/** '46 min', '2 h', '2 h 5 min'. */
export function formatMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ')
}

function requireHeld(viewer: Viewer, visit: Visit, today: CalendarDate): void {
  if (!isAttending(viewer, visit)) throw new DomainError('not_allowed')
  if (visit.status === 'cancelled')
    throw new DomainError('visit_not_open', 'this visit was cancelled meanwhile')
  if (visit.scheduled_date > today) throw movedOn()
  if (daysBetween(visit.scheduled_date, today) > KEPT_DAYS)
    throw new DomainError('visit_over', 'this visit was more than a week ago')
}

const movedOn = () => new DomainError('visit_not_due', 'this visit was moved to a later day')
