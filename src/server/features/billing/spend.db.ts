import { sql } from 'kysely'
import type { CalendarDate } from '../../../domain/calendar.ts'
import { OPEN_STATUSES } from '../../../domain/services/status.ts'
import type { Tx } from '../../db/pool.ts'

/** The fee of a month (its 1st). */
export function feeOf(tx: Tx, buildingId: string, month: CalendarDate) {
  return tx
    .selectFrom('fees')
    .innerJoin('payables', 'payables.id', 'fees.id')
    .where('fees.building_id', '=', buildingId)
    .where('month', '=', month)
    .select(['amount', 'fees.kind', 'due_date'])
    .select(sql<boolean>`payables.paid >= payables.amount - payables.credited`.as('is_paid'))
    .executeTakeFirst()
}

/** The next confirmed visit from a day on. */
export function nextVisit(tx: Tx, buildingId: string, from: CalendarDate) {
  return tx
    .selectFrom('appointments as a')
    .innerJoin('building_services as s', 's.id', 'a.building_service_id')
    .innerJoin('service_types as t', 't.id', 's.service_type_id')
    .where('a.building_id', '=', buildingId)
    .where('a.status', '=', 'confirmed')
    .where('a.scheduled_date', '>=', from)
    .orderBy('a.scheduled_date')
    .orderBy('a.scheduled_time')
    .select(['a.scheduled_date', 'a.scheduled_time', 'a.window_minutes', 't.name'])
    .limit(1)
    .executeTakeFirst()
}

/** How many services a building has: accepted with a visit to come, waiting for a choice, and of these, with a quote that can be accepted. */
export function countServices(tx: Tx, buildingId: string, today: CalendarDate) {
  return tx
    .selectFrom('building_services')
    .where('building_id', '=', buildingId)
    .select((eb) => [
      eb.fn
        .countAll<number>()
        .filterWhere((service) =>
          service.and([
            service('status', '=', 'Accepted'),
            service.exists(
              service
                .selectFrom('appointments as a')
                .whereRef('a.building_service_id', '=', 'building_services.id')
                .where('a.status', '=', 'confirmed')
                .where('a.scheduled_date', '>=', today),
            ),
          ]),
        )
        .as('subscribed'),
      eb.fn.countAll<number>().filterWhere('status', 'in', OPEN_STATUSES).as('waiting'),
      eb.fn
        .countAll<number>()
        .filterWhere((service) =>
          service.and([
            service('status', 'in', OPEN_STATUSES),
            service.exists(
              service
                .selectFrom('service_quotes as q')
                .whereRef('q.building_service_id', '=', 'building_services.id')
                .where('q.state', '=', 'submitted')
                .where('q.for_earlier_request', '=', false),
            ),
          ]),
        )
        .as('quoted'),
    ])
    .executeTakeFirstOrThrow()
}
