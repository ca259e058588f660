import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { RowSkeletons } from '../../ui/skeletons.tsx'

// Below the profile and the services, so it loads after them.
const TeamPanel = lazyPart(() => import('./team-panel.tsx'), 'TeamPanel')

/** The people of a vendor, in its settings. Product 1.8 */
export function TeamSection() {
  return (
    <Suspense fallback={<RowSkeletons count={2} label="Loading your team…" />}>
      <TeamPanel />
    </Suspense>
  )
}
