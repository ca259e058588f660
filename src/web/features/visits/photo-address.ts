import type { PhotoSubject } from '../../../domain/visits/photo.ts'

/** Where a visit's photo is sent to, and removed from. Its id is chosen here: sent again, it is there once. */
export const photoAddress = (visit: string, id: string, shows: PhotoSubject = 'visit') =>
  `/api/visit-photos?${new URLSearchParams({ visit, id, shows })}`
