import '../../ui/part-styles.ts'
import { Suspense } from 'react'
import { mayRunVotes } from '../../../domain/votes/vote.ts'
import { useSession } from '../../session/session.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { NoBuilding } from '../../ui/no-building.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { BuildingVotes } from './vote-list.tsx'

// Only officers load it.
const NewVoteButton = lazyPart(() => import('./new-vote-button.tsx'), 'NewVoteButton')

/** /home/voting: what the building decides together. [2.placeholder.voting] Product 4.4 */
export function VotingPage() {
  const session = useSession()
  return (
    <Page>
      <PageHeader
        title="Voting"
        lead="Vote on the questions that your building decides together."
        action={
          session?.building &&
          mayRunVotes(session.viewer) && (
            <Suspense fallback={null}>
              <NewVoteButton />
            </Suspense>
          )
        }
      />
      {session?.building ? <BuildingVotes /> : <NoBuilding />}
    </Page>
  )
}
