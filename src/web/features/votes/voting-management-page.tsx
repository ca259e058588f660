import '../../ui/part-styles.ts'
import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { AllVotes } from './vote-list.tsx'

const NewVoteButton = lazyPart(() => import('./new-vote-button.tsx'), 'NewVoteButton')

/** /admin/voting: the votes of all buildings. [2.placeholder.admin-voting] Product 4.4, 5 */
export function VotingManagementPage() {
  return (
    <Page>
      <PageHeader
        title="Voting Management"
        lead="The votes that buildings hold."
        action={
          <Suspense fallback={null}>
            <NewVoteButton />
          </Suspense>
        }
      />
      <AllVotes />
    </Page>
  )
}
