import { z } from 'zod'
import { type AnnouncementPlan, DraftAnnouncement } from '../../../domain/announcements/announcement-input.ts'
import { typedInstant } from '../../../domain/votes/vote-times.ts'
import { CITY_TIME_ZONE } from '../../city.ts'
import type { ShownAnnouncement } from './shown-announcement.ts'

/** A draft as it is typed: '' for none. */
export type TypedAnnouncement = {
  title: string
  words: string
  audience: AnnouncementPlan['audience']
  unit: string
  is_important: boolean
  allows_replies: boolean
  /** Whether it is sent once its author sends it, and not at a time of its own. */
  at_once: boolean
  send_on: string
  send_time: string
  expires_on: string
}

const NEW: TypedAnnouncement = {
  title: '',
  words: '',
  audience: 'all',
  unit: '',
  is_important: false,
  allows_replies: false,
  at_once: true,
  send_on: '',
  send_time: '09:00',
  expires_on: '',
}

/** A draft in its form; of a new one what most begin with. */
export function typedAnnouncement(announcement: ShownAnnouncement | null): TypedAnnouncement {
  if (!announcement) return NEW
  const { title, words, audience, unit_number, is_important, allows_replies, send_at, expires_on } =
    announcement
  const at = send_at === null ? null : typedInstant(new Date(send_at), CITY_TIME_ZONE)
  return {
    title,
    words: words ?? '',
    audience,
    unit: unit_number ?? '',
    is_important,
    allows_replies,
    at_once: at === null,
    send_on: at?.date ?? '',
    send_time: at?.time.slice(0, 5) ?? NEW.send_time,
    expires_on: expires_on ?? '',
  }
}

/** What is sent of it. */
export function announcementPlan({
  at_once,
  send_on,
  send_time,
  unit,
  expires_on,
  ...typed
}: TypedAnnouncement): AnnouncementPlan {
  return {
    ...typed,
    unit: typed.audience === 'unit' && unit.trim() !== '' ? unit : null,
    send_on: at_once ? null : send_on,
    send_time: at_once ? null : send_time,
    expires_on: expires_on === '' ? null : expires_on,
  }
}

/** Any id: a draft gets its own when it is sent, and that of its building. */
const ANY = '00000000-0000-4000-8000-000000000000'

/** What the server's own schema says of it, at each field. */
export const announcementForm = z.custom<TypedAnnouncement>().superRefine((typed, context) => {
  const issues =
    DraftAnnouncement.safeParse({ id: ANY, building_id: ANY, ...announcementPlan(typed) }).error?.issues ?? []
  for (const { message, path } of issues) context.addIssue({ code: 'custom', message, path: [...path] })
})
