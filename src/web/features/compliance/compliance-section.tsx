import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { RowSkeletons } from '../../ui/skeletons.tsx'

// Below the profile and the services, so it loads after them.
const CompliancePanel = lazyPart(() => import('./compliance-panel.tsx'), 'CompliancePanel')

/** The insurance, licenses and W-9 of a vendor, in its settings. Product 2.6 */
export function ComplianceSection() {
  return (
    <Suspense fallback={<RowSkeletons count={2} label="Loading your documents…" />}>
      <CompliancePanel />
    </Suspense>
  )
}
