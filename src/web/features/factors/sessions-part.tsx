import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { useState } from 'react'
import { formatLongDate, today } from '../../../domain/calendar.ts'
import type { Proof } from '../../../domain/factors/factor.ts'
import { trpc } from '../../api.ts'
import { CITY_TIME_ZONE } from '../../city.ts'
import { LazyProofDialog } from '../../forms/lazy-proof-dialog.ts'
import { refreshAfter } from '../../refresh.ts'
import { notify } from '../../ui/notify.tsx'
import rows from '../../ui/setting-rows.module.css'
import classes from './security.module.css'
import { SecurityPart } from './security-part.tsx'

type ListedSession = inferOutput<typeof trpc.sessions.list>[number]
type Props = { sessions: ListedSession[]; hasApp: boolean }

const day = (moment: string) => formatLongDate(today(new Date(moment), CITY_TIME_ZONE))

/** Where the person is signed in. Other sessions can be ended, one or all. */
export function SessionsPart({ sessions, hasApp }: Props) {
  const [ending, setEnding] = useState<ListedSession | 'others' | null>(null)
  const end = useMutation(trpc.sessions.end.mutationOptions())
  const endOthers = useMutation(trpc.sessions.endOthers.mutationOptions())

  async function endIt(which: ListedSession | 'others', proof: Proof) {
    await (which === 'others' ? endOthers.mutateAsync(proof) : end.mutateAsync({ id: which.id, ...proof }))
    setEnding(null)
    notify.success(which === 'others' ? 'All other sessions ended' : 'Session ended')
    void refreshAfter('session_ended')
  }

  const hasOthers = sessions.some(({ is_own }) => !is_own)
  return (
    <SecurityPart
      title="Sessions"
      lead="Where you are signed in."
      action={hasOthers ? { label: 'End all others', onClick: () => setEnding('others') } : undefined}
      dialog={
        ending && (
          <LazyProofDialog
            title={ending === 'others' ? 'End all other sessions' : `End ${ending.device}`}
            lead={
              ending === 'others' ? 'Every other device is signed out at once.' : 'It is signed out at once.'
            }
            action="End"
            danger
            hasApp={hasApp}
            onClose={() => setEnding(null)}
            onProven={(proof) => endIt(ending, proof)}
          />
        )
      }
    >
      <ul className={rows.rows} aria-label="Sessions">
        {sessions.map((session) => (
          <li key={session.id}>
            <span>
              <strong>{session.device}</strong>
              <small>{session.place}</small>
              <small>{`Since ${day(session.created_at)} · last seen ${day(session.last_seen)}`}</small>
            </span>
            {session.is_own ? (
              <span className={classes.own}>This device</span>
            ) : (
              <Button
                size="sm"
                variant="default"
                onClick={() => setEnding(session)}
                aria-label={`End ${session.device}`}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
    </SecurityPart>
  )
}
