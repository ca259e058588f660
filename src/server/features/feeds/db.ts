import { type QueryCreator, sql } from 'kysely'
import type { CalendarDate } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { CrewViewer, ResidentViewer, VendorViewer } from '../../../domain/viewer.ts'
import { isoText } from '../../db/iso-text.ts'
import type { Tx } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { statement } from '../../db/statement.ts'
import { officesOf } from '../../session/session.ts'

/** The calendar addresses of a person, the oldest first. */
export function listFeeds(tx: Tx, personId: string) {
  return tx
    .selectFrom('feeds')
    .where('user_id', '=', personId)
    .select(['id', 'name', isoText('feeds', 'created_at')])
    .select(sql<string | null>`to_json(last_read_at)`.as('last_read_at'))
    .orderBy('feeds.created_at')
    .orderBy('id')
    .execute()
}

/** How many a person has, under a lock on the person, so that two at once count each other. */
export async function countFeeds(tx: Tx, personId: string): Promise<number> {
  await tx.selectFrom('profiles').where('id', '=', personId).select('id').forNoKeyUpdate().execute()
  const { count } = await tx
    .selectFrom('feeds')
    .where('user_id', '=', personId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

type NewFeed = { user_id: string; name: string; token_hash: Buffer }

export async function addFeed(tx: Tx, feed: NewFeed): Promise<string> {
  const { id } = await tx.insertInto('feeds').values(feed).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Removes one of the person's. Returns its name. Throws DomainError 'not_found' for another's. */
export async function removeFeed(tx: Tx, personId: string, id: string): Promise<string> {
  const removed = await tx
    .deleteFrom('feeds')
    .where('id', '=', id)
    .where('user_id', '=', personId)
    .returning('name')
    .executeTakeFirst()
  if (!removed) throw new DomainError('not_found')
  return removed.name
}

const feedsByToken = statement((db, { token_hash }: { token_hash: Buffer }) =>
  db
    .selectFrom('feeds')
    .innerJoin('profiles', 'profiles.id', 'feeds.user_id')
    .leftJoin('buildings', 'buildings.id', 'profiles.building_id')
    .where('token_hash', '=', token_hash)
    .where('status', '<>', 'removed')
    .select(['feeds.id as feed_id', 'profiles.id', 'role', 'status', 'building_id'])
    .select(['profiles.vendor_id', 'vendor_role'])
    .select(officesOf)
    .select(['buildings.captain_id', sql<null>`null`.as('has_factor')])
    .select(sql<boolean>`coalesce(last_read_at < now() - interval '1 hour', true)`.as('is_note_due')),
)

/** The feed of a token, and its person's rights. */
export async function findFeed(tx: Tx, token_hash: Buffer) {
  const [feed] = await feedsByToken(tx, { token_hash })
  return feed
}

export async function noteRead(tx: Tx, feedId: string): Promise<void> {
  await tx.updateTable('feeds').set({ last_read_at: sql<Date>`now()` }).where('id', '=', feedId).execute()
}

function filedVisits(db: QueryCreator<DB>) {
  return (
    db
      .selectFrom('appointments as a')
      // Crew sees no quote, and so asks for the name of the service. Product 1.8
      .leftJoin('service_quotes as q', 'q.id', 'a.service_quote_id')
      .leftJoin('service_types as t', 't.id', 'q.service_type_id')
      .innerJoin('vendor_profiles as v', 'v.id', 'a.vendor_id')
      .innerJoin('buildings as b', 'b.id', 'a.building_id')
      .leftJoin('visit_claims as c', 'c.appointment_id', 'a.id')
      .leftJoin('visit_disputes as d', 'd.appointment_id', 'a.id')
      .select(['a.id', 'a.sequence', 'a.scheduled_date', 'a.scheduled_time', 'a.window_minutes', 'a.status'])
      .select(['a.shift_days', 'a.changed_by', 'a.change_reason', 'a.earlier_date', 'a.earlier_time'])
      .select(
        sql<string>`case when viewer_crew() is null then t.name else (select service from assigned_work(a.id)) end`.as(
          'service',
        ),
      )
      .select(['v.company_name', 'b.address', 'b.city', 'b.state', 'b.zip_code'])
      .select(['c.answer as claim_answer', 'd.outcome'])
      .select(sql<boolean>`c.appointment_id is not null`.as('has_claim'))
      .select(
        sql<Date>`greatest(a.modified_at, c.claimed_at, c.answered_at, d.opened_at, d.settled_at)`.as(
          'modified_at',
        ),
      )
  )
}

/** The most visits of one file. Those nearest to today come first. */
export const MAX_FILED = 2000

type FeedDays = { today: CalendarDate; from: CalendarDate; until: CalendarDate }

const filedOf = (of: 'building_id' | 'vendor_id' | 'assigned_to') =>
  statement((db, { id, today, from, until }: FeedDays & { id: string }) =>
    filedVisits(db)
      .where(`a.${of}`, '=', id)
      .where('a.scheduled_date', '>=', from)
      .where('a.scheduled_date', '<=', until)
      .orderBy(sql`abs(a.scheduled_date - ${today}::date)`)
      .orderBy('a.scheduled_time')
      .orderBy('a.id')
      .limit(MAX_FILED),
  )

const ofBuilding = filedOf('building_id')
const ofVendor = filedOf('vendor_id')
const ofPerson = filedOf('assigned_to')

/** Whose calendar has visits: the building's, the company's, or those that somebody of its crew goes to. */
export type FeedReader = ResidentViewer | VendorViewer | CrewViewer

function filedFor(tx: Tx, viewer: FeedReader, days: FeedDays) {
  if (viewer.kind === 'crew') return ofPerson(tx, { ...days, id: viewer.id })
  if (viewer.kind === 'vendor') return ofVendor(tx, { ...days, id: viewer.vendor_id })
  return ofBuilding(tx, { ...days, id: viewer.building_id })
}

/** The visits of a person's calendar, as far as the row rules show them. */
export async function visitsToFile(tx: Tx, viewer: FeedReader, days: FeedDays) {
  const visits = await filedFor(tx, viewer, days)
  // In an order that does not depend on today, so that the file changes only with its visits.
  const placeOf = (visit: (typeof visits)[number]) =>
    `${visit.scheduled_date} ${visit.scheduled_time} ${visit.id}`
  return visits.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
}

/** One visit that the viewer sees. */
export function visitToFile(tx: Tx, id: string) {
  return filedVisits(tx).where('a.id', '=', id).executeTakeFirst()
}
