import { sql } from 'kysely'
import { addDays, type CalendarDate } from '../../../domain/calendar.ts'
import type { ComplianceKind } from '../../../domain/compliance/kind.ts'
import { EXPIRY_NOTICES } from '../../../domain/compliance/requirement.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'

type AtRisk = {
  kind: ComplianceKind
  /** The days of the visits that count: from one on, and until the last one of a document that held. */
  from: CalendarDate
  until?: CalendarDate | null
  today: CalendarDate
} & (
  | { vendor_id: string; newly_required?: undefined }
  /** Of all vendors, a service type that requires it from now on. */
  | { vendor_id?: undefined; newly_required: { service_type_id: string } }
)

/**
 * The booked visits that a lacking document puts at risk, as `a`, with their quotes as `q`: the rule of missingSoon. One whose vendor
 * holds a document that ends before it counts from thirty days before that end. Product 2.6
 */
export const visitsAtRisk = ({ kind, from, until = null, today, vendor_id, newly_required }: AtRisk) => sql`
  appointments a join service_quotes q on q.id = a.service_quote_id
  where ${
    vendor_id === undefined
      ? sql`q.service_type_id = ${newly_required?.service_type_id}`
      : sql`a.vendor_id = ${vendor_id} and exists (select from service_requirements r
          where r.service_type_id = q.service_type_id and r.kind = ${kind})`
  }
    and a.status = 'confirmed' and a.checked_in_at is null and a.scheduled_date >= ${from}
    and a.scheduled_date <= coalesce(${until}::date, 'infinity')
    and not exists (select from compliance_documents d where d.vendor_id = a.vendor_id and d.kind = ${kind}
      and d.status = 'verified' and a.scheduled_date between d.valid_from and coalesce(d.expires_on, 'infinity'))
    and not exists (select from compliance_documents d where d.vendor_id = a.vendor_id and d.kind = ${kind}
      and d.status = 'verified' and d.expires_on < a.scheduled_date
      and d.expires_on > ${addDays(today, EXPIRY_NOTICES[0])})`

type Lapse = AtRisk & {
  /** The last day of a document that ends; null where there is none any more, or where it was never required. */
  expires_on: CalendarDate | null
  /** The name of the service type that requires it newly. */
  service: string | null
}

/** Tells each building how many of its booked visits are at risk from now on. Returns how many there are in all. */
export async function tellOfRisks(tx: Tx, actor: string | null, lapse: Lapse): Promise<number> {
  const { kind, expires_on, service } = lapse
  const { rows } = await sql<{
    vendor_id: string
    building_id: string
    company_name: string
    visits: number
    first_date: CalendarDate
  }>`
    with risks as (select a.vendor_id, a.building_id, count(*) as visits, min(a.scheduled_date) as first_date
      from ${visitsAtRisk(lapse)} group by a.vendor_id, a.building_id)
    select risks.*, v.company_name from risks join vendor_profiles v on v.id = risks.vendor_id
    order by vendor_id, building_id`.execute(tx)
  await record(
    tx,
    ...rows.map(
      ({ vendor_id, building_id, ...risk }) =>
        ({
          kind: 'visits_at_risk',
          actor,
          building_id,
          subject: vendor_id,
          data: { kind, expires_on, service, ...risk },
        }) as const,
    ),
  )
  return rows.reduce((sum, { visits }) => sum + visits, 0)
}
