import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { trpc } from '../../api.ts'
import { DisputedPart, MissedPart } from './list-parts.ts'

/** The missed and the disputed visits of a building or a vendor, if there are any. Product 1.5 */
export function MissedSection() {
  const missed = useQuery(trpc.visits.missed.queryOptions({ page: 1 }))
  const disputed = useQuery(trpc.visits.disputed.queryOptions({ page: 1 }))
  return (
    <Suspense fallback={null}>
      {hasAny(missed) && <MissedPart />}
      {hasAny(disputed) && <DisputedPart />}
    </Suspense>
  )
}

/** Also where the list failed to load: it says so. */
const hasAny = ({ data, isLoadingError }: { data: { total: number } | undefined; isLoadingError: boolean }) =>
  isLoadingError || (data?.total ?? 0) > 0
