import { sql } from 'kysely'
import type { CalendarDate } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import { revenueWindow } from '../../../domain/vendors/vendor.ts'
import type { VendorViewer } from '../../../domain/viewer.ts'
import type { Tx } from '../../db/pool.ts'
import { readProfile } from '../profiles/db.ts'
import { visitPrice } from '../visits/price.db.ts'

/** Everything that Vendor Settings shows: the person, the company, and the service types that it offers. */
export async function readVendor(tx: Tx, { id, vendor_id }: VendorViewer) {
  const { unit_number, ...profile } = await readProfile(tx, id)
  const company = await tx
    .selectFrom('vendor_profiles')
    .where('id', '=', vendor_id)
    .select(['company_name', 'address', 'city', 'state', 'zip_code'])
    .executeTakeFirst()
  if (!company) throw new DomainError('not_found')
  return { ...profile, ...company, service_type_ids: await offeredTypes(tx, vendor_id) }
}

/** One save of a vendor at a time, so that each knows what the last one offered. New quotes may still refer to it. */
export async function lockVendor(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('vendor_profiles').where('id', '=', id).select('id').forNoKeyUpdate().execute()
}

/** The active types of the catalog that the vendor offers. */
export async function offeredTypes(tx: Tx, vendorId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('vendor_services')
    .innerJoin('service_types', 'service_types.id', 'vendor_services.service_type_id')
    .where('vendor_id', '=', vendorId)
    .where('vendor_services.is_active', '=', true)
    .where('service_types.is_active', '=', true)
    .orderBy('service_type_id')
    .select('service_type_id')
    .execute()
  return rows.map(({ service_type_id }) => service_type_id)
}

type Company = { company_name: string; address: string; city: string; state: string; zip_code: string }

export async function saveCompany(tx: Tx, vendorId: string, company: Company): Promise<void> {
  await tx
    .updateTable('vendor_profiles')
    .set({ ...company, updated_at: sql`now()` })
    .where('id', '=', vendorId)
    .execute()
}

/** The vendor offers nothing, until offerServices. */
export async function endOffers(tx: Tx, vendorId: string): Promise<void> {
  await tx
    .updateTable('vendor_services')
    .set({ is_active: false })
    .where('vendor_id', '=', vendorId)
    .execute()
}

/** The vendor offers these types, too. Throws DomainError 'invalid_input' unless all are active ones of the catalog. */
export async function offerServices(tx: Tx, vendorId: string, typeIds: string[]): Promise<void> {
  if (typeIds.length === 0) return
  const added = await tx
    .insertInto('vendor_services')
    .columns(['vendor_id', 'service_type_id', 'is_active'])
    .expression((eb) =>
      eb
        .selectFrom('service_types')
        .where('id', 'in', typeIds)
        .where('is_active', '=', true)
        .select((s) => [
          s.val(vendorId).$castTo<string>().as('vendor_id'),
          'id',
          sql<boolean>`true`.as('is_active'),
        ]),
    )
    .onConflict((conflict) =>
      conflict.columns(['vendor_id', 'service_type_id']).doUpdateSet({ is_active: true }),
    )
    .returning('service_type_id')
    .execute()
  if (added.length !== typeIds.length) {
    throw new DomainError(
      'invalid_input',
      'One of these services is no longer offered here.',
      'service_type_ids',
    )
  }
}

/** The vendors that offer a type, by name: the choices of 'Vendors not to ask'. [7.vendor-services.1] */
export function vendorsOffering(tx: Tx, typeId: string) {
  return tx
    .selectFrom('vendor_services')
    .innerJoin('vendor_profiles', 'vendor_profiles.id', 'vendor_services.vendor_id')
    .where('service_type_id', '=', typeId)
    .where('is_active', '=', true)
    .select(['vendor_profiles.id', 'company_name', 'city', 'state'])
    .orderBy(sql`lower(company_name)`)
    .orderBy('vendor_profiles.id')
    .execute()
}

/**
 * The vendor dashboard's four figures; revenue in cents.
 * [2.vendor.3] [2.vendor.4] [7.dashboard.1]
 */
export async function dashboardFigures(tx: Tx, vendorId: string, today: CalendarDate) {
  const { from, to, status } = revenueWindow(today)
  const { rows } = await sql<{
    revenue_opportunity: number
    active_jobs: number
    requests_available: number
  }>`
    select
      (select coalesce(sum(${visitPrice('a', 'q')}), 0)::bigint from appointments a join service_quotes q on q.id = a.service_quote_id
        where a.vendor_id = ${vendorId} and a.status = ${status}
          and a.scheduled_date between ${from} and ${to}) as revenue_opportunity,
      (select count(distinct building_service_id) from appointments
        where vendor_id = ${vendorId} and status = 'confirmed' and scheduled_date >= ${today}) as active_jobs,
      (select count(*) from service_quotes
        where vendor_id = ${vendorId} and state = 'needs_quote') as requests_available`.execute(tx)
  // [2.vendor.5] [7.visits.1]
  const next_visit = await tx
    .selectFrom('appointments')
    .innerJoin('service_quotes', 'service_quotes.id', 'appointments.service_quote_id')
    .innerJoin('service_types', 'service_types.id', 'service_quotes.service_type_id')
    .innerJoin('buildings', 'buildings.id', 'appointments.building_id')
    .where('appointments.vendor_id', '=', vendorId)
    .where('appointments.status', '=', 'confirmed')
    .where('scheduled_date', '>=', today)
    .orderBy('scheduled_date')
    .orderBy('scheduled_time')
    .select(['scheduled_date', 'scheduled_time', 'service_types.name as title', 'address', 'city'])
    .select(['buildings.state', 'window_minutes'])
    .limit(1)
    .executeTakeFirst()
  const figures = rows[0] ?? { revenue_opportunity: 0, active_jobs: 0, requests_available: 0 }
  return { ...figures, next_visit: next_visit ?? null }
}
