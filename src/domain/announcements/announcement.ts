import type { CalendarDate } from '../calendar.ts'
import { today } from '../calendar.ts'
import { DomainError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { may, type Viewer } from '../viewer.ts'
import type { AnnouncementAudience } from './audience.ts'

/** How an announcement stands. What was sent is never rewritten: it gets follow-ups, or is withdrawn. Product 4.5 */
export const ANNOUNCEMENT_STATES = ['draft', 'scheduled', 'sent', 'withdrawn'] as const
export type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number]

/** The tabs of the list: what holds, and what has expired. Product 4.5 */
export const ANNOUNCEMENT_TABS = ['current', 'earlier'] as const
export type AnnouncementTab = (typeof ANNOUNCEMENT_TABS)[number]

/** So many replies are shown first, and so many more with each step. */
export const REPLIES_PAGE = 20

/** Who writes announcements: officers with the power. Product 4.2, 4.5 */
export const mayAnnounce = (viewer: Viewer | null): boolean => may(viewer, 'manage_announcements')

const conflict = (message: string) => new DomainError('conflict', message)

type OfState = { state: AnnouncementState }
type Expiring = { expires_on: CalendarDate | null }

/** Throws DomainError 'conflict' unless it is a draft: what is scheduled goes back to a draft before it is changed. Product 4.5 */
export function requireAnnouncementDraft({ state }: OfState): void {
  if (state !== 'draft') throw conflict('this announcement is no draft any more')
}

/** Throws DomainError 'conflict' unless this is the version that was shown. Product 4.5 */
export function requireShownDraft({ version }: { version: number }, shown: number): void {
  if (version !== shown) throw conflict('the draft was changed meanwhile. Please read it again')
}

type PlannedAnnouncement = OfState &
  Expiring & {
    audience: AnnouncementAudience
    unit_id: string | null
    /** Null: at once. */
    send_at: Date | null
  }

/**
 * What a draft becomes: 'sent' at once, or 'scheduled' where its time is to come. Throws DomainError 'conflict' for another state,
 * 'invalid_input' for a unit that is gone and for a last day before it is sent, by the city's `timeZone`. Product 4.5
 */
export function sendAnnouncement(draft: PlannedAnnouncement, now: Date, timeZone: string) {
  requireAnnouncementDraft(draft)
  const { audience, unit_id, send_at, expires_on } = draft
  if (audience === 'unit' && unit_id === null)
    throw new DomainError('invalid_input', 'This unit is gone. Name another one', 'unit')
  const isLater = send_at !== null && send_at > now
  if (expires_on !== null && expires_on < today(isLater ? send_at : now, timeZone))
    throw new DomainError('invalid_input', 'It would have expired before it is sent', 'expires_on')
  return isLater ? ({ state: 'scheduled' } as const) : ({ state: 'sent', sent_at: now } as const)
}

/**
 * What becomes of a scheduled announcement at its time: it is sent, or a draft again where its unit is gone. Null for another state, as when
 * another server was first, and before its time. Product 4.5
 */
export function sendScheduled(
  {
    state,
    audience,
    unit_id,
    send_at,
  }: Pick<PlannedAnnouncement, 'state' | 'audience' | 'unit_id' | 'send_at'>,
  now: Date,
) {
  if (state !== 'scheduled' || send_at === null || send_at > now) return null
  if (audience === 'unit' && unit_id === null) return { state: 'draft' } as const
  return { state: 'sent', sent_at: now } as const
}

/** A scheduled announcement becomes a draft again, to be changed. Throws DomainError 'conflict' for another state. Product 4.5 */
export function unscheduleAnnouncement({ state }: OfState) {
  if (state !== 'scheduled') throw conflict('this announcement is not scheduled')
  return { state: 'draft' } as const
}

/** Throws DomainError 'conflict' unless it was sent and not withdrawn yet. Product 4.5 */
export function withdrawAnnouncement({ state }: OfState) {
  if (state === 'withdrawn') throw conflict('this announcement was withdrawn already')
  if (state !== 'sent') throw conflict('only a sent announcement is withdrawn')
  return { state: 'withdrawn' } as const
}

/** Throws DomainError 'conflict' unless it was sent, and for one more beside twenty. Product 4.5 */
export function requireFollowUp({ state }: OfState, followUps: number): void {
  if (state === 'withdrawn') throw conflict('this announcement was withdrawn')
  if (state !== 'sent') throw conflict('only a sent announcement has follow-ups')
  if (followUps >= LIMITS.announcement_follow_ups)
    throw conflict(`an announcement has at most ${LIMITS.announcement_follow_ups} follow-ups`)
}

/** Whether it has expired on the city's `today`: its last day is over. Product 4.5 */
export const isAnnouncementExpired = ({ expires_on }: Expiring, today: CalendarDate): boolean =>
  expires_on !== null && expires_on < today

type Repliable = OfState & Expiring & { allows_replies: boolean }

/** Whether replies are taken: where its author allows them, until it expires. Product 4.5 */
export const canReply = (announcement: Repliable, today: CalendarDate): boolean =>
  announcement.state === 'sent' && announcement.allows_replies && !isAnnouncementExpired(announcement, today)

/** Throws DomainError 'conflict' unless replies are taken, and for one more beside five hundred. Product 4.5 */
export function requireReply(announcement: Repliable, replies: number, today: CalendarDate): void {
  if (!canReply(announcement, today)) throw conflict('this announcement takes no replies')
  if (replies >= LIMITS.announcement_replies) throw conflict('this announcement has too many replies already')
}
