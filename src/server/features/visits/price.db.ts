import { type RawBuilder, sql } from 'kysely'
import { CHARGED } from '../../../domain/visits/visits.ts'

/** The price of the last renewal of a quote, in cents, that counts on this day; null before its first. Product 2.9 */
export const renewalPrice = (day: RawBuilder<unknown>, quote: string) => sql<
  number | null
>`case when ${sql.table(quote)}.renewed_until is not null then (select r.price from renewals r
  where r.service_quote_id = ${sql.table(quote)}.id and r.answer = 'agreed' and r.from_date <= ${day}
  order by r.from_date desc limit 1) end`

/** What a visit of this day by the schedule costs, in cents: as its agreement was renewed last before, or as it was accepted. Product 2.9 */
export const renewedPrice = (day: RawBuilder<unknown>, quote: string) =>
  sql<number>`coalesce(${renewalPrice(day, quote)}, ${sql.table(quote)}.agreed_price)`

/**
 * What a visit costs its building, in cents, if it is charged: the agreed price, and for the first visit of its quote that is charged
 * also what is paid once. `visit` and `quote` name the tables. Product 2.4
 */
export function visitPrice(visit: string, quote: string): RawBuilder<number> {
  const [a, q] = [sql.table(visit), sql.table(quote)]
  return sql`${renewedPrice(sql`${a}.nominal_date`, quote)} + case when ${q}.once_price > 0 and ${a}.id = (
    select first.id from appointments first where first.service_quote_id = ${q}.id and first.status in (${sql.join(CHARGED)})
    order by first.scheduled_date, first.scheduled_time, first.id limit 1) then ${q}.once_price else 0 end`
}
