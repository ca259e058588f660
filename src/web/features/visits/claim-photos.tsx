import { useEffect } from 'react'
import { startFieldQueue, useWaiting } from './field-queue.ts'
import { Unsent } from './today-stop.tsx'
import type { MissedVisit } from './visit.ts'
import { VisitPhotos } from './visit-photos.tsx'

/** The photos with which a vendor shows that they came. Product 1.5 */
export function ClaimPhotos({ visit }: { visit: MissedVisit }) {
  const waiting = useWaiting().filter(({ action }) => action.visit === visit.id)
  useEffect(() => void startFieldQueue(), [])
  return (
    <>
      <VisitPhotos
        visit={visit.id}
        stop={`${visit.name} · ${visit.address}`}
        photos={visit.photos}
        waiting={waiting}
      />
      <Unsent visit={visit.id} waiting={waiting} />
    </>
  )
}
