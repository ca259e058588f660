import { addDays, type CalendarDate, startOfMonth, today } from '../../../domain/calendar.ts'
import { asSystem } from '../../db/as-viewer.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { eachOnItsOwn } from '../../jobs/each-on-its-own.ts'
import type { Portal } from '../../rpc/context.ts'
import { draftMonth } from './draft-month.ts'

/** Three months are looked at: a visit may be finished late, or count once its dispute is settled. From a 1st, 75 days before are in the third. */
const LATE_DAYS = 75

/**
 * Drafts what was finished in the months that are over, for vendors that have it done by itself; months that were missed, too. Each once,
 * however many servers run it, and in a transaction of its own, so that one that fails keeps no other waiting. Product 3.1
 */
export async function draftMonths(
  { db, now, config }: Pick<Portal, 'db' | 'now' | 'config'>,
  stop?: AbortSignal,
): Promise<void> {
  const date = today(now(), config.timeZone)
  const vendors = await asSystem(db, (tx) => waiting(tx, lastMonth(date)).execute())
  const draft = ({ vendor_id }: { vendor_id: string }) =>
    asSystem(db, (tx) => draftFor(tx, vendor_id, { date, now: now() }))
  await eachOnItsOwn(vendors, draft, { stop, failed: (count) => `${count} vendors have no drafts yet` })
}

async function draftFor(tx: Tx, vendor_id: string, { date, now }: { date: CalendarDate; now: Date }) {
  const month = lastMonth(date)
  // Another server may have made them, or the vendor switched it off, since they were listed.
  const found = await waiting(tx, month).where('vendor_id', '=', vendor_id).forUpdate().executeTakeFirst()
  if (!found) return
  const late = startOfMonth(addDays(startOfMonth(date), -LATE_DAYS))
  const days = { from: late > found.since ? late : found.since, until: addDays(startOfMonth(date), -1) }
  const { drafts, total } = await draftMonth(tx, { person: null, vendor_id }, { ...days, date, now })
  await tx
    .updateTable('monthly_drafts')
    .set({ drafted_month: month })
    .where('vendor_id', '=', vendor_id)
    .execute()
  if (drafts === 0) return
  const data = { month, drafts, total }
  await record(tx, { kind: 'invoices_drafted', actor: null, vendor_id, subject: vendor_id, data })
}

/** Those whose drafts of this month are still to be made. */
const waiting = (tx: Tx, month: CalendarDate) =>
  tx
    .selectFrom('monthly_drafts')
    .where('drafted_month', '<', month)
    .orderBy('vendor_id')
    .select(['vendor_id', 'since'])

/** The 1st of the month before the one of this date. */
const lastMonth = (date: CalendarDate) => startOfMonth(addDays(startOfMonth(date), -1))

export async function hasMonthlyDrafts(tx: Tx, vendor_id: string): Promise<boolean> {
  const found = await tx
    .selectFrom('monthly_drafts')
    .where('vendor_id', '=', vendor_id)
    .select('vendor_id')
    .executeTakeFirst()
  return found !== undefined
}

/** Switches them on from the next month on, or off. Returns whether that changes anything. */
export async function setMonthlyDrafts(
  tx: Tx,
  vendor_id: string,
  { on, date }: { on: boolean; date: CalendarDate },
): Promise<boolean> {
  if (!on) {
    const { numDeletedRows } = await tx
      .deleteFrom('monthly_drafts')
      .where('vendor_id', '=', vendor_id)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('monthly_drafts')
    .values({ vendor_id, since: startOfMonth(date), drafted_month: lastMonth(date) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
