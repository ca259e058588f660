import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { TEAM_MESSAGES } from '../../../domain/team/messages.ts'
import type { Viewer } from '../../../domain/viewer.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { notify } from '../../ui/notify.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import type { ListedColleague } from './colleague.ts'
import classes from './team.module.css'

// Loaded when it opens: roles change rarely.
const RoleDialog = lazyPart(() => import('./role-dialog.tsx'), 'RoleDialog')

type Props = { person: ListedColleague; viewer: Viewer }

/** An owner's buttons for a colleague: another role, the invitation again, and the end of both. */
export function ColleagueActions({ person, viewer }: Props) {
  const { id, first_name, last_name, email, status } = person
  const name = `${first_name} ${last_name}`
  const [asked, setAsked] = useState(false)
  const [changing, setChanging] = useState(false)
  const { busy, remove, inviteAgain } = useColleague(id)
  const isInvited = status === 'pending'

  async function askToRemove(): Promise<void> {
    const agreed = await confirm({
      title: isInvited ? `Withdraw the invitation of ${name}` : `Remove ${name}`,
      question: isInvited ? TEAM_MESSAGES.confirmWithdraw : TEAM_MESSAGES.confirmRemove,
      action: isInvited ? 'Withdraw' : 'Remove',
      danger: true,
    })
    if (agreed) void remove(name)
  }

  return (
    <div className={classes.actions}>
      {isInvited && (
        <Button
          size="sm"
          variant="default"
          disabled={busy}
          aria-label={`Send again to ${name}`}
          onClick={() => void inviteAgain(email)}
        >
          Send again
        </Button>
      )}
      <Button
        size="sm"
        variant="default"
        disabled={busy}
        aria-label={`Change role of ${name}`}
        aria-haspopup="dialog"
        onClick={() => {
          setAsked(true)
          setChanging(true)
        }}
      >
        Change role
      </Button>
      {id !== viewer.id && (
        <Button
          size="sm"
          variant="default"
          disabled={busy}
          aria-label={`${isInvited ? 'Withdraw the invitation of' : 'Remove'} ${name}`}
          onClick={() => void askToRemove()}
        >
          {isInvited ? 'Withdraw' : 'Remove'}
        </Button>
      )}
      {asked && (
        <Suspense fallback={null}>
          <RoleDialog person={person} opened={changing} onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </div>
  )
}

function useColleague(id: string) {
  const removing = useMutation(trpc.team.remove.mutationOptions())
  const inviting = useMutation(trpc.team.inviteAgain.mutationOptions())
  const { busy, run } = useSingleFlight()
  return {
    busy,
    remove: (name: string) =>
      run(async () => {
        try {
          await removing.mutateAsync({ id })
          notify.success(TEAM_MESSAGES.removed(name))
        } catch (error) {
          notify.error(TEAM_MESSAGES.removeFailed(reasonOf(error)))
        }
        await refreshAfter('colleague_removed')
      }),
    inviteAgain: (email: string) =>
      run(async () => {
        try {
          await inviting.mutateAsync({ id })
          notify.success(TEAM_MESSAGES.invited(email))
        } catch (error) {
          notify.error(TEAM_MESSAGES.inviteFailed(reasonOf(error)))
        }
        await refreshAfter('colleague_invited')
      }),
  }
}
