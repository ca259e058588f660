import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { canManagePeople } from '../../../domain/team/colleague.ts'
import { TEAM_MESSAGES } from '../../../domain/team/messages.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { useKeptState } from '../../forms/use-draft.ts'
import { useViewer } from '../../session/session.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import classes from './team.module.css'
import { TeamTable } from './team-table.tsx'

// Loaded after the page: nobody opens it earlier.
const InviteDialog = lazyPart(() => import('./invite-dialog.tsx'), 'InviteDialog')

/** The people of a vendor: who they are, and for its owners who else is invited. Product 1.8 */
export function TeamPanel() {
  const viewer = useViewer()
  const team = useQuery(trpc.team.list.queryOptions())
  const [inviting = false, setInviting] = useKeptState<true>('inviting a colleague')
  const manages = canManagePeople(viewer)
  return (
    <Panel
      id="team"
      title="Team"
      lead={manages ? LEAD : 'The people of your company. Its owners invite and remove them.'}
    >
      {team.data && viewer ? (
        <TeamTable people={team.data} viewer={viewer} />
      ) : team.isError ? (
        <LoadFailed
          reason={TEAM_MESSAGES.loadFailed(reasonOf(team.error))}
          onRetry={() => team.refetch()}
          busy={team.isFetching}
        />
      ) : (
        <RowSkeletons count={2} label="Loading your team…" />
      )}
      {manages && (
        <>
          <Button
            variant="default"
            className={classes.invite}
            onClick={() => setInviting(true)}
            aria-haspopup="dialog"
          >
            Invite a Colleague
          </Button>
          <Suspense fallback={null}>
            <InviteDialog opened={inviting} onClose={() => setInviting(undefined)} />
          </Suspense>
        </>
      )}
    </Panel>
  )
}

const LEAD =
  'Office quotes and schedules with you. Crew sees Today and the visits that they are assigned to, without prices.'
