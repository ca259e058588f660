import { Button, Title } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { useState } from 'react'
import { formatShortDate, today } from '../../../domain/calendar.ts'
import { MEMBER_MESSAGES } from '../../../domain/members/messages.ts'
import { tieOnAcceptance } from '../../../domain/members/unit.ts'
import { trpc } from '../../api.ts'
import { CITY_TIME_ZONE, cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { useViewer } from '../../session/session.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { notify } from '../../ui/notify.tsx'
import { Pager } from '../../ui/pager.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import classes from './captain-members-page.module.css'
import { MemberAction } from './member-action.tsx'

type WaitingPerson = inferOutput<typeof trpc.members.queue>['people'][number]

/** Who waits for approval, oldest first, then who is invited and has not come yet. Product 4.1 */
export function QueueSection() {
  const [page, setPage] = useState(1)
  const queue = useQuery(trpc.members.queue.queryOptions({ page }, { placeholderData: keepPreviousData }))
  const { waiting = 0, invited = 0 } = queue.data ?? {}
  return (
    <section aria-labelledby="queue">
      <div className={classes.head}>
        <Title order={2} id="queue">
          {waiting === 0 ? 'Waiting for you' : `Waiting for you (${waiting})`}
        </Title>
      </div>
      {queue.data ? (
        <>
          {waiting + invited === 0 ? (
            <EmptyState icon={<IconUserCheck size={28} stroke={1.6} />}>
              Nobody waits. Who asks to join appears here; invite your neighbors by a link or a file.
            </EmptyState>
          ) : (
            <ul className={classes.cards}>
              {queue.data.people.map((person) => (
                <QueuedPerson key={person.id} person={person} />
              ))}
            </ul>
          )}
          <Pager
            page={page}
            onPage={setPage}
            total={waiting + invited}
            pageSize={queue.data.page_size}
            isBefore={queue.isPlaceholderData}
            label="Pages of people who wait"
          />
        </>
      ) : queue.isError ? (
        <LoadFailed
          reason={`Who waits could not be loaded. ${reasonOf(queue.error)}`}
          onRetry={() => queue.refetch()}
          busy={queue.isFetching}
        />
      ) : (
        <RowSkeletons count={2} label="Loading who waits…" />
      )}
    </section>
  )
}

function QueuedPerson({ person }: { person: WaitingPerson }) {
  const { first_name, last_name, email, unit_number, role, created_at, note, confirmed, invited } = person
  const viewer = useViewer()
  const since = formatShortDate(today(new Date(created_at), CITY_TIME_ZONE), cityToday())
  if (!viewer) return null
  return (
    <li className={classes.card}>
      <Title order={3}>
        {first_name} {last_name}
      </Title>
      <p>
        {unit_number ? `Unit ${unit_number}` : 'No unit given'} · {email}
      </p>
      <p className={classes.quiet}>
        {invited ? `Invited since ${since}` : `Waits since ${since}`}
        {person.by_link && ', by an invitation link'}
        {!confirmed && !invited && '. Email not confirmed yet'}
      </p>
      {unit_number && (
        <p className={classes.quiet}>{becomes(unit_number, tieOnAcceptance(role), person.holders)}</p>
      )}
      {note && <p className={classes.note}>{note}</p>}
      <div className={classes.foot}>
        {invited ? (
          <InvitedActions person={person} />
        ) : (
          <MemberAction
            member={{ ...person, status: 'pending', offices: [] }}
            listed={{ page: 1, search: null }}
            viewer={viewer}
          />
        )}
      </div>
    </li>
  )
}

/** What an acceptance makes of somebody: 'Accepted, they own unit 4B beside Ned Olsen.' */
function becomes(unit: string, tie: 'owner' | 'renter', holders: WaitingPerson['holders']): string {
  const others = holders.map(({ name, tie }) => (tie === 'owner' ? name : `${name} (renter)`)).join(' and ')
  return `Accepted, they ${tie === 'owner' ? 'own' : 'rent'} unit ${unit}${others === '' ? '' : ` beside ${others}`}.`
}

function InvitedActions({ person: { id, first_name, last_name, email } }: { person: WaitingPerson }) {
  const again = useMutation(trpc.members.inviteAgain.mutationOptions())
  const withdraw = useMutation(trpc.members.decline.mutationOptions())
  const { busy, run } = useSingleFlight()
  const name = `${first_name} ${last_name}`

  const sendAgain = () =>
    run(async () => {
      try {
        await again.mutateAsync({ id })
        notify.success(MEMBER_MESSAGES.invitedAgain(email))
      } catch (error) {
        notify.error(MEMBER_MESSAGES.inviteFailed(reasonOf(error)))
      }
      await refreshAfter('invitation_sent', 'member_declined')
    })

  const askToWithdraw = () =>
    run(async () => {
      const agreed = await confirm({
        title: `Withdraw the invitation of ${name}`,
        question: MEMBER_MESSAGES.confirmWithdraw,
        action: 'Withdraw',
        danger: true,
      })
      if (!agreed) return
      try {
        await withdraw.mutateAsync({ id })
        notify.success(MEMBER_MESSAGES.invitationWithdrawn)
      } catch (error) {
        notify.error(MEMBER_MESSAGES.inviteFailed(reasonOf(error)))
      }
      await refreshAfter('member_declined', 'invitation_accepted')
    })

  return (
    <>
      <Button
        size="sm"
        variant="default"
        disabled={busy}
        aria-label={`Send again to ${name}`}
        onClick={() => void sendAgain()}
      >
        Send again
      </Button>
      <Button
        size="sm"
        variant="default"
        disabled={busy}
        aria-label={`Withdraw the invitation of ${name}`}
        onClick={() => void askToWithdraw()}
      >
        Withdraw
      </Button>
    </>
  )
}
