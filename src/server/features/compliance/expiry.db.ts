import { sql } from 'kysely'
import type { CalendarDate } from '../../../domain/calendar.ts'
import type { ComplianceKind } from '../../../domain/compliance/kind.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'

type Ending = { from: CalendarDate; until: CalendarDate; id?: string }

/** Verified documents that end between two days and that no later one follows: all of them, or this one. */
export const listExpiring = (tx: Tx, { from, until, id }: Ending) =>
  tx
    .selectFrom('compliance_documents as d')
    .where('d.status', '=', 'verified')
    .where('d.expires_on', '>=', from)
    .where('d.expires_on', '<=', until)
    .$if(id !== undefined, (some) => some.where('d.id', '=', id ?? ''))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('compliance_documents as next')
            .whereRef('next.vendor_id', '=', 'd.vendor_id')
            .whereRef('next.kind', '=', 'd.kind')
            .where('next.status', '=', 'verified')
            .where(sql<boolean>`next.valid_from <= d.expires_on + 1`)
            // Of two that end on the same day, one is told of.
            .where(sql<boolean>`(coalesce(next.expires_on, 'infinity'), next.id) > (d.expires_on, d.id)`)
            .select('next.id'),
        ),
      ),
    )
    .select(['d.id', 'd.vendor_id', 'd.kind'])
    .select((eb) => eb.ref('d.expires_on').$notNull().as('expires_on'))
    .orderBy('d.expires_on')
    .orderBy('d.id')
    .execute()

/** False if this notice was sent before, by any server. */
export async function addNotice(tx: Tx, notice: { document_id: string; days: number }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('compliance_notices')
    .values(notice)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

type Lapse = {
  kind: ComplianceKind
  /** The day from which visits may lack it, and the last one, if a document ended then. */
  from: CalendarDate
  until?: CalendarDate | null
  /** The last day of a document that ends; null where there is none any more, or where it was never required. */
  expires_on: CalendarDate | null
} & (
  | { vendor_id: string; newly_required?: undefined }
  /** Of all vendors, a service type that requires it from now on. */
  | { vendor_id?: undefined; newly_required: { service_type_id: string; service: string } }
)

/** The booked visits between two days whose vendor holds no verified document of a kind that their service type requires. */
const lackingVisits = ({ kind, from, until = null, vendor_id, newly_required }: Lapse) => sql`
  appointments a
    join service_quotes q on q.id = a.service_quote_id
    join service_requirements r on r.service_type_id = q.service_type_id and r.kind = ${kind}
    join vendor_profiles v on v.id = a.vendor_id
  where ${
    vendor_id === undefined
      ? sql`q.service_type_id = ${newly_required?.service_type_id}`
      : sql`a.vendor_id = ${vendor_id}`
  }
    and a.status = 'confirmed' and a.checked_in_at is null and a.scheduled_date >= ${from}
    and a.scheduled_date <= coalesce(${until}::date, 'infinity')
    and not exists (select from compliance_documents d where d.vendor_id = a.vendor_id and d.kind = r.kind
      and d.status = 'verified' and a.scheduled_date between d.valid_from and coalesce(d.expires_on, 'infinity'))`

/** Tells each building how many of its booked visits lack a document from now on. Returns how many there are in all. */
export async function tellOfRisks(tx: Tx, actor: string | null, lapse: Lapse): Promise<number> {
  const { kind, expires_on, newly_required } = lapse
  const { rows } = await sql<{
    vendor_id: string
    building_id: string
    company_name: string
    visits: number
    first_date: CalendarDate
  }>`
    select a.vendor_id, a.building_id, v.company_name, count(*) as visits, min(a.scheduled_date) as first_date
    from ${lackingVisits(lapse)}
    group by a.vendor_id, a.building_id, v.company_name
    order by a.vendor_id, a.building_id`.execute(tx)
  const service = newly_required?.service ?? null
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
