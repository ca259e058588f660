import { sendScheduled } from '../../../domain/announcements/announcement.ts'
import { today } from '../../../domain/calendar.ts'
import { asSystem } from '../../db/as-viewer.ts'
import type { Source } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { eachOnItsOwn } from '../../jobs/each-on-its-own.ts'
import type { Portal } from '../../rpc/context.ts'
import { dueAnnouncements, endExpired, lockDue } from './write.db.ts'

type Sends = Pick<Portal, 'now' | 'config'> & { db: Source }

/**
 * Sends the announcements whose time has come, and notes which have expired. However many servers run it, and wherever one stops, each is sent
 * once: its row is locked, and its event is of the same transaction. Product 4.5
 */
export async function sendAnnouncements(portal: Sends, stop?: AbortSignal): Promise<void> {
  const { db, now, config } = portal
  await asSystem(db, (tx) => endExpired(tx, today(now(), config.timeZone)))
  const due = await asSystem(db, (tx) => dueAnnouncements(tx, now()))
  await eachOnItsOwn(due, (id) => sendOne(portal, id), {
    stop,
    failed: (count) => `${count} announcements could not be sent`,
  })
}

async function sendOne({ db, now }: Sends, id: string): Promise<void> {
  await asSystem(db, async (tx) => {
    const announcement = await lockDue(tx, id)
    const next = announcement && sendScheduled(announcement, now())
    if (!next) return
    const { building_id, author_id } = announcement
    await tx.updateTable('announcements').set(next).where('id', '=', id).execute()
    const event = { building_id, subject: id }
    if (next.state === 'sent') await record(tx, { kind: 'announcement_sent', actor: author_id, ...event })
    else await record(tx, { kind: 'announcement_unscheduled', actor: null, ...event })
  })
}
