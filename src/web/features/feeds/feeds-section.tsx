import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Panel } from '../../ui/panel.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'

// Below everything that most people come for, so it loads after it.
const FeedsPart = lazyPart(() => import('./feeds-part.tsx'), 'FeedsPart')

/** 'Subscribe to calendar', in the settings of residents, vendors and their crew. Product 1.7 */
export function FeedsSection() {
  return (
    <Panel
      title="Subscribe to calendar"
      lead="Your visits in Google Calendar, Apple Calendar, Outlook or any other calendar, which follows every change by itself."
    >
      <Suspense fallback={<RowSkeletons count={1} label="Loading your calendar addresses…" />}>
        <FeedsPart />
      </Suspense>
    </Panel>
  )
}
