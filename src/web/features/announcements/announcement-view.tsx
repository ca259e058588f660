import { Title } from '@mantine/core'
import { useDocumentVisibility } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { mayAnnounce, REPLIES_PAGE } from '../../../domain/announcements/announcement.ts'
import { audienceText } from '../../../domain/announcements/audience.ts'
import { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { momentOf } from '../../city-clock.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { useViewer } from '../../session/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SentFiles } from '../../ui/sent-files.tsx'
import { CardSkeletons } from '../../ui/skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { ANNOUNCEMENT_FILES, announcementPlace } from './announcement-files.ts'
import { ANNOUNCEMENT_MESSAGES } from './announcement-messages.ts'
import classes from './announcements.module.css'
import {
  ANNOUNCEMENTS_PATH,
  expiryText,
  marksOf,
  openedByText,
  type ShownAnnouncement,
  sentText,
} from './shown-announcement.ts'

const WriterPart = lazyPart(() => import('./writer-part.tsx'), 'WriterPart')
const RepliesPart = lazyPart(() => import('./replies-part.tsx'), 'RepliesPart')

/** An announcement as its viewer sees it. Product 4.5 */
export function AnnouncementView({ announcementId }: { announcementId: string }) {
  const [replies, setReplies] = useState(REPLIES_PAGE)
  const announcement = useQuery(
    trpc.announcements.get.queryOptions(
      { id: announcementId, replies },
      { placeholderData: keepPreviousData },
    ),
  )
  useMarkAnnouncementOpened(announcement.data)
  if (announcement.data)
    return (
      <KnownAnnouncement
        announcement={announcement.data}
        onEarlier={() => setReplies(replies + REPLIES_PAGE)}
        isLoading={announcement.isPlaceholderData}
      />
    )
  return (
    <>
      <PageHeader title="Announcement" />
      {announcement.isError ? (
        <LoadFailed
          reason={ANNOUNCEMENT_MESSAGES.loadFailed(reasonOf(announcement.error))}
          onRetry={() => announcement.refetch()}
          busy={announcement.isFetching}
        />
      ) : (
        <CardSkeletons count={1} label="Loading the announcement…" />
      )}
    </>
  )
}

/** Notes that somebody has opened what they look at. A failure is not worth a word: the next look notes it. */
function useMarkAnnouncementOpened(announcement: ShownAnnouncement | undefined): void {
  const { mutateAsync: open } = useMutation(trpc.announcements.open.mutationOptions())
  const isLookedAt = useDocumentVisibility() === 'visible'
  const id = announcement?.state === 'sent' ? announcement.id : undefined
  // A follow-up is news again.
  const followUps = announcement?.follow_ups.length
  useEffect(() => {
    if (id === undefined || followUps === undefined || !isLookedAt) return
    void open({ id })
      .then(() => refreshAfter('announcement_sent'))
      .catch(() => undefined)
  }, [id, followUps, isLookedAt, open])
}

/** They are read with their announcement. */
const read = (data: ShownAnnouncement['files']) => ({
  data,
  isError: false,
  error: null,
  isFetching: false,
  refetch: () => undefined,
})

type Props = { announcement: ShownAnnouncement; onEarlier: () => void; isLoading: boolean }

function KnownAnnouncement({ announcement, onEarlier, isLoading }: Props) {
  const writes = mayAnnounce(useViewer())
  const { id, state, figures, is_expired } = announcement
  const expiry = expiryText(announcement.expires_on, is_expired)
  const isSent = state === 'sent' || state === 'withdrawn'
  return (
    <>
      <PageHeader
        eyebrow={
          <span className={classes.marks}>
            {marksOf(announcement).map(({ tone, word }) => (
              <StatusBadge key={word} tone={tone}>
                {word}
              </StatusBadge>
            ))}
          </span>
        }
        title={announcement.title}
        lead={sentText(announcement)}
      />
      {announcement.withdraw_reason !== null && (
        <p className={classes.words}>{announcement.withdraw_reason}</p>
      )}
      <ul className={classes.facts} aria-label="About this announcement">
        <li>For: {audienceText(announcement)}</li>
        {expiry && <li>{expiry}</li>}
        {figures && isSent && <li>{openedByText(figures)}</li>}
      </ul>
      {announcement.words !== null && <p className={classes.words}>{announcement.words}</p>}
      <FollowUps announcement={announcement} />
      <SentFiles
        sent={read(announcement.files)}
        place={announcementPlace(id)}
        open={writes && state === 'draft'}
        {...ANNOUNCEMENT_FILES}
      />
      <Suspense fallback={null}>
        {writes && <WriterPart announcement={announcement} />}
        {isSent && (announcement.allows_replies || announcement.replies.length > 0) && (
          <RepliesPart announcement={announcement} onEarlier={onEarlier} isLoading={isLoading} />
        )}
      </Suspense>
      <div className={`${classes.section} ${classes.actions}`}>
        <ButtonLink to={ANNOUNCEMENTS_PATH} variant="default">
          All announcements
        </ButtonLink>
      </div>
    </>
  )
}

function FollowUps({ announcement: { follow_ups } }: { announcement: ShownAnnouncement }) {
  if (follow_ups.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby="follow-ups">
      <Title order={2} size="h3" id="follow-ups">
        Follow-ups
      </Title>
      <ol className={classes.list}>
        {follow_ups.map(({ id, author_name, words, written_at }) => (
          <li key={id} className={classes.entry}>
            <p className={classes.head}>
              <strong>{author_name}</strong> <span>{momentOf(written_at, cityToday())}</span>
            </p>
            <p className={classes.text}>{words}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
