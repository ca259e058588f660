import { useEffect } from 'react'
import type { PhotoSubject } from '../../../domain/visits/photo.ts'
import { startFieldQueue, useWaiting } from './field-queue.ts'
import { Unsent } from './today-stop.tsx'
import type { MissedVisit } from './visit.ts'
import { VisitPhotos } from './visit-photos.tsx'

type Props = {
  visit: Pick<MissedVisit, 'id' | 'name' | 'address' | 'photos'>
  shows: PhotoSubject
}

/** The photos with which a side shows what it says of a visit, and those that are to come. Product 1.5 */
export function ClaimPhotos({ visit, shows }: Props) {
  const waiting = useWaiting().filter(({ action }) => action.visit === visit.id)
  useEffect(() => void startFieldQueue(), [])
  return (
    <>
      <VisitPhotos
        visit={visit.id}
        stop={`${visit.name} · ${visit.address}`}
        shows={shows}
        photos={visit.photos}
        waiting={waiting}
      />
      <Unsent visit={visit.id} waiting={waiting} />
    </>
  )
}
