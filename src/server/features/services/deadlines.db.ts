import type { CalendarDate } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import { OPEN_STATUSES } from '../../../domain/services/status.ts'
import type { Tx } from '../../db/pool.ts'
import { vendorsOffering } from '../vendors/db.ts'
import { REQUESTED } from './db.ts'

const overdue = (tx: Tx, decideBy: CalendarDate) =>
  tx
    .selectFrom('building_services')
    .where('status', 'in', [...OPEN_STATUSES])
    .where('decide_by', '<=', decideBy)

/** Open requests that should have been decided by this day at the latest. */
export const listOverdue = (tx: Tx, decideBy: CalendarDate) =>
  overdue(tx, decideBy).orderBy('id').select('id').execute()

/** One of them under a lock; undefined if it no longer is one, or if somebody else holds it. */
export const lockOverdue = (tx: Tx, id: string, decideBy: CalendarDate) =>
  overdue(tx, decideBy).where('id', '=', id).select(REQUESTED).forUpdate().skipLocked().executeTakeFirst()

/** The vendors that a building's request left out and that still offer its service, by name. Throws DomainError 'not_found'. Product 2.2 */
export async function vendorsLeftOut(tx: Tx, { id, building_id }: { id: string; building_id: string }) {
  const service = await tx
    .selectFrom('building_services')
    .where('id', '=', id)
    .where('building_id', '=', building_id)
    .select(['service_type_id', 'excluded_vendors'])
    .executeTakeFirst()
  if (!service) throw new DomainError('not_found')
  const offering = await vendorsOffering(tx, service.service_type_id)
  return offering.filter((vendor) => service.excluded_vendors.includes(vendor.id))
}
