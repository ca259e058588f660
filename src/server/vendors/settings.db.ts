import { sql } from 'kysely'
import { DomainError } from '../../domain/errors.ts'
import type { VendorSettings } from '../../domain/vendors/settings.ts'
import type { VendorViewer } from '../../domain/viewer.ts'
import { readProfile, saveProfile } from '../accounts/profile.db.ts'
import type { Tx } from '../database/pool.ts'
import { record } from '../events/events.db.ts'
import { askNewVendor, giveUpRequests } from '../quotes/requests.db.ts'
import { offerServices } from './vendors.db.ts'

/** All that Vendor Settings shows: the person, the company, and the types that it offers now. */
export async function readSettings(tx: Tx, vendorId: string) {
  const { unit_number, ...profile } = await readProfile(tx, vendorId)
  const company = await tx
    .selectFrom('vendor_profiles')
    .where('id', '=', vendorId)
    .select(['company_name', 'address', 'city', 'state', 'zip_code'])
    .executeTakeFirst()
  if (!company) throw new DomainError('not_found')
  return { ...profile, ...company, service_type_ids: await offered(tx, vendorId) }
}

/**
 * Saves the whole form. All services are set inactive, the chosen ones active; the vendor gets its share of the open
 * requests of the types that it starts to offer, and gives up what it has not answered of those that it stops to
 * offer. Section 4, and decisions, 'Services and quotes'.
 */
export async function saveSettings(tx: Tx, viewer: VendorViewer, settings: VendorSettings) {
  const { company_name, address, city, state, zip_code, service_type_ids, ...person } = settings
  const saved = await saveProfile(tx, viewer, person)
  await tx
    .updateTable('vendor_profiles')
    .set({ company_name, address, city, state, zip_code, updated_at: sql`now()` })
    .where('id', '=', viewer.id)
    .execute()
  const before = await offered(tx, viewer.id)
  const isSame = before.join() === [...service_type_ids].sort().join()
  if (isSame) return saved
  await tx
    .updateTable('vendor_services')
    .set({ is_active: false })
    .where('vendor_id', '=', viewer.id)
    .execute()
  await offerServices(tx, viewer.id, service_type_ids)
  const { id } = viewer
  await record(tx, { kind: 'vendor_services_changed', actor: id, vendor_id: id, subject: id })
  await giveUpRequests(tx, id)
  await askNewVendor(tx, id)
  return saved
}

/** The active types of the catalogue that the vendor offers now. */
async function offered(tx: Tx, vendorId: string): Promise<string[]> {
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
