import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { RowSkeletons } from '../../ui/skeletons.tsx'

// Below the profile and the services, so it loads after them.
const CompanyPanel = lazyPart(() => import('./company-panel.tsx'), 'CompanyPanel')

/** What a vendor says of itself, in its settings. Product 2.7 */
export function CompanySection() {
  return (
    <Suspense fallback={<RowSkeletons count={2} label="Loading your company profile…" />}>
      <CompanyPanel />
    </Suspense>
  )
}
