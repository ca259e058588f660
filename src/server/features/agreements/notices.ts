import { RENEWAL_NOTICES } from '../../../domain/agreements/agreement.ts'
import { addDays, daysBetween, today } from '../../../domain/calendar.ts'
import { dueNotice } from '../../../domain/notice.ts'
import { asSystem } from '../../db/as-viewer.ts'
import { record } from '../../db/record.ts'
import { eachOnItsOwn } from '../../jobs/each-on-its-own.ts'
import type { Portal } from '../../rpc/context.ts'
import { addEndNotice, listEnding, lockEnding } from './notices.db.ts'

/**
 * Reminds buildings 90, 60 and 30 days before an agreement ends that nothing renews it by itself, each once however many servers run it,
 * and the last one alone after a sleep. Each in a transaction of its own, so that one that fails keeps no other untold. Product 2.9
 */
export async function tellOfEnds(
  { db, now, config }: Pick<Portal, 'db' | 'now' | 'config'>,
  stop?: AbortSignal,
): Promise<void> {
  const day = today(now(), config.timeZone)
  const soon = { from: day, until: addDays(day, RENEWAL_NOTICES[0]), timeZone: config.timeZone }
  const ending = await asSystem(db, (tx) => listEnding(tx, soon))
  const due = ending.flatMap(({ id, ends_on, isTold }) => {
    const days = dueNotice(RENEWAL_NOTICES, ends_on, day)
    return days === undefined || isTold(days) ? [] : [{ id, ends_on, days }]
  })
  const tell = ({ id, ends_on, days }: (typeof due)[number]) =>
    asSystem(db, async (tx) => {
      // It may have been renewed or ended since it was listed.
      const agreement = await lockEnding(tx, soon, id)
      if (
        agreement?.ends_on !== ends_on ||
        !(await addEndNotice(tx, { service_quote_id: id, ends_on, days }))
      )
        return
      // Who has just agreed knows the end.
      if (agreement.accepted_on !== null && addDays(ends_on, -days) < agreement.accepted_on) return
      const { building_id, service, company_name } = agreement
      const data = { service, company_name, ends_on, days: daysBetween(day, ends_on) }
      await record(tx, { kind: 'agreement_ends', actor: null, building_id, subject: id, data })
    })
  await eachOnItsOwn(due, tell, { stop, failed: (count) => `${count} ends could not be told` })
}
