import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Panel } from '../../ui/panel.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'

// Below everything else on the page, so it loads after it.
const SecurityParts = lazyPart(() => import('./security-parts.tsx'), 'SecurityParts')

/** 'Sign-in & Security', in the settings of everybody. */
export function SecuritySection() {
  return (
    <Panel title="Sign-in & Security" lead="Who gets into your account, and from where.">
      <Suspense fallback={<RowSkeletons count={4} label="Loading your sign-in settings…" />}>
        <SecurityParts />
      </Suspense>
    </Panel>
  )
}
