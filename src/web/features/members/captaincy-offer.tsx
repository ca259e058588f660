import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { EventKind } from '../../../domain/events.ts'
import { MEMBER_MESSAGES } from '../../../domain/members/messages.ts'
import { may } from '../../../domain/viewer.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { useSession, useViewer } from '../../session/session.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import classes from './captaincy-offer.module.css'

/** Who is asked by the captain to take over: for the captain, and for the one who is asked. Renders nothing for others. Product 4.1 */
export function CaptaincyOffer() {
  const viewer = useViewer()
  const isAsked = useSession()?.captaincy_offered ?? false
  const isCaptain = may(viewer, 'hand_over')
  const offer = useQuery(trpc.members.offer.queryOptions(undefined, { enabled: isAsked || isCaptain }))
  const title = useId()
  if (!offer.data || !viewer) return null
  const { captain, successor, to_person } = offer.data
  return (
    <section aria-labelledby={title} className={classes.offer}>
      {to_person === viewer.id ? (
        <>
          <p id={title} className={classes.question}>
            <strong>{captain}</strong> asks you to become the HOA representative of your building.
          </p>
          <AnswerOffer captain={captain} />
        </>
      ) : (
        <>
          <p id={title} className={classes.question}>
            You asked <strong>{successor}</strong> to become the HOA representative. Until they accept,
            nothing changes.
          </p>
          <Withdraw />
        </>
      )}
    </section>
  )
}

/** One of the calls that end an offer, with what it says. */
function useEnd() {
  const { busy, run } = useSingleFlight()
  const end = (call: () => Promise<unknown>, done: string, cause: EventKind) =>
    run(async () => {
      try {
        await call()
        notify.success(done)
      } catch (error) {
        notify.error(MEMBER_MESSAGES.captaincyFailed(reasonOf(error)))
      }
      // After a refusal, too: the other one was first.
      await refreshAfter(cause, 'captaincy_accepted')
    })
  return { busy, end }
}

function AnswerOffer({ captain }: { captain: string }) {
  const accept = useMutation(trpc.members.acceptCaptaincy.mutationOptions())
  const decline = useMutation(trpc.members.declineCaptaincy.mutationOptions())
  const { busy, end } = useEnd()

  async function ask(): Promise<void> {
    const agreed = await confirm({
      title: 'Become HOA Representative',
      question: `You accept who joins, decide with your neighbors on quotes, and hear from the vendors. ${captain} stays as a tenant.`,
      action: 'Accept',
    })
    if (agreed)
      void end(() => accept.mutateAsync({}), MEMBER_MESSAGES.captaincyAccepted, 'captaincy_accepted')
  }

  return (
    <div className={classes.buttons}>
      <Button
        variant="default"
        disabled={busy}
        onClick={() =>
          void end(() => decline.mutateAsync({}), MEMBER_MESSAGES.captaincyDeclined, 'captaincy_declined')
        }
      >
        Decline
      </Button>
      <Button disabled={busy} onClick={() => void ask()}>
        Accept
      </Button>
    </div>
  )
}

function Withdraw() {
  const withdraw = useMutation(trpc.members.withdrawCaptaincy.mutationOptions())
  const { busy, end } = useEnd()
  return (
    <div className={classes.buttons}>
      <Button
        variant="default"
        disabled={busy}
        onClick={() =>
          void end(() => withdraw.mutateAsync({}), MEMBER_MESSAGES.captaincyWithdrawn, 'captaincy_withdrawn')
        }
      >
        Withdraw
      </Button>
    </div>
  )
}
