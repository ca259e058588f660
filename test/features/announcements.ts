import { randomUUID } from 'node:crypto'
import type { Audience } from '../../src/domain/viewer.ts'
import { ANNOUNCED, announce, attachTo, buildingOf, draftAnnouncement } from '../announcements.ts'
import { type FeatureCases, nothing } from '../feature-cases.ts'
import { pdf } from '../sample-files.ts'
import type { World } from '../world.ts'
import {
  ANNOUNCEMENT_BREACHES,
  ANNOUNCEMENT_TABLES,
  ANNOUNCEMENT_WRITES,
  seedAnnouncements,
} from './announcement-rows.ts'

type Ids = Record<'building' | 'draft' | 'discarded' | 'planned' | 'scheduled' | 'sent' | 'withdrawn', string>

const writers: Audience[] = [{ resident: 'manage_announcements' }]
const LATER = { send_on: '2099-01-01', send_time: '09:00' }
const READ = {
  ...{ title: 'The water is off', words: 'On Monday.', author: 'Maya Test' },
  ...{ is_important: false, files: 2, withdraw_reason: 'The day was wrong' },
}

/** Sends what the file of the test is with, so that its audience sees it. */
let sendWithFile = async (): Promise<unknown> => undefined

const scheduled = async (world: World) => {
  const id = await draftAnnouncement(world.as('maya'), LATER)
  await world.as('maya').announcements.send({ id, version: 1 })
  return id
}
const sent = (world: World) => announce(world.as('maya'), { allows_replies: true })

export const announcements = {
  async prepare(world) {
    const maya = world.as('maya')
    return {
      building: await buildingOf(maya),
      draft: await draftAnnouncement(maya),
      discarded: await draftAnnouncement(maya),
      planned: await draftAnnouncement(maya),
      scheduled: await scheduled(world),
      sent: await sent(world),
      withdrawn: await sent(world),
    }
  },
  procedures: {
    list: { audiences: ['resident'], by: 'ned', input: () => ({ tab: 'current', page: 1 }) },
    news: { audiences: ['resident'], by: 'ned', input: nothing },
    get: {
      audiences: ['resident'],
      by: 'maya',
      input: (_, { draft }) => ({ id: draft, replies: 20 }),
      // A draft is its writers' alone.
      strangers: { id: ['otto', 'ned'] },
    },
    open: {
      audiences: ['resident'],
      by: 'ned',
      input: (_, { sent }) => ({ id: sent }),
      strangers: { id: ['otto'] },
    },
    draft: {
      audiences: writers,
      by: 'maya',
      input: (_, { building }) => ({ ...ANNOUNCED, id: randomUUID(), building_id: building }),
      strangers: { id: ['otto'], building_id: ['otto'] },
    },
    update: {
      audiences: writers,
      by: 'maya',
      input: (_, { draft }) => ({ ...ANNOUNCED, id: draft, version: 1 }),
      strangers: { id: ['otto'] },
    },
    discard: {
      audiences: writers,
      by: 'maya',
      input: (_, { discarded }) => ({ id: discarded }),
      strangers: { id: ['otto'] },
    },
    send: {
      audiences: writers,
      by: 'maya',
      input: (_, { planned }) => ({ id: planned, version: 1 }),
      strangers: { id: ['otto'] },
    },
    unschedule: {
      audiences: writers,
      by: 'maya',
      input: (_, { scheduled }) => ({ id: scheduled }),
      strangers: { id: ['otto'] },
    },
    followUp: {
      audiences: writers,
      by: 'maya',
      input: (_, { sent }) => ({ announcement_id: sent, id: randomUUID(), words: 'Until one.' }),
      strangers: { announcement_id: ['otto'], id: ['otto'] },
    },
    withdraw: {
      audiences: writers,
      by: 'maya',
      input: (_, { withdrawn }) => ({ id: withdrawn, reason: 'The day was wrong' }),
      strangers: { id: ['otto'] },
    },
    reply: {
      audiences: ['resident'],
      by: 'ned',
      input: (_, { sent }) => ({ announcement_id: sent, id: randomUUID(), words: 'Thank you.' }),
      strangers: { announcement_id: ['otto'], id: ['otto'] },
    },
    mail: { audiences: ['resident'], by: 'ned', input: nothing },
    setMail: { audiences: ['resident'], by: 'ned', input: () => ({ mailed: false }) },
  },
  async grow(world, { draft }) {
    await announce(world.as('maya'))
    await attachTo(world.portal, world.as('maya'), draft)
  },
  seed: seedAnnouncements,
  tables: ANNOUNCEMENT_TABLES,
  writes: ANNOUNCEMENT_WRITES,
  refusedUpdates: [
    ['what was announced', `update announcement_follow_ups set words = 'Otherwise' returning id`],
    ['what was replied', `update announcement_replies set words = 'Otherwise' returning id`],
    ['when it was over', 'update announcements set ended_at = null returning id'],
    ['the name of an author', `update announcements set author_name = 'Otto Test' returning id`],
  ],
  attachments: {
    'announcement-file': {
      addedBy: writers,
      seenBy: ['resident'],
      maxSize: 10 * 1024 * 1024,
      backedUp: true,
      by: 'maya',
      query: async (world) => {
        const id = await draftAnnouncement(world.as('maya'))
        sendWithFile = () =>
          world
            .as('maya')
            .announcements.send({ id, version: 1 })
            // It was sent for the person before.
            .catch(() => undefined)
        return `?announcement=${id}&id=${randomUUID()}&name=Plan.pdf`
      },
      sample: pdf('Plan'),
      addressOf: async (_, { url }) => {
        await sendWithFile()
        return url
      },
      strangers: ['otto'],
    },
  },
  events: {
    announcement_drafted: { data: {} },
    announcement_changed: { data: {} },
    announcement_discarded: { data: {} },
    announcement_file_added: { data: {} },
    announcement_file_removed: { data: {} },
    announcement_scheduled: { data: { send_at: '2026-11-21T20:00:00.000Z' } },
    announcement_unscheduled: { data: {} },
    announcement_sent: { data: {}, read: READ, subject: sent, mailedTo: ['maya', 'ned'] },
    announcement_followed_up: {
      data: { follow_up_id: 'c7d5f4a6-3a51-4c11-9a52-1d1d7b6b0f10' },
      read: READ,
      subject: sent,
      mailedTo: ['maya', 'ned'],
    },
    announcement_withdrawn: {
      data: {},
      read: READ,
      async subject(world) {
        const id = await sent(world)
        await world.as('maya').announcements.withdraw({ id, reason: 'The day was wrong' })
        return id
      },
      mailedTo: ['maya', 'ned'],
    },
    announcement_replied: {
      data: { reply_id: 'c7d5f4a6-3a51-4c11-9a52-1d1d7b6b0f10' },
      read: READ,
      by: 'ned',
      subject: sent,
      mailedTo: ['maya'],
    },
    announcement_mail_set: { data: { mailed: false } },
  },
  breaches: ANNOUNCEMENT_BREACHES,
} satisfies FeatureCases<'announcements', Ids>
