import {
  isAnnouncementExpired,
  mayAnnounce,
  requireAnnouncementDraft,
  requireFollowUp,
  requireReply,
  requireShownDraft,
  sendAnnouncement,
  unscheduleAnnouncement,
  withdrawAnnouncement,
} from '../../../domain/announcements/announcement.ts'
import {
  AddFollowUp,
  AnnouncementId,
  AnnouncementList,
  DraftAnnouncement,
  ReadAnnouncement,
  ReplyToAnnouncement,
  SendAnnouncement,
  SetAnnouncementMail,
  UpdateAnnouncement,
  WithdrawAnnouncement,
} from '../../../domain/announcements/announcement-input.ts'
import { today } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Viewer } from '../../../domain/viewer.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { openTo, router } from '../../rpc/procedure.ts'
import { announcementFiles } from './announcement-file.db.ts'
import {
  announcementsPage,
  countAnnouncements,
  findAnnouncement,
  followUpsOf,
  repliesOf,
  unreadNews,
} from './list.db.ts'
import {
  addAnnouncement,
  addWords,
  changeAnnouncement,
  isMailed,
  isWritten,
  lockAnnouncement,
  markAnnouncementOpened,
  plannedColumns,
  setMailed,
} from './write.db.ts'

const PAGE_SIZE = 20

/** Who writes announcements: officers with the power. */
const openToWriters = () => openTo({ resident: 'manage_announcements' })

/** What a building's officers announce, each to exactly its audience. Scheduled ones are sent by a job (send-announcements.ts). Product 4.5 */
export const announcementsRouter = router({
  /** The announcements that the viewer sees; for those who write them drafts, too, and how many have opened each. */
  list: openTo('resident')
    .input(AnnouncementList)
    .query(async ({ ctx: { tx, viewer, now, config }, input: { tab, page } }) => {
      const of = { building_id: viewer.building_id, today: today(now(), config.timeZone), tab }
      const range = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
      const [total, announcements] = await Promise.all([
        countAnnouncements(tx, of),
        announcementsPage(tx, { ...of, ...range, person: viewer.id, isWriter: mayAnnounce(viewer) }),
      ])
      return { total, page_size: PAGE_SIZE, announcements }
    }),

  /** What the viewer has not read yet; null for nothing. */
  news: openTo('resident').query(async ({ ctx: { tx, viewer, now, config } }) => {
    const of = { building_id: viewer.building_id, today: today(now(), config.timeZone) }
    return (await unreadNews(tx, { ...of, person: viewer.id })) ?? null
  }),

  /** One of them with its files, its follow-ups and its last replies. */
  get: openTo('resident')
    .input(ReadAnnouncement)
    .query(async ({ ctx: { tx, viewer, now, config }, input: { id, replies: last } }) => {
      const [announcement, files, follow_ups, replies] = await Promise.all([
        readAnnouncement(tx, viewer, id),
        announcementFiles(tx, id),
        followUpsOf(tx, id),
        repliesOf(tx, id, last),
      ])
      const is_expired = isAnnouncementExpired(announcement, today(now(), config.timeZone))
      return { ...announcement, is_expired, files, follow_ups, replies }
    }),

  /** Counts the viewer among those who have opened it, once. No event says who: nobody learns that. */
  open: openTo('resident')
    .input(AnnouncementId)
    .mutation(async ({ ctx: { tx, viewer, now }, input: { id } }) => {
      const { building_id, state } = await readAnnouncement(tx, viewer, id)
      if (state === 'sent')
        await markAnnouncementOpened(tx, { announcement_id: id, building_id, person: viewer.id }, now())
    }),

  /** A new draft. Sent again, it is there once. */
  draft: openToWriters()
    .input(DraftAnnouncement)
    .mutation(async ({ ctx: { tx, viewer, now, config }, input: { id, building_id: shown, ...plan } }) => {
      const { building_id, id: author_id } = viewer
      if (shown !== building_id) throw new DomainError('not_found')
      const planned = await plannedColumns(tx, building_id, plan, config.timeZone)
      if (!(await addAnnouncement(tx, { ...planned, id, building_id, author_id, created_at: now() }))) {
        // The same draft again, or somebody else's id.
        await readAnnouncement(tx, viewer, id)
        return
      }
      await record(tx, { kind: 'announcement_drafted', actor: author_id, building_id, subject: id })
    }),

  update: openToWriters()
    .input(UpdateAnnouncement)
    .mutation(async ({ ctx: { tx, viewer, config }, input: { id, version, ...plan } }) => {
      const { building_id, ...announcement } = await lockedAnnouncement(tx, viewer, id)
      requireAnnouncementDraft(announcement)
      requireShownDraft(announcement, version)
      const planned = await plannedColumns(tx, building_id, plan, config.timeZone)
      await changeAnnouncement(tx, id, { ...planned, version: version + 1 })
      await record(tx, { kind: 'announcement_changed', actor: viewer.id, building_id, subject: id })
    }),

  discard: openToWriters()
    .input(AnnouncementId)
    .mutation(async ({ ctx: { tx, viewer }, input: { id } }) => {
      const { building_id, ...announcement } = await lockedAnnouncement(tx, viewer, id)
      requireAnnouncementDraft(announcement)
      await tx.deleteFrom('announcements').where('id', '=', id).execute()
      await record(tx, { kind: 'announcement_discarded', actor: viewer.id, building_id, subject: id })
    }),

  /** The draft goes to its audience, at once or at its time; who sends it is its author. */
  send: openToWriters()
    .input(SendAnnouncement)
    .mutation(async ({ ctx: { tx, viewer, now, config }, input: { id, version } }) => {
      const { building_id, ...draft } = await lockedAnnouncement(tx, viewer, id)
      requireAnnouncementDraft(draft)
      requireShownDraft(draft, version)
      const next = sendAnnouncement(draft, now(), config.timeZone)
      const event = { actor: viewer.id, building_id, subject: id }
      await tx
        .updateTable('announcements')
        .set({ ...next, author_id: viewer.id })
        .where('id', '=', id)
        .execute()
      if (next.state === 'sent') await record(tx, { kind: 'announcement_sent', ...event })
      else {
        const send_at = draft.send_at?.toISOString() ?? ''
        await record(tx, { kind: 'announcement_scheduled', ...event, data: { send_at } })
      }
    }),

  unschedule: openToWriters()
    .input(AnnouncementId)
    .mutation(async ({ ctx: { tx, viewer }, input: { id } }) => {
      const { building_id, ...announcement } = await lockedAnnouncement(tx, viewer, id)
      await tx
        .updateTable('announcements')
        .set(unscheduleAnnouncement(announcement))
        .where('id', '=', id)
        .execute()
      await record(tx, { kind: 'announcement_unscheduled', actor: viewer.id, building_id, subject: id })
    }),

  /** Corrects or adds to what was sent, which stays as it is. */
  followUp: openToWriters()
    .input(AddFollowUp)
    .mutation(async ({ ctx: { tx, viewer, now }, input: { id, announcement_id, words } }) => {
      const announcement = await lockedAnnouncement(tx, viewer, announcement_id)
      const { building_id } = announcement
      const added = { id, announcement_id, author_id: viewer.id }
      if (await isWritten(tx, 'announcement_follow_ups', added)) return
      requireFollowUp(announcement, announcement.follow_up_count)
      const written = { ...added, building_id, words, written_at: now() }
      if (!(await addWords(tx, 'announcement_follow_ups', written))) return
      const event = { actor: viewer.id, building_id, subject: announcement_id }
      await record(tx, { kind: 'announcement_followed_up', ...event, data: { follow_up_id: id } })
    }),

  /** It stays as a line with the reason; what it said is read by those alone who write announcements. */
  withdraw: openToWriters()
    .input(WithdrawAnnouncement)
    .mutation(async ({ ctx: { tx, viewer }, input: { id, reason } }) => {
      const { building_id, ...announcement } = await lockedAnnouncement(tx, viewer, id)
      const next = withdrawAnnouncement(announcement)
      await tx
        .updateTable('announcements')
        .set({ ...next, withdraw_reason: reason })
        .where('id', '=', id)
        .execute()
      await record(tx, { kind: 'announcement_withdrawn', actor: viewer.id, building_id, subject: id })
    }),

  /** An answer that all of the audience reads, where the author allows it. */
  reply: openTo('resident')
    .input(ReplyToAnnouncement)
    .mutation(async ({ ctx: { tx, viewer, now, config }, input: { id, announcement_id, words } }) => {
      const announcement = await readAnnouncement(tx, viewer, announcement_id)
      const { building_id } = announcement
      const added = { id, announcement_id, author_id: viewer.id }
      if (await isWritten(tx, 'announcement_replies', added)) return
      requireReply(announcement, announcement.reply_count, today(now(), config.timeZone))
      const written = { ...added, building_id, words, written_at: now() }
      if (!(await addWords(tx, 'announcement_replies', written))) return
      const event = { actor: viewer.id, building_id, subject: announcement_id }
      await record(tx, { kind: 'announcement_replied', ...event, data: { reply_id: id } })
    }),

  /** Whether announcements that are not important are mailed to the viewer. */
  mail: openTo('resident').query(async ({ ctx: { tx, viewer } }) => ({
    mailed: await isMailed(tx, viewer.id),
  })),

  setMail: openTo('resident')
    .input(SetAnnouncementMail)
    .mutation(async ({ ctx: { tx, viewer }, input: { mailed } }) => {
      if (!(await setMailed(tx, viewer.id, mailed))) return
      const event = { actor: viewer.id, subject: viewer.id, data: { mailed } }
      await record(tx, { kind: 'announcement_mail_set', ...event })
    }),
})

/** An announcement as the viewer sees it. Throws DomainError 'not_found'. */
export async function readAnnouncement(tx: Tx, viewer: Viewer, id: string) {
  const announcement = await findAnnouncement(tx, id, mayAnnounce(viewer))
  if (!announcement) throw new DomainError('not_found')
  return announcement
}

/** One that the viewer may write, which nobody else changes meanwhile. Throws DomainError 'not_found'. */
async function lockedAnnouncement(tx: Tx, viewer: Viewer, id: string) {
  if (!(await lockAnnouncement(tx, id))) throw new DomainError('not_found')
  return readAnnouncement(tx, viewer, id)
}
