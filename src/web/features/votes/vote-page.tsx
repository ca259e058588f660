import '../../ui/part-styles.ts'
import { IconCheckbox } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { z } from 'zod'
import { id } from '../../../domain/text.ts'
import { useViewer } from '../../session/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { CardSkeletons } from '../../ui/skeletons.tsx'
import { votingPath } from './shown-vote.ts'

// Its scripts are named here, and not in what every screen loads.
const VoteView = lazyPart(() => import('./vote-view.tsx'), 'VoteView')

const VoteAddress = z.object({ id: id.nullable().catch(null) })

/** One vote: its question, the viewer's ballots, and its result. Product 4.4 */
export function VotePage() {
  const address = useLocation({ select: (location) => location.search })
  const { id: voteId } = VoteAddress.parse(address)
  const isAdmin = useViewer()?.kind === 'admin'
  return (
    <Page>
      {voteId === null ? (
        <>
          <PageHeader title="Vote" />
          <EmptyState
            icon={<IconCheckbox size={30} stroke={1.6} />}
            title="No vote chosen"
            action={<ButtonLink to={votingPath(isAdmin)}>All votes</ButtonLink>}
          >
            Choose a vote in the list.
          </EmptyState>
        </>
      ) : (
        <Suspense
          fallback={
            <>
              <PageHeader title="Vote" />
              <CardSkeletons count={2} label="Loading the vote…" />
            </>
          }
        >
          <VoteView key={voteId} voteId={voteId} isAdmin={isAdmin} />
        </Suspense>
      )}
    </Page>
  )
}
