import { sql } from 'kysely'
import { addDays, type CalendarDate } from '../../../domain/calendar.ts'
import type { ComplianceKind } from '../../../domain/compliance/kind.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'

/** Verified documents that end between two days and that no later one follows. */
export const listExpiring = (tx: Tx, from: CalendarDate, until: CalendarDate) =>
  tx
    .selectFrom('compliance_documents as d')
    .where('d.status', '=', 'verified')
    .where('d.expires_on', '>=', from)
    .where('d.expires_on', '<=', until)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('compliance_documents as next')
            .whereRef('next.vendor_id', '=', 'd.vendor_id')
            .whereRef('next.kind', '=', 'd.kind')
            .where('next.status', '=', 'verified')
            .where(sql<boolean>`next.valid_from <= d.expires_on + 1`)
            .where(sql<boolean>`coalesce(next.expires_on, 'infinity') > d.expires_on`)
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

type EndedDocument = {
  vendor_id: string
  kind: ComplianceKind
  expires_on: CalendarDate | null
  today: CalendarDate
}

/**
 * Tells each building of a vendor how many booked visits lack a document that ended, or whose verification was taken back
 * (`expires_on` is null). Returns how many there are in all.
 */
export async function tellOfRisks(
  tx: Tx,
  actor: string | null,
  { vendor_id, kind, expires_on, today }: EndedDocument,
): Promise<number> {
  const from = expires_on === null ? today : addDays(expires_on, 1)
  const { rows } = await sql<{
    building_id: string
    company_name: string
    visits: number
    first_date: CalendarDate
  }>`
    select a.building_id, v.company_name, count(*) as visits, min(a.scheduled_date) as first_date
    from appointments a
      join service_quotes q on q.id = a.service_quote_id
      join service_requirements r on r.service_type_id = q.service_type_id and r.kind = ${kind}
      join vendor_profiles v on v.id = a.vendor_id
    where a.vendor_id = ${vendor_id} and a.status = 'confirmed' and a.checked_in_at is null and a.scheduled_date >= ${from}
      and not exists (select from compliance_documents d where d.vendor_id = a.vendor_id and d.kind = r.kind
        and d.status = 'verified' and a.scheduled_date between d.valid_from and coalesce(d.expires_on, 'infinity'))
    group by a.building_id, v.company_name
    order by a.building_id`.execute(tx)
  await record(
    tx,
    ...rows.map(
      ({ building_id, ...risk }) =>
        ({
          kind: 'visits_at_risk',
          actor,
          building_id,
          subject: vendor_id,
          data: { kind, expires_on, ...risk },
        }) as const,
    ),
  )
  return rows.reduce((sum, { visits }) => sum + visits, 0)
}
