import { Button, Title } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { canReply } from '../../../domain/announcements/announcement.ts'
import { ReplyToAnnouncement } from '../../../domain/announcements/announcement-input.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { momentOf } from '../../city-clock.ts'
import { CountedTextarea } from '../../forms/counted-textarea.tsx'
import { sendForm } from '../../forms/send-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { useIdOf } from '../../forms/use-id-of.ts'
import { useViewer } from '../../session/session.ts'
import { notify } from '../../ui/notify.tsx'
import { ANNOUNCEMENT_MESSAGES } from './announcement-messages.ts'
import classes from './announcements.module.css'
import type { ShownAnnouncement } from './shown-announcement.ts'

type Props = { announcement: ShownAnnouncement; onEarlier: () => void; isLoading: boolean }

/** What its readers answered, and a form for the next reply where the author allows them. Product 4.5 */
export function RepliesPart({ announcement, onEarlier, isLoading }: Props) {
  const viewer = useViewer()
  const { id, replies, reply_count } = announcement
  return (
    <section className={classes.section} aria-labelledby="replies">
      <Title order={2} size="h3" id="replies">
        Replies
      </Title>
      {replies.length < reply_count && (
        <Button variant="default" onClick={onEarlier} loading={isLoading}>
          Earlier replies
        </Button>
      )}
      {replies.length === 0 ? (
        <p className={classes.hint}>Nobody has replied yet.</p>
      ) : (
        <ol className={classes.list} aria-label="Replies" aria-live="polite">
          {replies.map((reply) => (
            <li
              key={reply.id}
              className={classes.entry}
              data-own={reply.author_id === viewer?.id || undefined}
            >
              <p className={classes.head}>
                <strong>{reply.author_name}</strong> <span>{momentOf(reply.written_at, cityToday())}</span>
              </p>
              <p className={classes.text}>{reply.words}</p>
            </li>
          ))}
        </ol>
      )}
      {canReply(announcement, cityToday()) && <ReplyForm announcementId={id} />}
    </section>
  )
}

const replyForm = ReplyToAnnouncement.pick({ words: true })

function ReplyForm({ announcementId: announcement_id }: { announcementId: string }) {
  const { mutateAsync: reply } = useMutation(trpc.announcements.reply.mutationOptions())
  const { idOf, forget } = useIdOf(`reply to ${announcement_id}`)
  const form = useForm({
    initialValues: { words: '' },
    validate: schemaResolver(replyForm, { sync: true }),
  })
  const dropDraft = useDraft(`reply to ${announcement_id}`, form, { stays: true })
  const onSubmit = sendForm(form, {
    send: async ({ words }) => {
      await reply({ announcement_id, id: idOf(words), words })
      forget()
      form.reset()
      dropDraft()
      notify.success(ANNOUNCEMENT_MESSAGES.replied)
    },
    failed: ANNOUNCEMENT_MESSAGES.failed,
    causes: ['announcement_replied'],
  })
  const busy = form.submitting
  return (
    <form noValidate onSubmit={onSubmit} className={classes.form} aria-label="Reply to this announcement">
      <CountedTextarea
        label="Reply"
        rows={3}
        max={LIMITS.announcement_reply}
        readOnly={busy}
        {...form.getInputProps('words')}
        value={form.values.words}
      />
      <p className={classes.hint}>All who can read the announcement can read your reply.</p>
      <div className={classes.actions}>
        <Button type="submit" loading={busy}>
          Reply
        </Button>
      </div>
    </form>
  )
}
