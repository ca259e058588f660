import { type NotNull, sql } from 'kysely'
import type { Outcome } from '../../../domain/visits/dispute.ts'
import type { Tx } from '../../db/pool.ts'
import { type PageRange, statement } from '../../db/statement.ts'
import { lockVisit, shownVisits, type VisitsOf } from './db.ts'

/**
 * When the server heard that a visit was done, on the phone or in the office: a phone's clock must not shorten the time to
 * dispute it. Of the tables appointments and attendances.
 */
export const doneAt = sql<Date | null>`greatest(finish_received_at, completed_at)`.as('done_at')

/** When a visit was done, and its dispute. */
export const disputeOf = (tx: Tx, visitId: string) =>
  tx
    .selectFrom('appointments')
    .leftJoin('attendances', 'attendances.appointment_id', 'appointments.id')
    .leftJoin('visit_disputes', 'visit_disputes.appointment_id', 'appointments.id')
    .where('appointments.id', '=', visitId)
    .select([doneAt, 'visit_disputes.opened_at', 'outcome'])
    .executeTakeFirstOrThrow()

/** A visit under a lock, when it was done, and its dispute. */
export async function lockDispute(tx: Tx, visitId: string) {
  const visit = await lockVisit(tx, visitId)
  // After the lock: a join of the same statement would read the dispute as it was before.
  return { ...visit, ...(await disputeOf(tx, visitId)) }
}

const disputesOf = (of: VisitsOf) => ({
  /** Disputed visits that are not settled, the first one first. */
  page: statement((db, { id, limit, offset }: { id: string } & PageRange) =>
    shownVisits(db)
      .where(`appointments.${of}`, '=', id)
      .where('appointments.status', '=', 'disputed')
      .where('outcome', 'is', null)
      .select([
        'visit_disputes.words',
        'visit_disputes.opened_at',
        'visit_disputes.answer',
        'visit_disputes.answered_at',
        doneAt,
      ])
      // A disputed visit has its dispute.
      .$narrowType<{ words: NotNull; opened_at: NotNull }>()
      .limit(limit)
      .offset(offset),
  ),
  count: statement((db, { id }: { id: string }) =>
    db
      .selectFrom('appointments as a')
      .innerJoin('visit_disputes as d', 'd.appointment_id', 'a.id')
      .where(`a.${of}`, '=', id)
      .where('a.status', '=', 'disputed')
      .where('d.outcome', 'is', null)
      .select(({ fn }) => fn.countAll<number>().as('total')),
  ),
})

/** Open disputes of one building or one vendor. */
export const disputes = { building_id: disputesOf('building_id'), vendor_id: disputesOf('vendor_id') }

type LockedDispute = Awaited<ReturnType<typeof lockDispute>>
type Words = { words: string; person: string; at: Date }

/** Opens a dispute. A trigger makes its visit disputed. */
export async function addDispute(tx: Tx, visit: LockedDispute, { words, person, at }: Words): Promise<void> {
  const { id: appointment_id, building_id, vendor_id } = visit
  await tx
    .insertInto('visit_disputes')
    .values({ appointment_id, building_id, vendor_id, words, opened_by: person, opened_at: at })
    .execute()
}

export async function saveDisputeAnswer(
  tx: Tx,
  visitId: string,
  { words, person, at }: Words,
): Promise<void> {
  await tx
    .updateTable('visit_disputes')
    .set({ answer: words, answered_by: person, answered_at: at })
    .where('appointment_id', '=', visitId)
    .execute()
}

type Ended = { outcome: NonNullable<Outcome>; person: string; at: Date }

/** Ends a dispute. A trigger makes a settled visit completed again. */
export async function endDispute(tx: Tx, visitId: string, { outcome, person, at }: Ended): Promise<void> {
  await tx
    .updateTable('visit_disputes')
    .set({ outcome, settled_by: person, settled_at: at })
    .where('appointment_id', '=', visitId)
    .execute()
}
