import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { AnnouncementPlan } from '../../domain/announcements/announcement-input.ts'
import { addDays, type CalendarDate, today } from '../../domain/calendar.ts'
import { asSystem } from '../db/as-viewer.ts'
import { sendAnnouncements } from '../features/announcements/send-announcements.ts'
import type { Portal } from '../rpc/context.ts'
import { entryNamed } from './ask-and-answer.ts'
import type { Person, Procedures } from './person.ts'
import { larkspurResident } from './votes.ts'

const DAY = 24 * 60 * 60 * 1000
export const WATER = 'The water is off on Monday from 9 to noon'
export const BALCONIES = 'Please clear your balconies before the painters come'
export const MEETING = 'Board meeting: the agenda'

const PLAIN: Omit<AnnouncementPlan, 'title' | 'words'> = {
  audience: 'all',
  unit: null,
  is_important: false,
  allows_replies: false,
  send_on: null,
  send_time: null,
  expires_on: null,
}

/**
 * At The Larkspur: an important announcement with a follow-up and a reply, one to the owners that has expired, and one to the officers that
 * is sent tomorrow. Product 4.5
 */
export async function announceThings(
  { portal, clock }: { portal: Portal; clock: { now: Date } },
  people: ReadonlyMap<string, Person>,
): Promise<void> {
  const now = clock.now
  const day = today(now, portal.config.timeZone)
  const maya = entryNamed(new Map(people), 'larkspur').call
  const ned = await larkspurResident(portal, 'Ned Alvarez')
  const at = (days: number) => {
    clock.now = new Date(now.getTime() - days * DAY)
  }
  at(25)
  const balconies = await announceOne(maya, {
    ...{ ...PLAIN, title: BALCONIES, audience: 'owners', expires_on: addDays(day, -10) },
    words:
      'The painters begin with the street side and need two feet along the wall. What is left there they move inside, without a promise.',
  })
  await ned.announcements.open({ id: balconies })
  at(2)
  const water = await announceOne(maya, {
    ...{ ...PLAIN, title: WATER, is_important: true, allows_replies: true, expires_on: addDays(day, 6) },
    words:
      'The main valve in the basement is replaced. Please fill a kettle before nine, and keep taps closed until we write that it is back.',
  })
  await ned.announcements.open({ id: water })
  await ned.announcements.reply({
    ...{ announcement_id: water, id: randomUUID() },
    words: 'Thank you. Does that include the laundry room?',
  })
  at(1)
  await maya.announcements.followUp({
    ...{ announcement_id: water, id: randomUUID() },
    words: 'The laundry room is off until two.',
  })
  clock.now = now
  await planMeeting(maya, day)
  await sendAnnouncements(portal)
  await dateAnnouncements(portal)
}

async function announceOne(officer: Procedures, plan: AnnouncementPlan): Promise<string> {
  const id = await draftOne(officer, plan)
  await officer.announcements.send({ id, version: 1 })
  return id
}

async function draftOne(officer: Procedures, plan: AnnouncementPlan): Promise<string> {
  const viewer = (await officer.accounts.session())?.viewer
  if (viewer?.kind !== 'resident') throw new Error('Who announces has no building')
  const id = randomUUID()
  await officer.announcements.draft({ id, building_id: viewer.building_id, ...plan })
  return id
}

async function planMeeting(officer: Procedures, day: CalendarDate): Promise<void> {
  const id = await draftOne(officer, {
    ...{ ...PLAIN, title: MEETING, audience: 'officers' },
    ...{ send_on: addDays(day, 1), send_time: '09:00' },
    words:
      'Thursday at seven in the lobby: the reserve, the roof, and who holds the keys of the bicycle room.',
  })
  await officer.announcements.send({ id, version: 1 })
}

/** What was announced before, was recorded then. */
const dateAnnouncements = ({ db }: Portal) =>
  asSystem(db, (tx) =>
    sql`update events e set at = coalesce(
        (select f.written_at from announcement_follow_ups f where f.id::text = e.data ->> 'follow_up_id'),
        (select r.written_at from announcement_replies r where r.id::text = e.data ->> 'reply_id'), a.sent_at)
      from announcements a where a.id = e.subject and a.sent_at is not null`.execute(tx),
  )
