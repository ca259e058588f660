import { Button, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { momentOf } from '../../city-clock.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { notify } from '../../ui/notify.tsx'
import type { Question } from '../../ui/overlays.tsx'
import { useOpened } from '../../ui/use-opened.ts'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import { ANNOUNCEMENT_MESSAGES } from './announcement-messages.ts'
import classes from './announcements.module.css'
import { ANNOUNCEMENTS_PATH, type ShownAnnouncement } from './shown-announcement.ts'

const AnnouncementDialog = lazyPart(() => import('./announcement-dialog.tsx'), 'AnnouncementDialog')
const FollowUpDialog = lazyPart(() => import('./follow-up-dialog.tsx'), 'FollowUpDialog')
const WithdrawDialog = lazyPart(() => import('./withdraw-dialog.tsx'), 'WithdrawDialog')

const DISCARD: Question = {
  title: 'Discard Draft',
  question: ANNOUNCEMENT_MESSAGES.confirmDiscard,
  action: 'Discard',
  danger: true,
}

/** What sending does, before it does it: it can't be changed afterwards. */
function sendQuestion({ send_at, figures, is_important }: ShownAnnouncement): Question {
  const title = 'Send Announcement'
  const after = 'Once it is sent it can be added to or withdrawn, but not changed.'
  if (send_at !== null && new Date(send_at) > new Date())
    return {
      title,
      question: `It is sent by itself ${momentOf(send_at, cityToday())}. ${after}`,
      action: 'Schedule',
    }
  const people = figures?.people ?? 0
  const reached = people === 1 ? '1 person can read it at once.' : `${people} people can read it at once.`
  const mailed = is_important
    ? 'Each of them gets an email.'
    : 'Those who have not turned these emails off get one.'
  return { title, question: `${reached} ${mailed} ${after}`, action: 'Send' }
}

/** What who writes announcements does with one. Product 4.5 */
export function WriterPart({ announcement }: { announcement: ShownAnnouncement }) {
  const navigate = useNavigate()
  const send = useMutation(trpc.announcements.send.mutationOptions())
  const unschedule = useMutation(trpc.announcements.unschedule.mutationOptions())
  const discard = useMutation(trpc.announcements.discard.mutationOptions())
  const edit = useOpened()
  const followUp = useOpened()
  const withdraw = useOpened()
  const { busy, run } = useSingleFlight()
  const act = (work: () => Promise<unknown>, done: string, question?: Question) =>
    run(async () => {
      if (question && !(await confirm(question))) return
      try {
        await work()
        notify.success(done)
      } catch (error) {
        notify.error(ANNOUNCEMENT_MESSAGES.failed(reasonOf(error)))
      }
      await refreshAfter('announcement_changed')
    })
  const { id, state, version, send_at } = announcement
  const isLater = send_at !== null && new Date(send_at) > new Date()
  const button = (label: string, onClick: () => unknown, variant: 'filled' | 'default' = 'default') => (
    <Button key={label} variant={variant} disabled={busy} onClick={() => void onClick()}>
      {label}
    </Button>
  )
  const leave = async () => {
    await discard.mutateAsync({ id })
    void navigate({ to: ANNOUNCEMENTS_PATH })
  }
  const buttons = {
    draft: [
      button(
        isLater ? 'Schedule' : 'Send Now',
        () =>
          act(
            () => send.mutateAsync({ id, version }),
            isLater ? ANNOUNCEMENT_MESSAGES.scheduled : ANNOUNCEMENT_MESSAGES.sent,
            sendQuestion(announcement),
          ),
        'filled',
      ),
      button('Edit Draft', edit.open),
      button('Discard Draft', () => act(leave, ANNOUNCEMENT_MESSAGES.discarded, DISCARD)),
    ],
    scheduled: [
      button('Back to Draft', () =>
        act(() => unschedule.mutateAsync({ id }), ANNOUNCEMENT_MESSAGES.unscheduled),
      ),
    ],
    sent: [button('Add Follow-up', followUp.open), button('Withdraw', withdraw.open)],
    withdrawn: [],
  }[state]
  if (buttons.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby="writing">
      <Title order={2} size="h3" id="writing">
        {state === 'sent' ? 'Correct it' : 'Send it'}
      </Title>
      <div className={classes.actions}>{buttons}</div>
      <Suspense fallback={null}>
        {edit.wanted && <AnnouncementDialog announcement={announcement} {...edit.dialog} />}
        {followUp.wanted && <FollowUpDialog announcement={announcement} {...followUp.dialog} />}
        {withdraw.wanted && <WithdrawDialog announcement={announcement} {...withdraw.dialog} />}
      </Suspense>
    </section>
  )
}
