import { sql } from 'kysely'
import type { CalendarDate } from '../../../domain/calendar.ts'
import type { Tx } from '../../db/pool.ts'

/** When the agreement of a quote was made, or renewed last. An event has no index by its subject: for one quote only. */
const acceptedOn = (
  timeZone: string,
) => sql`((select max(e.at) from events e where e.subject = q.id and e.vendor_id = q.vendor_id
  and e.kind in ('quote_accepted', 'renewal_agreed')) at time zone ${timeZone})::date`

/** When it ends, as it was renewed last. */
const endsOn = sql`coalesce(q.renewed_until, r.preferred_end_date)`

type EndingAgreement = {
  id: string
  building_id: string
  service: string
  company_name: string
  ends_on: CalendarDate
  /** When it was accepted, or renewed last; null in a list. */
  accepted_on: CalendarDate | null
}
type Soon = { from: CalendarDate; until: CalendarDate; timeZone: string }

/** Agreements that end between two days, were not ended before, and that nothing follows: all, or this one. */
const ending = ({ from, until, timeZone }: Soon, id: string | null) => sql<EndingAgreement>`
  select q.id, q.building_id, t.name as service, v.company_name, ${endsOn} as ends_on,
    ${id === null ? sql`null` : acceptedOn(timeZone)} as accepted_on
  from service_quotes q
    join building_services s on s.id = q.building_service_id and s.round = q.round and s.status = 'Accepted'
    join request_rounds r on r.building_service_id = q.building_service_id and r.round = q.round
    join service_types t on t.id = q.service_type_id join vendor_profiles v on v.id = q.vendor_id
  where q.status = 'accepted' and (${id}::uuid is null or q.id = ${id}) and r.service_type = 'recurring' and not r.until_ended
    and r.required_every_weeks is not null
    and ${endsOn} between ${from} and ${until}
    and not exists (select from service_stops e where e.service_quote_id = q.id and e.until_date is null)
    and not is_followed(q.building_service_id, ${from})
  order by ends_on, q.id`

/** The agreements, each with the notices that were sent of its end. */
export async function listEnding(tx: Tx, soon: Soon) {
  const { rows } = await ending(soon, null).execute(tx)
  const sent = await tx
    .selectFrom('renewal_notices')
    .where('ends_on', '>=', soon.from)
    .select(['service_quote_id', 'ends_on', 'days'])
    .execute()
  const wasSent = new Set(
    sent.map(({ service_quote_id, ends_on, days }) => `${service_quote_id} ${ends_on} ${days}`),
  )
  return rows.map(({ id, ends_on }) => ({
    id,
    ends_on,
    isTold: (days: number) => wasSent.has(`${id} ${ends_on} ${days}`),
  }))
}

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
