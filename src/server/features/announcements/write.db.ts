import { sql } from 'kysely'
import type { AnnouncementPlan } from '../../../domain/announcements/announcement-input.ts'
import type { CalendarDate } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import { cityInstant } from '../../../domain/votes/vote-times.ts'
import type { Tx } from '../../db/pool.ts'

/** The id of a unit of the building by its number, however that is spelled; undefined for one that the building does not have. */
export async function unitByNumber(tx: Tx, building_id: string, number: string): Promise<string | undefined> {
  const unit = await tx
    .selectFrom('units')
    .where('building_id', '=', building_id)
    .where('key', '=', sql<string>`unit_key(${number})`)
    .select('id')
    .executeTakeFirst()
  return unit?.id
}

/** The columns of a plan; its time by the city's clocks. Throws DomainError 'invalid_input' for an unknown unit. */
export async function plannedColumns(
  tx: Tx,
  building_id: string,
  { unit, send_on, send_time, ...plan }: AnnouncementPlan,
  timeZone: string,
) {
  const unit_id = unit === null ? null : await unitByNumber(tx, building_id, unit)
  if (unit_id === undefined)
    throw new DomainError('invalid_input', 'Your building has no unit with this number', 'unit')
  const send_at =
    send_on === null || send_time === null ? null : cityInstant({ date: send_on, time: send_time }, timeZone)
  return { ...plan, unit_id, send_at }
}
type PlannedColumns = Awaited<ReturnType<typeof plannedColumns>>

type NewAnnouncement = PlannedColumns & {
  id: string
  building_id: string
  author_id: string
  created_at: Date
}

/** False if this draft was added before. */
export async function addAnnouncement(tx: Tx, announcement: NewAnnouncement): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('announcements')
    .values(announcement)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** The next version of a draft. */
export async function changeAnnouncement(
  tx: Tx,
  id: string,
  changed: PlannedColumns & { version: number },
): Promise<void> {
  await tx.updateTable('announcements').set(changed).where('id', '=', id).execute()
}

/** Locks an announcement that the viewer may write: others who do wait, and so do its job and its replies. False for others'. */
export async function lockAnnouncement(tx: Tx, id: string): Promise<boolean> {
  const locked = await tx
    .selectFrom('announcements')
    .where('id', '=', id)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return locked !== undefined
}

type WrittenWords = {
  id: string
  announcement_id: string
  building_id: string
  words: string
  author_id: string
  written_at: Date
}

/** Adds a follow-up or a reply. False when it was added before; throws DomainError 'not_found' for somebody else's id. */
export async function addWords(
  tx: Tx,
  table: 'announcement_follow_ups' | 'announcement_replies',
  words: WrittenWords,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto(table)
    .values(words)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 1n) return true
  if (!(await isWritten(tx, table, words))) throw new DomainError('not_found')
  return false
}

/** Whether this person has written this follow-up or reply before. */
export async function isWritten(
  tx: Tx,
  table: 'announcement_follow_ups' | 'announcement_replies',
  { id, announcement_id, author_id }: Pick<WrittenWords, 'id' | 'announcement_id' | 'author_id'>,
): Promise<boolean> {
  const found = await tx
    .selectFrom(table)
    .where('id', '=', id)
    .where('announcement_id', '=', announcement_id)
    .where('author_id', '=', author_id)
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

/** Notes that a person reads an announcement now; when they opened it first stays. */
export async function markAnnouncementOpened(
  tx: Tx,
  opening: { announcement_id: string; building_id: string; person: string },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('announcement_openings')
    .values({ ...opening, opened_at: now, read_at: now })
    .onConflict((conflict) => conflict.columns(['announcement_id', 'person']).doUpdateSet({ read_at: now }))
    .execute()
}

/** Whether announcements that are not important are mailed to this person. */
export async function isMailed(tx: Tx, person: string): Promise<boolean> {
  const mute = await tx
    .selectFrom('announcement_mutes')
    .where('person', '=', person)
    .select('person')
    .executeTakeFirst()
  return mute === undefined
}

/** Sets that. False when it was so already. */
export async function setMailed(tx: Tx, person: string, mailed: boolean): Promise<boolean> {
  if (mailed) {
    const { numDeletedRows } = await tx
      .deleteFrom('announcement_mutes')
      .where('person', '=', person)
      .executeTakeFirstOrThrow()
    return numDeletedRows === 1n
  }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('announcement_mutes')
    .values({ person })
    .onConflict((conflict) => conflict.column('person').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** The announcements whose time has come, the longest due first. */
export async function dueAnnouncements(tx: Tx, now: Date): Promise<string[]> {
  const due = await tx
    .selectFrom('announcements')
    .where('state', '=', 'scheduled')
    .where('send_at', '<=', now)
    .orderBy('send_at')
    .orderBy('id')
    .select('id')
    .execute()
  return due.map(({ id }) => id)
}

/** One of them under a lock, as another server may have left it. */
export const lockDue = (tx: Tx, id: string) =>
  tx
    .selectFrom('announcements')
    .where('id', '=', id)
    .select(['id', 'building_id', 'state', 'audience', 'unit_id', 'send_at', 'author_id'])
    .forUpdate()
    .executeTakeFirst()

/** Notes which announcements are over, their last day being before the city's `today`, so that who comes later doesn't read them. */
export async function endExpired(tx: Tx, today: CalendarDate): Promise<void> {
  await tx
    .updateTable('announcements')
    .set({ ended_at: sql<Date>`now()` })
    .where('state', '=', 'sent')
    .where('ended_at', 'is', null)
    .where('expires_on', '<', today)
    .execute()
}
