import type { AttachedExtension } from '../../../domain/documents/attached-file.ts'
import { DomainError } from '../../../domain/errors.ts'
import { NewRequestFile, requireFileAllowed } from '../../../domain/services/request-file.ts'
import { checkChangeable } from '../../../domain/services/status.ts'
import type { ResidentViewer } from '../../../domain/viewer.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { attachedFile } from '../../storage/attached-file.ts'
import type { Attachment, Query } from '../../storage/attachment.ts'
import { readQuery } from '../../storage/read-query.ts'
import { lockService } from './db.ts'
import { addRequestFile, countRequestFiles, deleteRequestFile, findRequestFile } from './request-file.db.ts'

/** The service under a lock, and the same file if it was added before. Throws for a new one that the rule refuses. */
async function lockForFile(tx: Tx, viewer: ResidentViewer, query: Query) {
  const { service: serviceId, id } = readQuery(NewRequestFile, query)
  const service = await lockService(tx, viewer.building_id, serviceId)
  const earlier = await findRequestFile(tx, id)
  if (!earlier) requireFileAllowed(service, await countRequestFiles(tx, service))
  else if (earlier.building_service_id !== serviceId || earlier.round !== service.round)
    throw new DomainError('conflict', 'this file was added elsewhere')
  return { id, service, earlier }
}

/**
 * The photos and files of an open request, by its building; its vendors see them. One that is sent again, as after a lost
 * response, is there once. Product 2.1
 */
export const requestFileAttachment = {
  name: 'request-file',
  path: '/api/request-files',
  addedBy: [{ resident: 'request_services' }],
  seenBy: {
    by: 'session',
    path: '/request-files',
    audiences: ['resident', 'vendor', 'admin'],
    rowRules: true,
  },
  buildingOf: ({ building_id }) => building_id,
  keptIn: { table: 'request_files', column: 'file_path', size: 'file_size' },
  ...attachedFile('request-files', NewRequestFile),
  async check(tx, viewer, query) {
    await lockForFile(tx, viewer, query)
  },
  async save(tx, viewer, { name: file_name, key, size }, query) {
    const { id, service, earlier } = await lockForFile(tx, viewer, query)
    if (earlier) return { answer: { id, url: `/${earlier.file_path}` }, replaced: key }
    const { id: building_service_id, building_id, round } = service
    const file = { file_name, file_path: key, file_size: size, added_by: viewer.id }
    const added = await addRequestFile(tx, { id, building_service_id, building_id, round, ...file })
    // Somebody else's file, which the viewer doesn't see.
    if (!added) throw new DomainError('not_found')
    const event = { actor: viewer.id, building_id, subject: building_service_id, data: { file_name } }
    await record(tx, { kind: 'request_file_added', ...event })
    return { answer: { id, url: `/${key}` } }
  },
  async remove(tx, viewer, query) {
    const { id, service: serviceId } = readQuery(NewRequestFile, query)
    const service = await lockService(tx, viewer.building_id, serviceId)
    const file = await findRequestFile(tx, id)
    if (file?.building_service_id !== serviceId) return { answer: {} }
    checkChangeable(service)
    if (file.round !== service.round) throw new DomainError('conflict', 'this file is of an earlier request')
    await deleteRequestFile(tx, id)
    const { building_id } = service
    const { file_name, file_path } = file
    const event = { actor: viewer.id, building_id, subject: serviceId, data: { file_name } }
    await record(tx, { kind: 'request_file_removed', ...event })
    return { answer: {}, replaced: file_path }
  },
} as const satisfies Attachment<
  { resident: 'request_services' },
  AttachedExtension,
  { id: string; url: string }
>
