import { sql } from 'kysely'
import type { CalendarDate } from '../../../domain/calendar.ts'
import type { Tx } from '../../db/pool.ts'

type EndingAgreement = {
  id: string
  building_id: string
  service: string
  company_name: string
  ends_on: CalendarDate
  /** When it was accepted, or renewed last. */
  accepted_on: CalendarDate
}
type Soon = { from: CalendarDate; until: CalendarDate; timeZone: string }

/** Agreements that end between two days, were not ended before, and have no renewal that goes on: all, or this one. */
const ending = ({ from, until, timeZone }: Soon, id: string | null) => sql<EndingAgreement>`
  select q.id, q.building_id, t.name as service, v.company_name, coalesce(
      (select max(until_date) from renewals n where n.service_quote_id = q.id and n.answer = 'agreed'), r.preferred_end_date) as ends_on,
    ((select max(e.at) from events e where e.subject = q.id and e.vendor_id = q.vendor_id
      and e.kind in ('quote_accepted', 'renewal_agreed')) at time zone ${timeZone})::date as accepted_on
  from service_quotes q
    join request_rounds r on r.building_service_id = q.building_service_id and r.round = q.round
    join service_types t on t.id = q.service_type_id join vendor_profiles v on v.id = q.vendor_id
  where q.status = 'accepted' and (${id}::uuid is null or q.id = ${id}) and r.service_type = 'recurring' and not r.until_ended
    and r.required_every_weeks is not null
    and coalesce((select max(until_date) from renewals n where n.service_quote_id = q.id and n.answer = 'agreed'), r.preferred_end_date)
      between ${from} and ${until}
    and not exists (select from service_stops s where s.service_quote_id = q.id and s.until_date is null)
    and not asked_again(q.id, ${from})
  order by ends_on, q.id`

export const listEnding = async (tx: Tx, soon: Soon) => (await ending(soon, null).execute(tx)).rows

/** One of them; the lock of its quote waits for a renewal, and keeps out another one. */
export async function lockEnding(tx: Tx, soon: Soon, id: string): Promise<EndingAgreement | undefined> {
  await tx.selectFrom('service_quotes').where('id', '=', id).select('id').forNoKeyUpdate().execute()
  return (await ending(soon, id).execute(tx)).rows[0]
}

/** False if this notice was sent before, by any server. */
export async function addEndNotice(
  tx: Tx,
  notice: { service_quote_id: string; ends_on: CalendarDate; days: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('renewal_notices')
    .values(notice)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
