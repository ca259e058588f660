import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { trpc } from '../../api.ts'
import { DisputedPart, MissedPart } from './list-parts.ts'
import { hasAny } from './visit-lists.ts'

/** The missed and the disputed visits of a building or a vendor, if there are any. Product 1.5 */
export function MissedSection() {
  const missed = useQuery(trpc.visits.missed.queryOptions({ page: 1 }))
  const disputed = useQuery(trpc.visits.disputed.queryOptions({ page: 1 }))
  // For those that come later: the screen would be hidden while their script loads.
  useEffect(() => void Promise.all([MissedPart.preload(), DisputedPart.preload()]), [])
  return (
    <>
      {hasAny(missed) && <MissedPart />}
      {hasAny(disputed) && <DisputedPart />}
    </>
  )
}
