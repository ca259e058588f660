import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { Suspense, useState } from 'react'
import { nullIfRejected } from '../../../domain/errors.ts'
import type { EventKind } from '../../../domain/events.ts'
import { canHandOverTo } from '../../../domain/members/captaincy.ts'
import {
  acceptMember,
  canAcceptMember,
  canDeclineMember,
  canRemoveMember,
  removeMember,
} from '../../../domain/members/member.ts'
import { MEMBER_MESSAGES } from '../../../domain/members/messages.ts'
import type { SearchedList } from '../../../domain/searched-list.ts'
import type { Viewer } from '../../../domain/viewer.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { LazyProofDialog } from '../../forms/lazy-proof-dialog.ts'
import { optimistic } from '../../optimistic.ts'
import { refreshAfter } from '../../refresh.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { notify } from '../../ui/notify.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import classes from './member-action.module.css'

export type ListedMember = inferOutput<typeof trpc.members.list>['members'][number]

type Listed = inferOutput<typeof trpc.members.list>
type Input = { id: string }

/** Shows the outcome of the rule for this person on their page optimistically. */
const shown = (
  listed: SearchedList,
  decide: (member: ListedMember, input: Input) => Pick<ListedMember, 'status'>,
  cause: EventKind,
) =>
  optimistic(
    trpc.members.list.queryKey(listed),
    (listed: Listed, input: Input) => ({
      ...listed,
      members: listed.members.map((member) => {
        const outcome = member.id === input.id && nullIfRejected(() => decide(member, input))
        return outcome ? { ...member, status: outcome.status } : member
      }),
    }),
    [cause],
  )

const accepting = (listed: SearchedList) => shown(listed, (member) => acceptMember(member), 'member_accepted')
const removing = (listed: SearchedList) => shown(listed, removeMember, 'member_removed')

// After the rows: menus cost a fifth of the page.
const HandOverMenu = lazyPart(() => import('./hand-over-menu.tsx'), 'HandOverMenu')

// Loaded when it opens: most captains decline nobody.
const DeclineDialog = lazyPart(() => import('./decline-dialog.tsx'), 'DeclineDialog')
const RemoveDialog = lazyPart(() => import('./remove-dialog.tsx'), 'RemoveDialog')

type Props = { member: ListedMember; listed: SearchedList; viewer: Viewer }

/**
 * The captain's buttons for a person: accept or decline, or remove and hand over.
 * [2.building.4] [2.building.5] [2.building.22]
 */
export function MemberAction({ member, listed, viewer }: Props) {
  const { id, first_name, last_name } = member
  const { run } = useSingleFlight()
  // The optimistic update swaps the button; its call waits for the answer before.
  const scope = { id: `member ${id}` }
  const accept = useMutation(trpc.members.accept.mutationOptions({ ...accepting(listed), scope }))
  const handOver = useMutation(trpc.members.accept.mutationOptions())
  const remove = useMutation(trpc.members.remove.mutationOptions({ ...removing(listed), scope }))

  const name = `${first_name} ${last_name}`
  const waits = canAcceptMember(viewer, member)
  const takesOver = waits && acceptMember(member, true).handsOver
  const [succeeding, setSucceeding] = useState(false)
  const [asked, setAsked] = useState<'decline' | 'remove'>()
  const [opened, setOpened] = useState(false)
  const mayDecline = canDeclineMember(viewer, member)
  if (!waits && !mayDecline && !canRemoveMember(viewer, member)) return null

  // Not by callbacks of this row: the notification must appear even if the row is gone by then.
  async function act(): Promise<void> {
    try {
      await (waits ? accept.mutateAsync({ id }) : remove.mutateAsync({ id }))
      notify.success(waits ? MEMBER_MESSAGES.accepted : MEMBER_MESSAGES.removed)
    } catch (error) {
      const reason = reasonOf(error)
      notify.error(waits ? MEMBER_MESSAGES.acceptFailed(reason) : MEMBER_MESSAGES.removeFailed(reason))
    }
  }

  const askToAccept = () =>
    run(async () => {
      const question = MEMBER_MESSAGES.confirmAccept
      if (await confirm({ title: `Accept ${name}`, question, action: 'Accept' })) void act()
    })
  const ask = (what: typeof asked) => {
    setAsked(what)
    setOpened(true)
  }
  const close = () => setOpened(false)

  return (
    <div className={classes.actions}>
      {mayDecline && (
        <Button
          size="sm"
          variant="default"
          aria-label={`Decline ${name}`}
          aria-haspopup="dialog"
          onClick={() => ask('decline')}
        >
          Decline
        </Button>
      )}
      {(waits || !mayDecline) && (
        <Button
          size="sm"
          variant={waits ? 'filled' : 'default'}
          onClick={takesOver ? () => setSucceeding(true) : waits ? askToAccept : () => ask('remove')}
          aria-label={`${waits ? 'Accept' : 'Remove'} ${name}`}
          aria-haspopup="dialog"
        >
          {waits ? 'Accept' : 'Remove'}
        </Button>
      )}
      {canHandOverTo(viewer, member) && (
        <div className={classes.menu}>
          <Suspense fallback={null}>
            <HandOverMenu id={id} name={name} />
          </Suspense>
        </div>
      )}
      {succeeding && (
        <LazyProofDialog
          title={`Accept ${name}`}
          lead={`${MEMBER_MESSAGES.confirmAccept} ${MEMBER_MESSAGES.confirmHandOver}`}
          action="Accept"
          onClose={() => setSucceeding(false)}
          onProven={async (proof) => {
            // After a refusal, too: they may have left.
            await handOver
              .mutateAsync({ id, hand_over: true, ...proof })
              .finally(() => void refreshAfter('member_accepted', 'captaincy_handed_over'))
            setSucceeding(false)
            notify.success(MEMBER_MESSAGES.accepted)
          }}
        />
      )}
      <Suspense fallback={null}>
        {asked === 'decline' && <DeclineDialog member={member} opened={opened} onClose={close} />}
        {asked === 'remove' && (
          <RemoveDialog
            person={{ id, name }}
            opened={opened}
            onClose={close}
            onRemove={() => {
              close()
              void act()
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
