import { Suspense } from 'react'
import classes from '../../ui/past-section.module.css'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { PastVisitsPart } from './list-parts.ts'

/** The visits of days gone by, below all others of the screen: their script loads last. */
export function PastVisitsSection() {
  return (
    <Suspense
      fallback={
        <div className={classes.section}>
          <RowSkeletons label="Loading your past visits…" />
        </div>
      }
    >
      <PastVisitsPart />
    </Suspense>
  )
}
