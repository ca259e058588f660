import type { inferOutput } from '@trpc/tanstack-react-query'
import { formatLongDate } from '../../../domain/calendar.ts'
import type { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { momentOf } from '../../city-clock.ts'
import type { Tone } from '../../ui/tone.ts'

export type ShownAnnouncement = inferOutput<typeof trpc.announcements.get>
export type ListedAnnouncement = inferOutput<typeof trpc.announcements.list>['announcements'][number]

export const ANNOUNCEMENTS_PATH = '/home/announcements'
export const ANNOUNCEMENT_PATH = '/home/announcements/announcement'

type Marked = Pick<ListedAnnouncement, 'state' | 'is_important'> & { is_unread?: boolean }

/** How an announcement stands, each in a word with the color that repeats it. */
export function marksOf({ state, is_important, is_unread = false }: Marked): { tone: Tone; word: string }[] {
  if (state === 'draft') return [{ tone: 'neutral', word: 'Draft' }]
  if (state === 'withdrawn') return [{ tone: 'red', word: 'Withdrawn' }]
  return [
    ...(state === 'scheduled' ? [{ tone: 'neutral', word: 'Scheduled' } as const] : []),
    ...(is_important ? [{ tone: 'amber', word: 'Important' } as const] : []),
    ...(is_unread ? [{ tone: 'green', word: 'New' } as const] : []),
  ]
}

type SentTimes = Pick<ListedAnnouncement, 'state' | 'sent_at' | 'send_at' | 'author_name'>

/** Who sent it and when, or when it will be sent. */
export function sentText({ state, sent_at, send_at, author_name }: SentTimes): string {
  const today = cityToday()
  if (sent_at !== null)
    return [author_name, momentOf(sent_at, today)].filter((part) => part !== null).join(', ')
  if (send_at === null) return 'Not sent yet'
  return `${state === 'scheduled' ? 'Will be sent' : 'Would be sent'} ${momentOf(send_at, today)}`
}

/** Until when it holds; null for one that does not end. */
export const expiryText = (expires_on: string | null, isOver: boolean): string | null =>
  expires_on === null ? null : `${isOver ? 'Expired after' : 'Until'} ${formatLongDate(expires_on)}`

/** How many have opened it: for its writers. */
export const openedByText = ({ people, opened }: { people: number; opened: number }): string =>
  people === 1 ? `Opened by ${opened} of 1 person` : `Opened by ${opened} of ${people} people`
