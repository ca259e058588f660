import { sql } from 'kysely'
import type { CalendarDate } from '../../../domain/calendar.ts'
import { COMPLIANCE_KINDS, type ComplianceKind } from '../../../domain/compliance/kind.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Tx } from '../../db/pool.ts'
import { readScorecard } from './scorecard.db.ts'

/** The photos of a vendor's work, the first one first. */
export const portfolioOf = (tx: Tx, vendorId: string) =>
  tx
    .selectFrom('portfolio_photos')
    .where('vendor_id', '=', vendorId)
    .orderBy('added_at')
    .orderBy('id')
    .select(['id', sql<string>`'/' || file_path`.as('url')])
    .execute()

/** What a vendor says of itself, its work in photos and its scorecard, for its own settings. */
export async function readOwnProfile(tx: Tx, vendorId: string) {
  const company = await tx
    .selectFrom('vendor_profiles')
    .where('id', '=', vendorId)
    .select(['about', 'service_area'])
    .executeTakeFirst()
  if (!company) throw new DomainError('not_found')
  return { ...company, photos: await portfolioOf(tx, vendorId), scorecard: await readScorecard(tx, vendorId) }
}

/**
 * A vendor as a building sees it that asked it: with the services that it offers and the documents that are verified and valid on
 * this day. Throws DomainError 'not_found' for one that the viewer's building never asked.
 */
export async function readVendorProfile(tx: Tx, vendorId: string, day: CalendarDate) {
  const company = await tx
    .selectFrom('vendor_profiles as v')
    .where('v.id', '=', vendorId)
    .where(({ exists, selectFrom, or, eb }) =>
      or([
        eb(sql<string | null>`viewer_vendor()`, '=', vendorId),
        sql<boolean>`viewer_is_admin()`,
        exists(selectFrom('service_quotes as q').whereRef('q.vendor_id', '=', 'v.id').select('q.id')),
      ]),
    )
    .select(['v.id', 'company_name', 'city', 'state', 'about', 'service_area'])
    .select(
      sql<
        string[]
      >`array(select t.name from vendor_services s join service_types t on t.id = s.service_type_id
        where s.vendor_id = v.id and s.is_active order by t.name)`.as('services'),
    )
    .executeTakeFirst()
  if (!company) throw new DomainError('not_found')
  const documents = await validDocuments(tx, vendorId, day)
  return {
    ...company,
    documents,
    photos: await portfolioOf(tx, vendorId),
    scorecard: await readScorecard(tx, vendorId),
  }
}

/**
 * The kinds of which a vendor holds a verified document on this day, and until when: the last day of the one that holds, or of those that
 * follow it without a gap; null without an end. Product 2.6
 */
async function validDocuments(tx: Tx, vendorId: string, day: CalendarDate) {
  const { rows } = await sql<{ kind: ComplianceKind; until: CalendarDate | null }>`
    with recursive verified as (
        select kind, valid_from, coalesce(expires_on, 'infinity') as expires_on from compliance_documents
        where vendor_id = ${vendorId} and status = 'verified'),
      held as (
        select kind, expires_on from verified where ${day}::date between valid_from and expires_on
        union
        select kind, v.expires_on from held join verified v using (kind)
        where v.expires_on > held.expires_on and v.valid_from <= held.expires_on + 1)
    select kind, nullif(max(expires_on), 'infinity') as until from held
    group by kind order by array_position(${[...COMPLIANCE_KINDS]}::text[], kind)`.execute(tx)
  return rows
}

type SavedAbout = { about: string | null; service_area: string | null }

export async function saveAbout(tx: Tx, vendorId: string, about: SavedAbout): Promise<void> {
  await tx
    .updateTable('vendor_profiles')
    .set({ ...about, updated_at: sql`now()` })
    .where('id', '=', vendorId)
    .execute()
}

/** A photo that the viewer sees; undefined for somebody else's. */
export const findPortfolioPhoto = (tx: Tx, id: string) =>
  tx.selectFrom('portfolio_photos').where('id', '=', id).select(['vendor_id', 'file_path']).executeTakeFirst()

type AddedPortfolioPhoto = {
  id: string
  vendor_id: string
  file_path: string
  file_size: number
  added_by: string
}

/** False if this photo was added before, by somebody else. */
export async function addPortfolioPhoto(tx: Tx, photo: AddedPortfolioPhoto): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('portfolio_photos')
    .values(photo)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function deletePortfolioPhoto(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('portfolio_photos').where('id', '=', id).execute()
}

/** Of a company that ends: its words and its photos, whose files orphan removal deletes. */
export async function dropProfile(tx: Tx, vendorId: string): Promise<void> {
  await tx.deleteFrom('portfolio_photos').where('vendor_id', '=', vendorId).execute()
  await saveAbout(tx, vendorId, { about: null, service_area: null })
}
