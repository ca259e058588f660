import { Readable } from 'node:stream'
import type pg from 'pg'
import type { Writes } from '../feature-cases.ts'
import { all, either, neighbor, type Row, type Rule, withPower } from '../row-rules.ts'
import { pdf } from '../sample-files.ts'
import type { World } from '../world.ts'

// The rows of announcements for the tests of row rules and of invariants, and who sees and writes them.

const PLAN = pdf('Plan')

/**
 * Each building's announcements: who is in their audience, their state, and when they were over. All its people own the captain's unit, and
 * Ned is a board member, so that all of them are owners and officers, and none is a renter.
 */
const SEEDED = `(values ('Draft', 'all', 'draft', null), ('Planned', 'all', 'scheduled', null), ('To all', 'all', 'sent', null),
  ('To owners', 'owners', 'sent', null), ('To renters', 'renters', 'sent', null), ('To officers', 'officers', 'sent', null),
  ('To their unit', 'unit', 'sent', null), ('To another unit', 'unit', 'sent', null),
  ('Expired now', 'all', 'sent', 'infinity'), ('Expired before they came', 'all', 'sent', '2020-01-01'),
  ('Withdrawn', 'all', 'withdrawn', 'infinity'), ('Withdrawn before they came', 'all', 'withdrawn', '2020-01-01'))`

/** What a resident reads who writes no announcements. */
const READ = ['To all', 'To owners', 'To officers', 'To their unit', 'Expired now', 'Withdrawn']

type Seeded = { title: string; building_id: string; state: string }
const seeded = new Map<unknown, Seeded>()

export async function seedAnnouncements({ portal }: World, db: pg.Client): Promise<void> {
  await db.query('set session_replication_role = replica')
  await db.query(`
    insert into units (building_id, number) select id, 'Empty' from buildings where captain_id is not null;
    insert into announcements (id, building_id, title, words, audience, unit_id, unit_number, is_important, allows_replies, send_at, state,
      author_id, author_name)
    select gen_random_uuid(), b.id, title, title || ', in full', audience, u.id, u.number, false, true,
      case state when 'scheduled' then timestamptz '2099-01-01' end, 'draft', b.captain_id, 'Maya Test'
    from buildings b cross join ${SEEDED} a (title, audience, state, ended)
      left join units u on u.building_id = b.id and a.audience = 'unit' and case title when 'To another unit' then u.number = 'Empty'
        else exists (select from unit_holders h where h.unit_id = u.id and h.profile_id = b.captain_id) end
    where b.captain_id is not null`)
  await db.query('set session_replication_role = origin')
  // While all are drafts.
  const { rows: files } = await db.query(`
    insert into announcement_files (id, announcement_id, building_id, file_name, file_path, file_size, added_by)
    select gen_random_uuid(), id, building_id, title || '.pdf', 'announcement-files/' || id || '-1795000000000.pdf', ${PLAN.length}, author_id
    from announcements where title in ('Draft', 'To all', 'To renters', 'Withdrawn') returning file_path`)
  for (const { file_path } of files)
    await portal.files.put(file_path, Readable.from([PLAN]), { size: PLAN.length, mime: 'application/pdf' })
  await db.query('set session_replication_role = replica')
  await db.query(`
    update announcements a set state = s.state, ended_at = s.ended::timestamptz,
      sent_at = case when s.state in ('sent', 'withdrawn') then timestamptz '2026-11-20 20:00Z' end,
      withdraw_reason = case s.state when 'withdrawn' then 'The day was wrong' end
    from ${SEEDED} s (title, audience, state, ended) where s.title = a.title;
    insert into announcement_follow_ups (id, announcement_id, building_id, words, author_id, author_name, written_at)
    select gen_random_uuid(), id, building_id, title || ', corrected', author_id, 'Maya Test', now() from announcements where sent_at is not null;
    insert into announcement_replies (id, announcement_id, building_id, words, author_id, author_name, written_at)
    select gen_random_uuid(), id, building_id, title || ', answered', author_id, 'Maya Test', now() from announcements where sent_at is not null;
    insert into announcement_openings (announcement_id, person, building_id, opened_at, read_at)
    select a.id, p.id, a.building_id, now(), now() from announcements a join profiles p on p.building_id = a.building_id and p.status = 'active'
    where a.title = 'To all';
    insert into announcement_mutes (person) select id from profiles where email in ('ned@example.com', 'otto@example.com');
    insert into events (kind, actor, building_id, subject)
    select 'announcement_' || kind, author_id, building_id, id from announcements a join lateral (values ('drafted', true),
      ('scheduled', state = 'scheduled'), ('sent', sent_at is not null), ('withdrawn', state = 'withdrawn')) e (kind, was) on was;
    insert into events (kind, actor, building_id, subject, data)
    select 'announcement_followed_up', author_id, building_id, announcement_id, jsonb_build_object('follow_up_id', id) from announcement_follow_ups
    union all
    select 'announcement_replied', author_id, building_id, announcement_id, jsonb_build_object('reply_id', id) from announcement_replies`)
  await db.query('set session_replication_role = origin')
  const { rows } = await db.query('select id, title, building_id, state from announcements')
  for (const { id, ...row } of rows) seeded.set(id, row)
}

const writer = withPower('manage_announcements')
const own =
  (column: string): Rule =>
  (row, { id }) =>
    row[column] === id

const announcementOf = (row: Row) => seeded.get(row.announcement_id)
/** Whether a resident of the building of this announcement reads it. */
const reads = (announcement: Seeded | undefined, { building, powers }: Parameters<Rule>[1]): boolean =>
  announcement !== undefined &&
  announcement.building_id === building &&
  (powers.includes('manage_announcements') || READ.includes(announcement.title))
const isRead: Rule = (row, who) => reads(announcementOf(row), who)
const holds: Rule = (row) => announcementOf(row)?.state !== 'withdrawn'
/** What is of an announcement. */
const withIt = either(all(neighbor, isRead, holds), writer)

/** The events of an announcement are read by those who read it; others by their own rules. */
export const ofAnnouncement: Rule = ({ kind, subject }, who) =>
  !String(kind).startsWith('announcement_') ||
  who.powers.includes('manage_announcements') ||
  reads(seeded.get(subject), who)

export const ANNOUNCEMENT_TABLES: Record<string, Rule> = {
  announcements: either(
    writer,
    all(neighbor, ({ title }) => READ.includes(String(title))),
  ),
  announcement_files: withIt,
  announcement_follow_ups: withIt,
  announcement_replies: withIt,
  announcement_openings: all(neighbor, own('person')),
  announcement_mutes: all(own('person'), (_, { kind }) => kind === 'resident'),
}

export const ANNOUNCEMENT_WRITES: Record<string, Writes> = {
  announcements: {
    insert: all(writer, own('author_id')),
    update: writer,
    delete: all(writer, ({ state }) => state === 'draft'),
  },
  announcement_files: { insert: all(writer, own('added_by')), delete: writer },
  announcement_follow_ups: { insert: all(writer, own('author_id')) },
  announcement_replies: { insert: all(neighbor, own('author_id'), isRead) },
  announcement_openings: {
    insert: all(neighbor, own('person'), isRead),
    update: all(neighbor, own('person')),
  },
  announcement_mutes: {
    insert: all(own('person'), (_, { kind }) => kind === 'resident'),
    delete: all(own('person'), (_, { kind }) => kind === 'resident'),
  },
}

export const ANNOUNCEMENT_BREACHES: [invariant: string, defect: string][] = [
  [
    'an announcement has at most five files',
    `insert into announcement_files (id, announcement_id, building_id, file_name, file_path, file_size)
     select gen_random_uuid(), announcement_id, building_id, 'More.pdf', 'announcement-files/' || announcement_id || n, 1
     from announcement_files, generate_series(1, 5) n`,
  ],
  [
    'an announcement is sent once',
    `insert into events (kind, building_id, subject) select kind, building_id, subject from events where kind = 'announcement_sent'`,
  ],
  ['each announcement has its event', `delete from events where kind = 'announcement_scheduled'`],
  [
    'what was written to an announcement has its event',
    `delete from events where kind = 'announcement_replied'`,
  ],
  [
    'what was written to an announcement has its event',
    `delete from events where kind = 'announcement_followed_up'`,
  ],
  ['replies came where they were allowed', 'update announcements set allows_replies = false'],
]
