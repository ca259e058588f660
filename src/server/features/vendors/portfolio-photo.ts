import { DomainError } from '../../../domain/errors.ts'
import { NewPortfolioPhoto, requirePortfolioRoom } from '../../../domain/vendors/vendor-profile.ts'
import type { VendorViewer } from '../../../domain/viewer.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { photoFile } from '../../storage/attached-file.ts'
import type { Attachment, Query } from '../../storage/attachment.ts'
import { readQuery } from '../../storage/read-query.ts'
import {
  addPortfolioPhoto,
  deletePortfolioPhoto,
  findPortfolioPhoto,
  portfolioOf,
} from './vendor-profile.db.ts'

/** The same photo if it was added before. Throws for a new one when there are twelve. */
async function findEarlier(tx: Tx, viewer: VendorViewer, query: Query) {
  const photoId = readQuery(NewPortfolioPhoto, query).id
  const earlier = await findPortfolioPhoto(tx, photoId)
  if (!earlier) requirePortfolioRoom((await portfolioOf(tx, viewer.vendor_id)).length)
  return { photoId, earlier }
}

const event = ({ id: actor, vendor_id }: VendorViewer) =>
  ({ kind: 'vendor_profile_changed', actor, vendor_id, subject: vendor_id }) as const

/** Photos of a vendor's work, by its owners, for the buildings that ask it. One that is sent again is there once. Product 2.7 */
export const portfolioPhotoAttachment = {
  name: 'portfolio-photo',
  path: '/api/portfolio-photos',
  addedBy: [{ vendor: 'manage_company' }],
  seenBy: {
    by: 'session',
    path: '/portfolio-photos',
    audiences: ['resident', 'vendor', 'admin'],
    rowRules: true,
  },
  vendorOf: ({ vendor_id }) => vendor_id,
  keptIn: { table: 'portfolio_photos', column: 'file_path', size: 'file_size' },
  ...photoFile('portfolio-photos', NewPortfolioPhoto, 60),
  async check(tx, viewer, query) {
    await findEarlier(tx, viewer, query)
  },
  async save(tx, viewer, { key, size }, query) {
    const { photoId, earlier } = await findEarlier(tx, viewer, query)
    if (earlier) return { answer: { id: photoId, url: `/${earlier.file_path}` }, replaced: key }
    const { id: added_by, vendor_id } = viewer
    const photo = { id: photoId, vendor_id, file_path: key, file_size: size, added_by }
    // Somebody else's photo, which the viewer doesn't see.
    if (!(await addPortfolioPhoto(tx, photo))) throw new DomainError('not_found')
    await record(tx, event(viewer))
    return { answer: { id: photoId, url: `/${key}` } }
  },
  async remove(tx, viewer, query) {
    const photoId = readQuery(NewPortfolioPhoto, query).id
    const photo = await findPortfolioPhoto(tx, photoId)
    if (!photo || photo.vendor_id !== viewer.vendor_id) return { answer: {} }
    await deletePortfolioPhoto(tx, photoId)
    await record(tx, event(viewer))
    return { answer: {}, replaced: photo.file_path }
  },
} as const satisfies Attachment<{ vendor: 'manage_company' }, 'jpg', { id: string; url: string }>
