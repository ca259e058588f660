import { addDays, today } from '../../../domain/calendar.ts'
import { EXPIRY_NOTICES } from '../../../domain/compliance/requirement.ts'
import { dueNotice } from '../../../domain/notice.ts'
import { asSystem } from '../../db/as-viewer.ts'
import { lockOffers } from '../../db/offer-lock.ts'
import { record } from '../../db/record.ts'
import { eachOnItsOwn } from '../../jobs/each-on-its-own.ts'
import type { Portal } from '../../rpc/context.ts'
import { addNotice, listExpiring } from './expiry.db.ts'
import { tellOfRisks } from './risks.db.ts'

/**
 * Tells vendors, and buildings with visits after that day, that a document expires: 30, 14 and 7 days before, each once however
 * many servers run it, and the last one alone after a sleep. Each document in a transaction of its own, so that one that fails
 * keeps no other untold. Product 2.6
 */
export async function tellOfExpiries(
  { db, now, config }: Pick<Portal, 'db' | 'now' | 'config'>,
  stop?: AbortSignal,
): Promise<void> {
  const day = today(now(), config.timeZone)
  const soon = { from: day, until: addDays(day, EXPIRY_NOTICES[0]) }
  const expiring = await asSystem(db, (tx) => listExpiring(tx, soon))
  const tell = ({ id, vendor_id, kind, expires_on }: (typeof expiring)[number]) => {
    const days = dueNotice(EXPIRY_NOTICES, expires_on, day)
    if (days === undefined) return Promise.resolve()
    return asSystem(db, async (tx) => {
      // An acceptance that is under way books first: the building is told of its visits, too.
      await lockOffers(tx, 'vendor')
      // It may have been renewed or refused since it was listed.
      if ((await listExpiring(tx, { ...soon, id })).length === 0) return
      if (!(await addNotice(tx, { document_id: id, days }))) return
      const lapse = { vendor_id, kind, expires_on, from: addDays(expires_on, 1), today: day, service: null }
      const visits = await tellOfRisks(tx, null, lapse)
      const data = { kind, expires_on, visits }
      await record(tx, { kind: 'compliance_expiring', actor: null, vendor_id, subject: id, data })
    })
  }
  await eachOnItsOwn(expiring, tell, { stop, failed: (count) => `${count} expiries could not be told` })
}
