import { DomainError } from '../../../domain/errors.ts'
import type { CrewViewer, ResidentViewer, VendorViewer } from '../../../domain/viewer.ts'
import { requirePhotoAllowed, requirePhotoRemovable } from '../../../domain/visits/attendance.ts'
import { NewVisitPhoto, type PhotoSubject } from '../../../domain/visits/photo.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { photoFile } from '../../storage/attached-file.ts'
import type { Attachment, Query } from '../../storage/attachment.ts'
import { readQuery } from '../../storage/read-query.ts'
import { addPhoto, countPhotos, deletePhoto, findPhoto, lockAttendance } from './attendance.db.ts'
import { visitEvent } from './visit-event.ts'

/** The visit under a lock, and the same photo if it was added before. Throws for a new one that the rule refuses. */
async function lockForPhoto(
  tx: Tx,
  viewer: ResidentViewer | VendorViewer | CrewViewer,
  query: Query,
  now: Date,
) {
  const { id, visit: visitId, shows } = readQuery(NewVisitPhoto, query)
  const visit = await lockAttendance(tx, visitId)
  const earlier = await findPhoto(tx, id)
  if (!earlier)
    requirePhotoAllowed(viewer, visit, { shows, photos: await countPhotos(tx, visitId, shows), now })
  else if (earlier.appointment_id !== visitId || earlier.shows !== shows)
    throw new DomainError('conflict', 'this photo was added elsewhere')
  return { id, visit, shows, earlier }
}

type PhotoEvent = 'visit_photo_added' | 'visit_photo_removed'

function photoEvent(
  kind: PhotoEvent,
  ...[viewer, visit, shows]: [...Parameters<typeof visitEvent>, PhotoSubject]
) {
  const { data, ...event } = visitEvent(viewer, visit)
  return { ...event, kind, data: { ...data, shows } }
}

/**
 * The photos of a visit, by its vendor, and of a dispute, by both sides. One that is sent again, as after a lost response, is
 * there once. Product 1.4, 1.5
 */
export const visitPhotoAttachment = {
  name: 'visit-photo',
  path: '/api/visit-photos',
  addedBy: ['vendor', 'crew', 'resident'],
  seenBy: {
    by: 'session',
    path: '/visit-photos',
    audiences: ['resident', 'vendor', 'crew', 'admin'],
    rowRules: true,
  },
  keptIn: { table: 'visit_photos', column: 'file_path', size: 'file_size' },
  ...photoFile('visit-photos', NewVisitPhoto, 300),
  async check(tx, viewer, query, now) {
    await lockForPhoto(tx, viewer, query, now)
  },
  async save(tx, viewer, { key, size }, query, now) {
    const { id, visit, shows, earlier } = await lockForPhoto(tx, viewer, query, now)
    const url = `/${key}`
    if (earlier) return { answer: { id, url: `/${earlier.file_path}` }, replaced: key }
    const photo = { id, shows, file_path: key, file_size: size, added_by: viewer.id }
    const added = await addPhoto(tx, visit, photo)
    // Somebody else's photo, which the viewer doesn't see.
    if (!added) throw new DomainError('not_found')
    await record(tx, photoEvent('visit_photo_added', viewer, visit, shows))
    return { answer: { id, url } }
  },
  async remove(tx, viewer, query) {
    const { id, visit: visitId } = readQuery(NewVisitPhoto, query)
    const photo = await findPhoto(tx, id)
    if (photo?.appointment_id !== visitId) return { answer: {} }
    const visit = await lockAttendance(tx, visitId)
    requirePhotoRemovable(viewer, visit, photo.shows)
    await deletePhoto(tx, id)
    await record(tx, photoEvent('visit_photo_removed', viewer, visit, photo.shows))
    return { answer: {}, replaced: photo.file_path }
  },
} as const satisfies Attachment<'vendor' | 'crew' | 'resident', 'jpg', { id: string; url: string }>
