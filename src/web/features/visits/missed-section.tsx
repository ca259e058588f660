import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { trpc } from '../../api.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

// Loaded where there are any: visits are missed rarely.
const MissedVisits = lazyPart(() => import('./missed-visits.tsx'), 'MissedVisits')

/** The missed visits of a building or a vendor, if there are any. Product 1.5 */
export function MissedSection() {
  const first = useQuery(trpc.visits.missed.queryOptions({ page: 1 }))
  if (first.data?.total === 0 || first.isPending) return null
  return (
    <Suspense fallback={null}>
      <MissedVisits />
    </Suspense>
  )
}
