import { type RawBuilder, sql } from 'kysely'
import type { AnnouncementTab } from '../../../domain/announcements/announcement.ts'
import type { CalendarDate } from '../../../domain/calendar.ts'
import type { Tx } from '../../db/pool.ts'
import type { PageRange } from '../../db/statement.ts'

/** How many people an announcement is for, and how many of them have opened it. Null for who doesn't write announcements. */
type Figures = { people: number; opened: number } | null
const figures = sql<Figures>`announcement_figures(a.id)`

/** Whether the viewer is of its audience: those who write announcements see all others, too. */
const isForViewer = sql<boolean>`(a.audience = any ((select viewer_groups())::text[])
  or coalesce(a.unit_id = any ((select viewer_units())::uuid[]), false))`

/** Whether the viewer has not seen all of it: `o` is when they read it last. */
const isUnread = sql<boolean>`(a.state = 'sent' and ${isForViewer} and (o.read_at is null
  or coalesce(o.read_at < (select max(f.written_at) from announcement_follow_ups f where f.announcement_id = a.id), false)))`

type ListedIn = { building_id: string; today: CalendarDate }

/** The announcements that the viewer sees under a tab: what has expired is 'earlier'. */
const listed = (tx: Tx, { building_id, today, tab }: ListedIn & { tab: AnnouncementTab }) => {
  const isEarlier = sql<boolean>`(a.sent_at is not null and coalesce(a.expires_on < ${today}::date, false))`
  return tx
    .selectFrom('announcements as a')
    .where('a.building_id', '=', building_id)
    .where(tab === 'earlier' ? isEarlier : sql<boolean>`not ${isEarlier}`)
}

export async function countAnnouncements(tx: Tx, of: ListedIn & { tab: AnnouncementTab }): Promise<number> {
  const { count } = await listed(tx, of)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const countOf = (table: 'announcement_files' | 'announcement_follow_ups' | 'announcement_replies') =>
  sql<number>`(select count(*)::int from ${sql.table(table)} x where x.announcement_id = a.id)`

/** What was withdrawn is read by those alone who write announcements. */
export const wordsFor = (isWriter: boolean): RawBuilder<string | null> =>
  isWriter ? sql<string>`a.words` : sql<string | null>`case when a.state <> 'withdrawn' then a.words end`

/** Characters of an announcement that the list shows. */
const EXCERPT = 240

/**
 * A page of announcements: what is not sent yet first, then what is pinned, each time the latest first. Important ones are pinned until they
 * expire or are withdrawn. Product 4.5
 */
export const announcementsPage = (
  tx: Tx,
  {
    person,
    isWriter,
    limit,
    offset,
    ...of
  }: ListedIn & PageRange & { tab: AnnouncementTab; person: string; isWriter: boolean },
) =>
  listed(tx, of)
    .leftJoin('announcement_openings as o', (join) =>
      join.onRef('o.announcement_id', '=', 'a.id').on('o.person', '=', person),
    )
    .orderBy(sql`a.sent_at is null`, 'desc')
    .orderBy(sql`a.is_important and a.state = 'sent'`, 'desc')
    .orderBy((eb) => eb.fn.coalesce('a.sent_at', 'a.created_at'), 'desc')
    .orderBy('a.id')
    .limit(limit)
    .offset(offset)
    .select(['a.id', 'a.title', 'a.state', 'a.audience', 'a.unit_number', 'a.is_important', 'a.author_name'])
    .select(['a.sent_at', 'a.send_at', 'a.expires_on', 'a.withdraw_reason'])
    .select([
      sql<string | null>`left(${wordsFor(isWriter)}, ${EXCERPT})`.as('excerpt'),
      countOf('announcement_files').as('files'),
      countOf('announcement_follow_ups').as('follow_ups'),
      countOf('announcement_replies').as('replies'),
      isUnread.as('is_unread'),
      figures.as('figures'),
    ])
    .execute()

/** The first of what the viewer has not read, important ones before others, and how many there are. */
export const unreadNews = (tx: Tx, { person, ...of }: ListedIn & { person: string }) =>
  listed(tx, { ...of, tab: 'current' })
    .leftJoin('announcement_openings as o', (join) =>
      join.onRef('o.announcement_id', '=', 'a.id').on('o.person', '=', person),
    )
    .where(isUnread)
    .orderBy('a.is_important', 'desc')
    .orderBy('a.sent_at', 'desc')
    .orderBy('a.id')
    .limit(1)
    .select(['a.id', 'a.title', 'a.is_important', sql<number>`count(*) over ()`.as('unread')])
    .executeTakeFirst()

/** One announcement as the viewer sees it; undefined for others'. */
export const findAnnouncement = (tx: Tx, id: string, isWriter: boolean) =>
  tx
    .selectFrom('announcements as a')
    .where('a.id', '=', id)
    .select([
      'a.id',
      'a.building_id',
      'a.title',
      'a.audience',
      'a.unit_id',
      'a.unit_number',
      'a.is_important',
    ])
    .select(['a.allows_replies', 'a.send_at', 'a.expires_on', 'a.state', 'a.version', 'a.author_id'])
    .select(['a.author_name', 'a.sent_at', 'a.withdraw_reason'])
    .select([
      wordsFor(isWriter).as('words'),
      countOf('announcement_follow_ups').as('follow_up_count'),
      countOf('announcement_replies').as('reply_count'),
      figures.as('figures'),
    ])
    .executeTakeFirst()

/** What was added to it, the first one first. */
export const followUpsOf = (tx: Tx, announcement_id: string) =>
  tx
    .selectFrom('announcement_follow_ups')
    .where('announcement_id', '=', announcement_id)
    .orderBy('written_at')
    .orderBy('id')
    .select(['id', 'words', 'author_name', 'written_at'])
    .execute()

/** Its last replies, the first of them first. */
export async function repliesOf(tx: Tx, announcement_id: string, limit: number) {
  const replies = await tx
    .selectFrom('announcement_replies')
    .where('announcement_id', '=', announcement_id)
    .orderBy('written_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .select(['id', 'words', 'author_id', 'author_name', 'written_at'])
    .execute()
  return replies.reverse()
}
