import { sql } from 'kysely'
import { type CalendarDate, daysBetween, today } from '../../../domain/calendar.ts'
import { dueReminder, LAST_REMINDER } from '../../../domain/invoices/overdue.ts'
import { asSystem } from '../../db/as-viewer.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { eachOnItsOwn } from '../../jobs/each-on-its-own.ts'
import type { Portal } from '../../rpc/context.ts'
import { readInvoice } from './db.ts'

/**
 * Reminds buildings of invoices that are overdue, 1, 14 and 30 days late, each once however many servers run it. Not while a visit of an
 * invoice is disputed: nobody can approve it then. Each in a transaction of its own, so that one that fails keeps no other untold.
 * Product 3.2
 */
export async function remindOfOverdue(
  { db, now, config }: Pick<Portal, 'db' | 'now' | 'config'>,
  stop?: AbortSignal,
): Promise<void> {
  const day = today(now(), config.timeZone)
  const late = await asSystem(db, (tx) => overdue(tx, day).execute())
  await eachOnItsOwn(late, ({ id }) => asSystem(db, (tx) => remind(tx, id, day)), {
    stop,
    failed: (count) => `${count} overdue invoices could not be told`,
  })
}

async function remind(tx: Tx, id: string, day: CalendarDate): Promise<void> {
  // It may have been paid, or told of, since it was listed.
  const invoice = await overdue(tx, day).where('i.id', '=', id).forNoKeyUpdate().executeTakeFirst()
  const days = invoice && dueReminder(invoice, day)
  if (!invoice || days === undefined) return
  await tx.updateTable('invoices').set({ reminded_days: days }).where('id', '=', id).execute()
  const { company_name } = await readInvoice(tx, id)
  const { building_id, number, due_date, open, status } = invoice
  const data = {
    ...{ number, company_name, due_date, open },
    days: daysBetween(due_date, day),
    is_approved: status === 'approved',
  }
  await record(tx, { kind: 'invoice_overdue', actor: null, building_id, subject: id, data })
}

/** Invoices that wait for their building after their due date; `open` in cents. */
const overdue = (tx: Tx, day: CalendarDate) =>
  tx
    .selectFrom('invoices as i')
    .where('i.due_date', '<', day)
    .where('i.reminded_days', '<', LAST_REMINDER)
    .where(sql<boolean>`(i.status = 'sent' or i.status = 'approved' and i.paid < i.approved)`)
    .where(
      sql<boolean>`not exists (select from invoice_lines l join appointments a on a.id = l.appointment_id
          or a.service_quote_id = l.service_quote_id
        where l.invoice_id = i.id and l.credit_note_id is null and i.status = 'sent' and a.status = 'disputed' and not exists (
          select from visit_disputes d where d.appointment_id = a.id and d.outcome = 'waived'))`,
    )
    .orderBy('i.due_date')
    .orderBy('i.id')
    .select(['i.id', 'i.building_id', 'i.number', 'i.due_date', 'i.status', 'i.reminded_days'])
    .select(sql<number>`coalesce(i.approved - i.paid, i.total - i.credited)`.as('open'))
