import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import { PersonChoice, type ProxyPerson } from './person-choice.tsx'
import type { OwnUnit, ShownVote } from './shown-vote.ts'
import { VOTE_MESSAGES } from './vote-messages.ts'
import classes from './votes.module.css'

type Props = { vote: ShownVote; unit: OwnUnit }

/** Who votes for one's unit instead, until one takes it back or votes oneself. Product 4.4 */
export function ProxyPart({ vote, unit }: Props) {
  const { mutateAsync: give } = useMutation(trpc.votes.giveProxy.mutationOptions())
  const { mutateAsync: revoke } = useMutation(trpc.votes.revokeProxy.mutationOptions())
  const [choosing, setChoosing] = useState(false)
  const [holder, setHolder] = useState<ProxyPerson | null>(null)
  const { busy, run } = useSingleFlight()
  const of = { id: vote.id, unit_id: unit.unit_id }
  const act = (work: () => Promise<string | null>) =>
    run(async () => {
      try {
        const done = await work()
        if (done !== null) notify.success(done)
      } catch (error) {
        notify.error(VOTE_MESSAGES.failed(reasonOf(error)))
      }
      await refreshAfter('proxy_given', 'proxy_revoked')
    })
  const { holder_name, voted_as } = unit
  if (holder_name !== null)
    return (
      <div className={classes.actions}>
        <p>{holder_name} may vote for this unit. If you vote yourself, your ballot counts.</p>
        <Button
          variant="default"
          loading={busy}
          onClick={() =>
            void act(async () => {
              const agreed = await confirm({
                title: 'Take the Proxy Back',
                question: VOTE_MESSAGES.confirmRevoke(holder_name),
                action: 'Take Back',
                danger: true,
              })
              if (!agreed) return null
              await revoke(of)
              return VOTE_MESSAGES.proxyRevoked
            })
          }
        >
          Take the Proxy Back
        </Button>
      </div>
    )
  if (voted_as !== null) return null
  if (!choosing)
    return (
      <div className={classes.actions}>
        <Button variant="subtle" onClick={() => setChoosing(true)}>
          Let somebody vote for me
        </Button>
      </div>
    )
  return (
    <>
      <PersonChoice label="Who votes for you" value={holder} onChange={setHolder} />
      <div className={classes.actions}>
        <Button
          variant="default"
          loading={busy}
          disabled={holder === null}
          onClick={() =>
            void act(async () => {
              if (!holder) return null
              await give({ ...of, holder_id: holder.id })
              setChoosing(false)
              return VOTE_MESSAGES.proxyGiven(holder.name)
            })
          }
        >
          Give Proxy
        </Button>
        <Button variant="default" disabled={busy} onClick={() => setChoosing(false)}>
          Cancel
        </Button>
      </div>
    </>
  )
}
