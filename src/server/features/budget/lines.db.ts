import { type RawBuilder, sql } from 'kysely'
import type { SpendKind } from '../../../domain/budget/spend-line.ts'
import type { CalendarDate } from '../../../domain/calendar.ts'
import type { VisitStatus } from '../../../domain/visits/visits.ts'
import type { Tx } from '../../db/pool.ts'
import type { PageRange } from '../../db/statement.ts'
import { category, type SpendSpan, spendRows } from './spend.db.ts'

/** Which lines of a figure: of one category, spent or to come; null is all. */
export type LineFilter = { category: string | null; to_come: boolean | null }

/** More than any figure has. */
export const ALL_LINES: PageRange = { limit: 1_000_000, offset: 0 }

/** A line of a figure: `amount` in cents with its tax; `source` is the visit, accepted quote, line of an invoice or fee, null for a fee to come. */
export type SpendLine = {
  kind: SpendKind
  source: string | null
  day: CalendarDate
  amount: number
  to_come: boolean
  category: string
  service: string | null
  company_name: string | null
  /** What an extra says. */
  description: string | null
  status: VisitStatus | null
  scheduled_time: string | null
  invoice_id: string | null
  invoice_number: string | null
  fee_kind: 'first' | 'monthly' | null
}

const found = (span: SpendSpan, { category: name, to_come }: LineFilter): RawBuilder<unknown> => sql`
  select s.*, ${category} as category, t.name as service_name from (${spendRows(span)}) s left join service_types t on t.id = s.service
  where (${to_come}::boolean is null or s.to_come = ${to_come}::boolean) and (${name}::text is null or ${category} = ${name}::text)`

/** How many lines a figure has, and their sum in cents. */
export async function countLines(
  tx: Tx,
  span: SpendSpan,
  filter: LineFilter,
): Promise<{ total: number; amount: number }> {
  const { rows } = await sql<{ total: number; amount: number }>`
    select count(*) as total, coalesce(sum(amount), 0)::bigint as amount from (${found(span, filter)}) f`.execute(
    tx,
  )
  return rows[0] ?? { total: 0, amount: 0 }
}

/** A page of a figure's lines by day, with their names. Product 3.5 */
export async function spendLines(
  tx: Tx,
  span: SpendSpan,
  filter: LineFilter,
  { limit, offset }: PageRange,
): Promise<SpendLine[]> {
  // Names are read for the page alone.
  const { rows } = await sql<SpendLine>`
    with page as materialized (
      select * from (${found(span, filter)}) f order by day, kind desc, source limit ${limit} offset ${offset})
    select p.kind, p.source, p.day, p.amount, p.to_come, p.category, p.service_name as service,
      v.company_name, l.description, a.status, a.scheduled_time, i.id as invoice_id, i.number as invoice_number, f.kind as fee_kind
    from page p
      left join appointments a on p.kind = 'visit' and a.id = p.source
      left join service_quotes q on q.id = coalesce(a.service_quote_id, case when p.kind = 'start' then p.source end)
      left join invoice_lines l on l.credit_note_id is null and l.refused_reason is null and l.tax is not null and case p.kind
        when 'visit' then l.appointment_id = p.source when 'start' then l.service_quote_id = p.source when 'extra' then l.id = p.source end
      left join invoices i on i.id = l.invoice_id
      left join vendor_profiles v on v.id = coalesce(q.vendor_id, i.vendor_id)
      left join fees f on p.kind = 'fee' and f.id = p.source
    order by p.day, p.kind desc, p.source`.execute(tx)
  return rows
}
