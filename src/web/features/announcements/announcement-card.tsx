import { isAnnouncementExpired } from '../../../domain/announcements/announcement.ts'
import { audienceText } from '../../../domain/announcements/audience.ts'
import { cityToday } from '../../city.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { ToneCard } from '../../ui/tone-card.tsx'
import classes from './announcements.module.css'
import {
  ANNOUNCEMENT_PATH,
  expiryText,
  type ListedAnnouncement,
  marksOf,
  openedByText,
  sentText,
} from './shown-announcement.ts'

const counted = (count: number, one: string, many: string) =>
  count === 0 ? null : `${count} ${count === 1 ? one : many}`

/** An announcement in the list: what it is about, who it is for, and whether it is new. */
export function AnnouncementCard({ announcement }: { announcement: ListedAnnouncement }) {
  const { id, title, state, is_unread, excerpt, withdraw_reason, figures } = announcement
  const marks = marksOf(announcement)
  const facts = [
    audienceText(announcement),
    expiryText(announcement.expires_on, isAnnouncementExpired(announcement, cityToday())),
    counted(announcement.files, 'file', 'files'),
    counted(announcement.follow_ups, 'follow-up', 'follow-ups'),
    counted(announcement.replies, 'reply', 'replies'),
    figures && (state === 'sent' || state === 'withdrawn') ? openedByText(figures) : null,
  ].filter((fact) => fact !== null)
  return (
    <ToneCard
      tone={marks[0]?.tone ?? 'neutral'}
      title={title}
      badge={
        <span className={classes.marks}>
          {marks.map(({ tone, word }) => (
            <StatusBadge key={word} tone={tone}>
              {word}
            </StatusBadge>
          ))}
        </span>
      }
      subtitle={sentText(announcement)}
      footer={
        <ButtonLink to={ANNOUNCEMENT_PATH} search={{ id }} variant={is_unread ? 'filled' : 'default'}>
          {state === 'draft' ? 'See the draft' : 'Read'}
        </ButtonLink>
      }
    >
      {state === 'withdrawn' ? (
        <p className={classes.excerpt}>{withdraw_reason}</p>
      ) : (
        excerpt !== null && <p className={classes.excerpt}>{excerpt}</p>
      )}
      <p>{facts.join(' · ')}</p>
    </ToneCard>
  )
}
