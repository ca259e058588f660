import { sql } from 'kysely'
import { addYears, type CalendarDate } from '../../../domain/calendar.ts'
import { type Benchmark, benchmarkOf } from '../../../domain/quotes/benchmark.ts'
import type { Tx } from '../../db/pool.ts'

type CountedMonth = { month: CalendarDate; timeZone: string }
type CountedPrice = Parameters<typeof benchmarkOf>[0][number] & { service_type_id: string }

/** Counts the benchmarks of the month that begins on this day, unless they were counted before. Earlier ones end. */
export async function countBenchmarks(tx: Tx, { month, timeZone }: CountedMonth): Promise<void> {
  // Another server that counts the same month is waited for.
  const { rows: counted } = await sql`insert into benchmark_months (month)
    select ${month}::date where not exists (select from benchmark_months where month > ${month}::date)
    on conflict do nothing returning month`.execute(tx)
  if (counted.length === 0) return
  const begins = (date: CalendarDate) => sql`${date}::timestamp at time zone ${timeZone}`
  const { rows } = await sql<CountedPrice>`
    select distinct on (q.service_type_id, q.building_id) q.service_type_id, q.building_id, q.vendor_id,
      q.agreed_price as visit, b.number_of_units as units
    from events e join service_quotes q on q.id = e.subject join buildings b on b.id = q.building_id
    where e.kind = 'quote_accepted' and e.at >= ${begins(addYears(month, -1))} and e.at < ${begins(month)}
      and q.status = 'accepted' and b.number_of_units is not null
    order by q.service_type_id, q.building_id, e.id desc`.execute(tx)
  const types = new Set(rows.map(({ service_type_id }) => service_type_id))
  const benchmarks = [...types].flatMap((service_type_id) => {
    const benchmark = benchmarkOf(rows.filter((row) => row.service_type_id === service_type_id))
    return benchmark ? [{ month, service_type_id, ...benchmark }] : []
  })
  if (benchmarks.length > 0) await tx.insertInto('price_benchmarks').values(benchmarks).execute()
  await tx.deleteFrom('benchmark_months').where('month', '<', month).execute()
}

/** The benchmark of a service type, as a column. */
export const benchmarkOfType = sql<Benchmark | null>`(select json_build_object('low', p.low, 'median', p.median, 'high', p.high)
  from price_benchmarks p where p.service_type_id = service_types.id order by p.month desc limit 1)`
