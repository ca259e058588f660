import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendAnnouncements } from '../src/server/features/announcements/send-announcements.ts'
import type { Portal } from '../src/server/rpc/context.ts'
import { announce, attachTo, draftAnnouncement } from './announcements.ts'
import { openTwoServers, ROUNDS, TIME } from './two-servers.ts'
import type { World } from './world.ts'

// Two people, or a person and the job, at the same moment, each on a server of its own. Product 4.5
let servers: Awaited<ReturnType<typeof openTwoServers>>
let world: World
let db: pg.Pool

beforeAll(async () => {
  servers = await openTwoServers('announcement_races')
  world = servers.world
  db = servers.db
})
afterAll(() => servers.close())

const maya = () => servers.here('maya').announcements
const mayaThere = () => servers.there('maya').announcements
const nedThere = () => servers.there('ned').announcements
/** The job, a day later. */
const sendOn = (portal: Portal) =>
  sendAnnouncements({ ...portal, now: () => new Date(world.clock.now.getTime() + 24 * 3_600_000) })
const sentTimes = async (id: string) => {
  const { rows } = await db.query(
    `select (select count(*)::int from events where subject = $1 and kind = 'announcement_sent') as events,
       (select count(*)::int from mails m join events e on e.id = m.event_id where e.subject = $1) as mails`,
    [id],
  )
  return rows[0]
}
const stateOf = async (id: string) =>
  (await db.query('select state from announcements where id = $1', [id])).rows[0]?.state

/** One that is scheduled for the next morning. */
async function schedule(): Promise<string> {
  const id = await draftAnnouncement(servers.here('maya'), { send_on: '2026-11-21', send_time: '09:00' })
  await maya().send({ id, version: 1 })
  return id
}

test('two servers send a scheduled one once', { timeout: TIME }, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await schedule()
    const ends = await servers.race(
      round,
      () => sendOn(world.portal),
      () => sendOn(servers.other),
    )
    expect(ends).toEqual([true, true])
    expect(await sentTimes(id)).toEqual({ events: 1, mails: 2 })
  }
})

test('a server that dies while it sends leaves it to the next, which sends it once', async () => {
  const id = await schedule()
  const dying = {
    ...world.portal,
    db: {
      ...world.portal.db,
      transact: (...of: Parameters<typeof world.portal.db.transact>) => {
        const [as, limits, work] = of
        return world.portal.db.transact(as, limits, async (tx) => {
          const done = await work(tx)
          // All is written, and the commit never comes.
          if (await isLocked(id)) throw new Error('killed')
          return done
        })
      },
    },
  } as unknown as Portal
  await expect(sendOn(dying)).rejects.toThrow()
  expect(await stateOf(id)).toBe('scheduled')
  expect(await sentTimes(id)).toEqual({ events: 0, mails: 0 })
  await sendOn(servers.other)
  expect(await sentTimes(id)).toEqual({ events: 1, mails: 2 })
})

/** Whether somebody holds the lock of an announcement: it is being sent. */
async function isLocked(id: string): Promise<boolean> {
  const { rows } = await db.query('select id from announcements where id = $1 for update skip locked', [id])
  return rows.length === 0
}

test('it is sent, or a draft again, whichever comes first', { timeout: TIME }, async () => {
  const states = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await schedule()
    const [, isDraft] = await servers.race(
      round,
      () => sendOn(world.portal),
      () => mayaThere().unschedule({ id }),
    )
    expect(await stateOf(id)).toBe(isDraft ? 'draft' : 'sent')
    expect((await sentTimes(id)).events).toBe(isDraft ? 0 : 1)
    states.add(`${isDraft}`)
  }
  expect(states.size, 'each of them was first').toBe(2)
})

test('two officers send one draft once, and a change comes before or not at all', {
  timeout: TIME,
}, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await draftAnnouncement(servers.here('maya'))
    const ends = await servers.race(
      round,
      () => maya().send({ id, version: 1 }),
      () => mayaThere().send({ id, version: 1 }),
    )
    expect(ends.filter(Boolean)).toHaveLength(1)
    expect(await sentTimes(id)).toEqual({ events: 1, mails: 2 })
  }
})

test('a reply is there, or the withdrawal came before it', { timeout: TIME }, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await announce(servers.here('maya'), { allows_replies: true })
    const [, isReplied] = await servers.race(
      round,
      () => maya().withdraw({ id, reason: 'The day was wrong' }),
      () => nedThere().reply({ announcement_id: id, id: randomUUID(), words: 'Thank you.' }),
    )
    const { rows } = await db.query(
      'select count(*)::int as replies from announcement_replies where announcement_id = $1',
      [id],
    )
    expect(rows).toEqual([{ replies: isReplied ? 1 : 0 }])
  }
})

test('a file is with it, or came too late', { timeout: TIME }, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await draftAnnouncement(servers.here('maya'))
    const [, isThere] = await servers.race(
      round,
      () => maya().send({ id, version: 1 }),
      () =>
        attachTo(servers.other, servers.there('maya'), id).catch((error) => {
          throw Object.assign(error, { code: String(error.code).toUpperCase() })
        }),
    )
    const { files } = await maya().get({ id, replies: 1 })
    expect(files).toHaveLength(isThere ? 1 : 0)
  }
})
