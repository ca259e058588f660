import { z } from 'zod'
import { type CalendarDate, today } from '../../../domain/calendar.ts'
import {
  AskMoreVendors,
  askMoreVendors,
  closingDecideBy,
  ExtendRequest,
  extendRequest,
} from '../../../domain/services/deadline.ts'
import { NOT_DECIDED } from '../../../domain/services/not-decided.ts'
import { WithdrawRequest, withdrawRequest } from '../../../domain/services/request.ts'
import { id } from '../../../domain/text.ts'
import { asSystem } from '../../db/as-viewer.ts'
import { lockOffers } from '../../db/offer-lock.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { eachOnItsOwn } from '../../jobs/each-on-its-own.ts'
import type { Portal } from '../../rpc/context.ts'
import { openTo } from '../../rpc/procedure.ts'
import { askVendors, closeQuotes, tellOfMoreTime } from '../quotes/requests.db.ts'
import { lockService, offeringAmong, saveService } from './db.ts'
import { listOverdue, lockOverdue, vendorsLeftOut } from './deadlines.db.ts'

/** The procedures of an open request between its sending and its decision. Product 2.2 */
export const deadlines = {
  /** More time to quote and to decide. Its vendors are told. */
  extend: openTo({ resident: 'request_services' })
    .input(ExtendRequest)
    .mutation(async ({ ctx: { tx, viewer, now, config }, input: { id, ...later } }) => {
      await lockOffers(tx, 'request')
      const service = await lockService(tx, viewer.building_id, id)
      await saveService(tx, id, extendRequest(service, later, today(now(), config.timeZone)))
      const { building_id } = service
      await record(tx, { kind: 'service_extended', actor: viewer.id, building_id, subject: id })
      await tellOfMoreTime(tx, id, viewer.id)
    }),

  /** The vendors that a request left out and that could be asked, by name. */
  leftOut: openTo('resident')
    .input(z.strictObject({ id }))
    .query(({ ctx: { tx, viewer }, input }) =>
      vendorsLeftOut(tx, { id: input.id, building_id: viewer.building_id }),
    ),

  /** Asks vendors that were left out. Returns how many were asked now. */
  askMore: openTo({ resident: 'request_services' })
    .input(AskMoreVendors)
    .mutation(async ({ ctx: { tx, viewer }, input: { id, vendor_ids } }) => {
      await lockOffers(tx, 'request')
      const service = await lockService(tx, viewer.building_id, id)
      const offering = await offeringAmong(tx, service.service_type_id, vendor_ids)
      const changed = askMoreVendors(service, vendor_ids, offering)
      await saveService(tx, id, changed)
      const vendors = await askVendors(tx, { ...service, ...changed }, viewer.id)
      const { building_id } = service
      await record(tx, {
        kind: 'vendors_added',
        actor: viewer.id,
        building_id,
        subject: id,
        data: { vendors },
      })
      return { vendors }
    }),

  /** Closes an open request; its vendors are told why. The service can be requested again. */
  withdraw: openTo({ resident: 'request_services' })
    .input(WithdrawRequest)
    .mutation(async ({ ctx: { tx, viewer }, input: { id, reason } }) => {
      await lockOffers(tx, 'request')
      const service = await lockService(tx, viewer.building_id, id)
      await saveService(tx, id, withdrawRequest(service, reason))
      const { building_id } = service
      await record(tx, { kind: 'service_withdrawn', actor: viewer.id, building_id, subject: id })
      await closeQuotes(tx, id, { kind: 'request_withdrawn', actor: viewer.id })
    }),
}

/**
 * Closes requests that nobody decided within a week after 'Decide by', and tells everyone. Each in a transaction of its own, so
 * that one that fails keeps no other open. Idempotent, on any number of servers: each takes a request that no other one holds,
 * and one that was decided meanwhile is not among them. Product 2.2
 */
export async function closeOverdue(
  { db, now, config }: Pick<Portal, 'db' | 'now' | 'config'>,
  stop?: AbortSignal,
): Promise<void> {
  const last = closingDecideBy(today(now(), config.timeZone))
  const overdue = await asSystem(db, (tx) => listOverdue(tx, last))
  await eachOnItsOwn(overdue, ({ id }) => asSystem(db, (tx) => close(tx, id, last)), {
    stop,
    failed: (count) => `${count} requests could not be closed`,
  })
}

async function close(tx: Tx, subject: string, last: CalendarDate): Promise<void> {
  await lockOffers(tx, 'request')
  const service = await lockOverdue(tx, subject, last)
  if (!service) return
  const { building_id } = service
  await saveService(tx, subject, withdrawRequest(service, NOT_DECIDED))
  await record(tx, { kind: 'service_closed', actor: null, building_id, subject })
  await closeQuotes(tx, subject, { kind: 'request_closed', actor: null })
}
