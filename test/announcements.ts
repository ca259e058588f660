import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { z } from 'zod'
import type { DraftAnnouncement } from '../src/domain/announcements/announcement-input.ts'
import type { Procedures } from '../src/server/demo/person.ts'
import { announcementFileAttachment } from '../src/server/features/announcements/announcement-file.ts'
import { sendAnnouncements } from '../src/server/features/announcements/send-announcements.ts'
import type { Portal } from '../src/server/rpc/context.ts'
import { addFile } from '../src/server/storage/add-file.ts'
import { pdf } from './sample-files.ts'

type DraftedAnnouncement = Omit<z.input<typeof DraftAnnouncement>, 'building_id'>

/** An announcement to all of a building, to be sent at once. */
export const ANNOUNCED: Omit<DraftedAnnouncement, 'id'> = {
  title: 'The water is off',
  words: 'On Monday from nine to noon.',
  audience: 'all',
  unit: null,
  is_important: false,
  allows_replies: false,
  send_on: null,
  send_time: null,
  expires_on: null,
}

/** The building of a resident. */
export async function buildingOf(person: Procedures): Promise<string> {
  const viewer = (await person.accounts.session())?.viewer
  if (viewer?.kind !== 'resident') throw new Error('This person has no building')
  return viewer.building_id
}

/** Drafts an announcement. Returns its id. */
export async function draftAnnouncement(
  officer: Procedures,
  change: Partial<DraftedAnnouncement> = {},
): Promise<string> {
  const id = change.id ?? randomUUID()
  const building_id = await buildingOf(officer)
  await officer.announcements.draft({ ...ANNOUNCED, ...change, id, building_id })
  return id
}

/** Drafts and sends one. Returns its id. */
export async function announce(
  officer: Procedures,
  change: Partial<DraftedAnnouncement> = {},
): Promise<string> {
  const id = await draftAnnouncement(officer, change)
  await officer.announcements.send({ id, version: 1 })
  return id
}

/** Adds a file to a draft. Returns its address. */
export async function attachTo(
  portal: Portal,
  officer: Procedures,
  announcement: string,
  id: string = randomUUID(),
) {
  const viewer = (await officer.accounts.session())?.viewer
  if (viewer?.kind !== 'resident') throw new Error('This person is no resident')
  const query = { announcement, id, name: 'Plan.pdf' }
  return addFile(portal, announcementFileAttachment, viewer, { query, body: Readable.from([pdf('Plan')]) })
}

/** The ids of the announcements that a person sees under a tab, on all its pages. */
export async function announcedTo(
  person: Procedures,
  tab: 'current' | 'earlier' = 'current',
): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ; page += 1) {
    const { announcements, total } = await person.announcements.list({ tab, page })
    ids.push(...announcements.map(({ id }) => id))
    if (ids.length >= total || announcements.length === 0) return ids
  }
}

/** Runs the job of announcements as if so many days had passed; everybody else's clock stays. */
export const announceLater = (portal: Portal, days: number): Promise<void> =>
  sendAnnouncements({ ...portal, now: () => new Date(portal.now().getTime() + days * 24 * 3_600_000) })
