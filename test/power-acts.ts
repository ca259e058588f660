import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import type { Power, Viewer } from '../src/domain/viewer.ts'
import { asViewer } from '../src/server/db/as-viewer.ts'
import type { Tx } from '../src/server/db/pool.ts'
import type { World } from './world.ts'

/** For each power a statement that reaches rows of 1431 Minor Ave with it, and without it none. */
export const powerActs = (world: World): Record<Power, RawBuilder<unknown>> => ({
  request_services: sql`insert into building_services (building_id, service_type_id, status, description, service_type)
    values (viewer_building(), ${world.typeId('Concierge')}, 'Quote', 'The desk', 'on-demand') returning id`,
  accept_quotes: sql`update service_quotes set status = 'accepted'
    where status = 'pending' and vendor_status = 'quoted' returning id`,
  manage_visits: sql`update appointments set change_reason = 'Rain', changed_by = 'captain'
    where status not in ('missed', 'disputed') and checked_in_at is null returning id`,
  approve_invoices: sql`update invoices set status = 'approved', approved = total, decided_by = viewer_id(), decided_at = now()
    where status = 'sent' returning id`,
  manage_budget: sql`insert into budgets (building_id, year, version, set_by, set_at)
    values (viewer_building(), 2031, 1, viewer_id(), now()) returning id`,
  manage_members: sql`update profiles set unit_number = unit_number where id <> viewer_id() returning id`,
  manage_documents: sql`update building_documents set file_name = file_name where deleted_at is null returning id`,
  manage_announcements: sql`select 1 where viewer_may('manage_announcements')`,
  manage_votes: sql`insert into votes (id, building_id, kind, question, max_choices, basis, is_secret, quorum, majority, proxies, created_by)
    values (gen_random_uuid(), viewer_building(), 'yes_no', 'Shall we?', 1, 'unit', false, 0, 'more_yes', 0, viewer_id()) returning id`,
  manage_building: sql`update buildings set name = name returning id`,
  manage_offices: sql`insert into office_powers (building_id, holder, powers, changed_by)
    values (viewer_building(), 'secretary', '{}', viewer_id())
    on conflict (building_id, holder) do update set changed_by = viewer_id() returning holder`,
  hand_over: sql`select hand_over_captain(viewer_id())`,
})

/** Whether the row rules let a statement through to rows, also with other stoop.* settings. Takes back what it did. */
export async function isReached(
  { portal }: World,
  viewer: Viewer,
  statement: RawBuilder<unknown>,
  settings: Record<string, string> = {},
): Promise<boolean> {
  let reached = false
  const undone = new Error('taken back')
  const attempt = async (tx: Tx) => {
    reached = (await statement.execute(tx)).rows.length > 0
    throw undone
  }
  try {
    await asViewer(portal.db, viewer, attempt, settings)
  } catch (error) {
    if (error === undone) return reached
    if (!(error instanceof pg.DatabaseError)) throw error
    // Row rules come before constraints: what only a constraint refuses passed them.
    if (error.code?.startsWith('23')) return true
    if (error.code !== '42501') throw error
  }
  return false
}
