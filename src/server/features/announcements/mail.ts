import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { MailContent, MailEvent, Templates } from '../../mail/template.ts'

/** An announcement as its mails show it. */
export type MailedAnnouncement = {
  title: string
  words: string
  author: string | null
  is_important: boolean
  files: number
  withdraw_reason: string | null
}

/** What was added or answered, and by which name. */
export type MailedWords = { title: string; words: string; author: string | null; is_important: boolean }

const TURN_OFF = 'You can turn these mails off in your settings, under Announcements.'
const pathOfAnnouncement = (id: string | null) => `/home/announcements/announcement?id=${id}`
const link = (label: string, id: string | null) => ({ label, path: pathOfAnnouncement(id) })
const ending = (isImportant: boolean) => (isImportant ? [] : [TURN_OFF])

function sent(
  { address, subject_id }: MailEvent<'announcement_sent'>,
  { title, words, author, is_important, files }: MailedAnnouncement,
): MailContent {
  return {
    subject: is_important ? `Important: ${title}` : title,
    subjectOfMany: (count) => `${count} announcements in your building`,
    paragraphs: [
      `${author ?? 'An officer'} announces at ${address}:`,
      words,
      ...(files > 0
        ? [files === 1 ? 'A file is with it in the portal.' : `${files} files are with it in the portal.`]
        : []),
      ...ending(is_important),
    ],
    action: link('See the announcement', subject_id),
  }
}

function followedUp(
  { address, subject_id }: MailEvent<'announcement_followed_up'>,
  { title, words, author, is_important }: MailedWords,
): MailContent {
  return {
    subject: `Follow-up: ${title}`,
    paragraphs: [
      `${author ?? 'An officer'} adds to the announcement “${title}” at ${address}:`,
      words,
      ...ending(is_important),
    ],
    action: link('See the announcement', subject_id),
  }
}

function withdrawn(
  { address, subject_id }: MailEvent<'announcement_withdrawn'>,
  { title, withdraw_reason, is_important }: MailedAnnouncement,
): MailContent {
  return {
    subject: `Withdrawn: ${title}`,
    paragraphs: [
      `The announcement “${title}” at ${address} was withdrawn. Please don’t go by it. The reason:`,
      withdraw_reason ?? '',
      ...ending(is_important),
    ],
    action: link('See your announcements', subject_id),
  }
}

function replied(
  { address, subject_id }: MailEvent<'announcement_replied'>,
  { title, words, author }: MailedWords,
): MailContent {
  return {
    subject: `Reply: ${title}`,
    subjectOfMany: (count) => `${count} replies to your announcements`,
    paragraphs: [
      `${author ?? 'Somebody'} replies to your announcement “${title}” at ${address}:`,
      words,
      'All who the announcement is for can read this reply.',
    ],
    action: link('See the replies', subject_id),
  }
}

/** The announcement of an event. Throws when there is none. */
const readMailed = (tx: Tx, subject_id: string | null): Promise<MailedAnnouncement> =>
  tx
    .selectFrom('announcements as a')
    .where('a.id', '=', subject_id)
    .select(['a.title', 'a.words', 'a.author_name as author', 'a.is_important', 'a.withdraw_reason'])
    .select(
      sql<number>`(select count(*)::int from announcement_files f where f.announcement_id = a.id)`.as(
        'files',
      ),
    )
    .executeTakeFirstOrThrow()

/** A follow-up or a reply. Throws when there is none. */
async function readWords(
  tx: Tx,
  table: 'announcement_follow_ups' | 'announcement_replies',
  id: string,
): Promise<MailedWords> {
  const { rows } = await sql<MailedWords>`
    select a.title, w.words, w.author_name as author, a.is_important
    from ${sql.table(table)} w join announcements a on a.id = w.announcement_id where w.id = ${id}`.execute(
    tx,
  )
  const [written] = rows
  if (!written) throw new Error('Nothing was written under this id')
  return written
}

export const announcementMails = {
  announcement_sent: { read: (tx, { subject_id }) => readMailed(tx, subject_id), write: sent },
  announcement_followed_up: {
    read: (tx, { data }) => readWords(tx, 'announcement_follow_ups', data.follow_up_id),
    write: followedUp,
  },
  announcement_withdrawn: { read: (tx, { subject_id }) => readMailed(tx, subject_id), write: withdrawn },
  announcement_replied: {
    read: (tx, { data }) => readWords(tx, 'announcement_replies', data.reply_id),
    write: replied,
  },
} satisfies Templates
