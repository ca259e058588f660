import { Button } from '@mantine/core'
import { useDocumentVisibility } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { useEffect, useState } from 'react'
import { isPicture } from '../../../domain/documents/attached-file.ts'
import { MESSAGE_TEXTS, MESSAGES_PAGE, MOST_MESSAGES } from '../../../domain/messages/message.ts'
import { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { momentOf } from '../../city-clock.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ContactLines } from '../../ui/contact-lines.tsx'
import { FileList } from '../../ui/file-list.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { MessageForm } from './message-form.tsx'
import classes from './messages.module.css'

type ShownThread = inferOutput<typeof trpc.messages.thread>
type ThreadMessage = ShownThread['messages'][number]
type Props = { quoteId: string; side: ThreadMessage['side'] }

/** The messages about one accepted quote, the last one first, and a form for the next. Product 2.10 */
export function ThreadView({ quoteId, side }: Props) {
  const [last, setLast] = useState(MESSAGES_PAGE)
  const thread = useQuery(
    trpc.messages.thread.queryOptions({ quote: quoteId, last }, { placeholderData: keepPreviousData }),
  )
  useMarkRead(quoteId, side, thread.data)
  if (!thread.data)
    return (
      <>
        <PageHeader title="Messages" />
        {thread.isError ? (
          <LoadFailed
            reason={MESSAGE_TEXTS.loadFailed(reasonOf(thread.error))}
            onRetry={() => thread.refetch()}
            busy={thread.isFetching}
          />
        ) : (
          <RowSkeletons count={3} label="Loading the messages…" />
        )}
      </>
    )
  const { service, company_name, address, contact, messages, has_earlier, read_by_other } = thread.data
  const otherSide = side === 'vendor' ? address : company_name
  return (
    <>
      <PageHeader eyebrow={`Messages with ${otherSide}`} title={service} />
      {contact && (
        <p className={classes.contact}>
          <ContactLines person={contact} />
        </p>
      )}
      <MessageForm quoteId={quoteId} otherSide={otherSide} />
      {messages.length === 0 ? (
        <p className={classes.none}>
          Nobody has written yet. What you write is seen by both sides of the agreement only.
        </p>
      ) : (
        <ol className={classes.thread} aria-label="Messages" aria-live="polite" reversed>
          {messages.map((message) => (
            <ShownMessage
              key={message.id}
              message={message}
              own={message.side === side}
              otherSide={otherSide}
              isRead={message.number <= read_by_other}
            />
          ))}
        </ol>
      )}
      {has_earlier && last < MOST_MESSAGES && (
        <Button
          variant="default"
          onClick={() => setLast(last + MESSAGES_PAGE)}
          loading={thread.isPlaceholderData}
          className={classes.earlier}
        >
          Earlier messages
        </Button>
      )}
      <p className={classes.back}>
        <ButtonLink variant="default" to={side === 'vendor' ? '/vendor/services' : '/home/services'}>
          Your services
        </ButtonLink>
      </p>
    </>
  )
}

/** Notes what somebody looks at as read. A failure is not worth a word: the next look notes it. */
function useMarkRead(quoteId: string, side: ThreadMessage['side'], thread: ShownThread | undefined): void {
  const { mutateAsync: markRead } = useMutation(trpc.messages.read.mutationOptions())
  const isLookedAt = useDocumentVisibility() === 'visible'
  const theirs = thread?.messages.find((message) => message.side !== side)?.number
  useEffect(() => {
    if (theirs === undefined || !isLookedAt) return
    void markRead({ quote: quoteId, number: theirs })
      .then(() => refreshAfter('thread_read'))
      .catch(() => undefined)
  }, [quoteId, theirs, isLookedAt, markRead])
}

type MessageProps = { message: ThreadMessage; own: boolean; otherSide: string; isRead: boolean }

function ShownMessage({ message, own, otherSide, isRead }: MessageProps) {
  const { author, sent_at, words, files, by_mail } = message
  return (
    <li className={classes.message} data-own={own || undefined} aria-label={`Message ${message.number}`}>
      <p className={classes.head}>
        <strong>{author ?? (own ? 'Somebody who has left' : otherSide)}</strong>{' '}
        <span>
          {momentOf(sent_at, cityToday())}
          {by_mail && ' · by mail'}
        </span>
      </p>
      {words && <p className={classes.words}>{words}</p>}
      <FileList label="Files" files={files.map((file) => ({ ...file, picture: isPicture(file.url) }))} />
      {own && isRead && <p className={classes.read}>Read</p>}
    </li>
  )
}
