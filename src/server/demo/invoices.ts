import { sql } from 'kysely'
import { addDays, dayOfMonth, startOfMonth, today } from '../../domain/calendar.ts'
import { monthText } from '../../domain/month.ts'
import { asSystem } from '../db/as-viewer.ts'
import type { Portal } from '../rpc/context.ts'
import { entryNamed } from './ask-and-answer.ts'
import { VENDORS } from './city.ts'
import type { Person } from './person.ts'

/** Whose drafts of the last month are still to be sent. */
export const NOT_SENT_YET = ['evergreen', 'clearview']
/** In days before now, about as long as visits were held. */
const HALF_A_YEAR = 190
const DAY = 24 * 60 * 60 * 1000

/** On the 2nd of each month the vendors invoice what they finished in the month before. Product 3.1 */
export async function sendInvoices(
  { portal, clock }: { portal: Portal; clock: { now: Date } },
  people: ReadonlyMap<string, Person>,
): Promise<void> {
  const now = clock.now
  const days = Array.from({ length: HALF_A_YEAR }, (_, ago) => new Date(now.getTime() - ago * DAY))
  const seconds = days.filter((day) => dayOfMonth(today(day, portal.config.timeZone)) === 2).reverse()
  for (const day of seconds) {
    clock.now = day
    const month = addDays(startOfMonth(today(day, portal.config.timeZone)), -1)
    for (const { key } of VENDORS) {
      const { invoices } = entryNamed(new Map(people), key).call
      await invoices.draftMonth({ month: monthText(month) })
      if (day === seconds.at(-1) && NOT_SENT_YET.includes(key)) continue
      for (const { id, total } of await invoices.list({ tab: 'draft', page: 1 }))
        await invoices.send({ id, total })
    }
  }
  clock.now = now
  await asSystem(portal.db, (tx) =>
    sql`update events set at = case events.kind when 'invoice_sent' then i.sent_at else i.created_at end
      from invoices i where i.id = events.subject and events.kind in ('invoice_created', 'invoice_sent')`.execute(
      tx,
    ),
  )
}
