import { sql } from 'kysely'
import { DomainError } from '../../../domain/errors.ts'
import type { InvoiceState } from '../../../domain/invoices/invoice-state.ts'
import type { VisitStatus } from '../../../domain/visits/visits.ts'
import type { Tx } from '../../db/pool.ts'
import { renewedPrice } from '../visits/price.db.ts'

/** What a visit or a one-time price stands on: its invoice, its accepted quote, and who decided. Amounts in cents. Product 3.5 */
export type SpendSource = {
  service: string
  company_name: string
  visit: { id: string; scheduled_date: string; scheduled_time: string; status: VisitStatus } | null
  /** What was agreed for it, and for a visit at the decision if it was renewed since. */
  agreed: number
  quote: {
    id: string
    per_visit_price: number
    once_price: number
    quotes: number
    lowest: number
    highest: number
  }
  compared_service: string | null
  decided_at: Date | null
  decided_by: string | null
  decision_reason: string | null
  invoice: {
    id: string
    number: string
    date: string
    state: InvoiceState
    amount: number
    tax: number
  } | null
}

type SourceKey = { kind: 'visit' | 'start'; id: string }

/** Throws DomainError 'not_found' for what the viewer's building has no part in. */
export async function spendSource(tx: Tx, { kind, id }: SourceKey): Promise<SpendSource> {
  const { rows } = await sql<SpendSource>`
    select t.name as service, v.company_name,
      case when a.id is not null then jsonb_build_object('id', a.id, 'scheduled_date', a.scheduled_date, 'scheduled_time', a.scheduled_time,
        'status', a.status) end as visit,
      case when a.id is null then q.once_price else ${renewedPrice(sql`a.nominal_date`, 'q')} end as agreed,
      (select jsonb_build_object('id', q.id, 'per_visit_price', q.agreed_price, 'once_price', q.once_price, 'quotes', count(*),
          'lowest', min(o.per_visit_price), 'highest', max(o.per_visit_price))
        from service_quotes o where o.building_service_id = q.building_service_id and o.round = q.round and o.per_visit_price is not null) as quote,
      (select s.id from building_services s where s.id = q.building_service_id and s.round = q.round) as compared_service,
      e.at as decided_at, p.full_name as decided_by, q.decision_reason,
      case when i.id is not null then jsonb_build_object('id', i.id, 'number', i.number, 'date', i.date, 'amount', l.amount, 'tax', l.tax,
        'state', case when i.status = 'approved' and i.paid >= i.approved then 'paid' else i.status end) end as invoice
    from service_quotes q
      left join appointments a on ${kind} = 'visit' and a.id = ${id}::uuid and a.service_quote_id = q.id
      join service_types t on t.id = q.service_type_id
      join vendor_profiles v on v.id = q.vendor_id
      left join lateral (select e.at, e.actor from events e where e.subject = q.id and e.kind = 'quote_accepted' order by e.id limit 1) e on true
      left join profiles p on p.id = e.actor
      left join invoice_lines l on l.credit_note_id is null and l.refused_reason is null and l.tax is not null
        and case when a.id is null then l.service_quote_id = q.id else l.appointment_id = a.id end
      left join invoices i on i.id = l.invoice_id
    where q.id = case ${kind} when 'start' then ${id}::uuid
      else (select a.service_quote_id from appointments a where a.id = ${id}::uuid) end`.execute(tx)
  const [found] = rows
  if (!found) throw new DomainError('not_found')
  return found
}
