import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  ANNOUNCED,
  announce,
  announcedTo,
  announceLater,
  attachTo,
  draftAnnouncement,
} from '../../../../test/announcements.ts'
import { createWorldDatabase } from '../../../../test/database.ts'
import { NOW, openWorld, type World } from '../../../../test/world.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { breachesOf } from '../../cli/check.ts'

// How an announcement goes from its draft to its end: Product 4.5. Exactly who it reaches: audience.test.ts.

let world: World
let db: pg.Client

beforeAll(async () => {
  const connection = await createWorldDatabase('announcements')
  world = await openWorld(connection)
  db = new pg.Client(connection)
  await db.connect()
})
afterAll(async () => {
  expect(await breachesOf(world.portal.db)).toEqual([])
  await Promise.all([db.end(), world.close()])
})
beforeEach(() => {
  world.clock.now = NOW
})

const maya = () => world.as('maya').announcements
const ned = () => world.as('ned').announcements
const readBy = (by: typeof ned, id: string) => by().get({ id, replies: 20 })
const at = (instant: string) => {
  world.clock.now = new Date(instant)
}
const eventsOf = async (id: string, kind: string) => {
  const { rows } = await db.query('select actor from events where subject = $1 and kind = $2', [id, kind])
  return rows.map(({ actor }) => actor)
}

test('a draft is its writers’ alone, there once when it is sent again, and changed as it was shown', async () => {
  const id = await draftAnnouncement(world.as('maya'))
  await draftAnnouncement(world.as('maya'), { id })
  expect(await eventsOf(id, 'announcement_drafted')).toEqual([world.idOf('maya')])
  expect(await announcedTo(world.as('maya'))).toContain(id)
  expect(await announcedTo(world.as('ned'))).not.toContain(id)
  await expect(readBy(ned, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })

  await maya().update({ ...ANNOUNCED, id, version: 1, title: 'The water is off on Tuesday' })
  await expect(maya().update({ ...ANNOUNCED, id, version: 1 })).rejects.toThrow('changed meanwhile')
  await expect(maya().send({ id, version: 1 })).rejects.toThrow('changed meanwhile')
  expect(await readBy(maya, id)).toMatchObject({ title: 'The water is off on Tuesday', version: 2 })
  await maya().discard({ id })
  await expect(readBy(maya, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('one with the power of announcements writes them, and without it nobody does', async () => {
  await expect(draftAnnouncement(world.as('ned'))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await world.as('maya').members.setOffices({ id: world.idOf('ned'), offices: ['secretary'] })
  const id = await announce(world.as('ned'))
  expect(await readBy(maya, id)).toMatchObject({ author_name: 'Ned Test', state: 'sent' })
  await world.as('maya').members.setOffices({ id: world.idOf('ned'), offices: [] })
  await expect(ned().withdraw({ id, reason: 'Mine' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('who sends it is its author, not who drafted it', async () => {
  await world.as('maya').members.setOffices({ id: world.idOf('ned'), offices: ['secretary'] })
  const id = await draftAnnouncement(world.as('ned'))
  await maya().send({ id, version: 1 })
  await world.as('maya').members.setOffices({ id: world.idOf('ned'), offices: [] })
  expect(await readBy(ned, id)).toMatchObject({ author_name: 'Maya Test' })
})

test('once sent it is never rewritten, neither by a call nor in the database', async () => {
  const id = await announce(world.as('maya'))
  await expect(maya().update({ ...ANNOUNCED, id, version: 1 })).rejects.toThrow('no draft any more')
  await expect(maya().discard({ id })).rejects.toThrow('no draft any more')
  await expect(maya().send({ id, version: 1 })).rejects.toThrow('no draft any more')
  await maya().followUp({ announcement_id: id, id: randomUUID(), words: 'Until one.' })
  for (const change of [
    `title = 'Otherwise'`,
    `words = 'Otherwise'`,
    `audience = 'owners'`,
    'is_important = true',
    'allows_replies = true',
    `expires_on = '2030-01-01'`,
    `sent_at = now()`,
    `author_name = 'Otto Test'`,
    `state = 'draft', sent_at = null`,
  ])
    await expect(db.query(`update announcements set ${change} where id = $1`, [id])).rejects.toMatchObject({
      constraint: 'announcements_stay',
    })
  for (const statement of [
    'delete from announcements where id = $1',
    `update announcement_follow_ups set words = 'Otherwise' where announcement_id = $1`,
    'delete from announcement_follow_ups where announcement_id = $1',
  ])
    await expect(db.query(statement, [id])).rejects.toMatchObject({ constraint: 'announcements_stay' })
})

test('a follow-up is shown with it, once, and makes it news again', async () => {
  const id = await announce(world.as('maya'))
  await ned().open({ id })
  const isUnread = async () =>
    (await ned().list({ tab: 'current', page: 1 })).announcements.find((each) => each.id === id)?.is_unread
  expect(await isUnread()).toBe(false)
  at('2026-11-20T21:00:00Z')
  const followUp = { announcement_id: id, id: randomUUID(), words: 'Until one.' }
  await maya().followUp(followUp)
  await maya().followUp(followUp)
  expect((await readBy(ned, id)).follow_ups).toMatchObject([
    { words: 'Until one.', author_name: 'Maya Test' },
  ])
  expect(await eventsOf(id, 'announcement_followed_up')).toHaveLength(1)
  expect(await isUnread()).toBe(true)
  at('2026-11-20T22:00:00Z')
  await ned().open({ id })
  expect(await isUnread()).toBe(false)
})

test('withdrawn it stays as a line with its reason, without what it said', async () => {
  const id = await draftAnnouncement(world.as('maya'), { allows_replies: true })
  const { url } = await attachTo(world.portal, world.as('maya'), id)
  await maya().send({ id, version: 1 })
  await maya().followUp({ announcement_id: id, id: randomUUID(), words: 'Until one.' })
  await ned().reply({ announcement_id: id, id: randomUUID(), words: 'Thank you.' })
  expect((await readBy(ned, id)).files).toMatchObject([{ file_name: 'Plan.pdf', url }])

  await maya().withdraw({ id, reason: 'It is on Tuesday' })
  const line = (await ned().list({ tab: 'current', page: 1 })).announcements.find((each) => each.id === id)
  expect(line).toMatchObject({ state: 'withdrawn', withdraw_reason: 'It is on Tuesday', excerpt: null })
  expect(await readBy(ned, id)).toMatchObject({ words: null, files: [], follow_ups: [], replies: [] })
  expect(await readBy(maya, id)).toMatchObject({ words: ANNOUNCED.words, files: [{ url }] })
  await expect(maya().withdraw({ id, reason: 'Again' })).rejects.toThrow('withdrawn already')
  await expect(maya().followUp({ announcement_id: id, id: randomUUID(), words: 'More.' })).rejects.toThrow(
    'was withdrawn',
  )
  await expect(ned().reply({ announcement_id: id, id: randomUUID(), words: 'Why?' })).rejects.toThrow(
    'takes no replies',
  )
})

test('replies come where they are allowed, once each, and are read by the audience', async () => {
  const silent = await announce(world.as('maya'))
  await expect(
    ned().reply({ announcement_id: silent, id: randomUUID(), words: 'Thank you.' }),
  ).rejects.toThrow('takes no replies')
  const id = await announce(world.as('maya'), { allows_replies: true })
  const reply = { announcement_id: id, id: randomUUID(), words: 'Thank you.' }
  await ned().reply(reply)
  await ned().reply(reply)
  at('2026-11-20T21:00:00Z')
  await maya().reply({ announcement_id: id, id: randomUUID(), words: 'You are welcome.' })
  expect((await readBy(ned, id)).replies).toMatchObject([
    { author_name: 'Ned Test', words: 'Thank you.' },
    { author_name: 'Maya Test', words: 'You are welcome.' },
  ])
  // The last ones.
  expect((await ned().get({ id, replies: 1 })).replies).toMatchObject([{ words: 'You are welcome.' }])
  await expect(maya().reply({ ...reply, words: 'Mine' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const long = 'x'.repeat(LIMITS.announcement_reply + 1)
  await expect(ned().reply({ ...reply, words: long })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('important ones come first and stay there, then the latest; what expired is under Earlier', async () => {
  const pinned = await announce(world.as('maya'), { is_important: true, expires_on: '2026-11-21' })
  at('2026-11-20T21:00:00Z')
  const plain = await announce(world.as('maya'), { expires_on: '2026-11-20' })
  const shown = async (tab: 'current' | 'earlier') =>
    (await announcedTo(world.as('ned'), tab)).filter((id) => [pinned, plain].includes(id))
  expect(await shown('current')).toEqual([pinned, plain])
  expect(await shown('earlier')).toEqual([])
  // Half past midnight in the city.
  at('2026-11-21T08:30:00Z')
  expect(await shown('current')).toEqual([pinned])
  expect(await shown('earlier')).toEqual([plain])
  at('2026-11-22T08:30:00Z')
  expect(await shown('earlier')).toEqual([pinned, plain])
  expect((await readBy(ned, plain)).is_expired).toBe(true)
})

test('its writers see how many have opened it, each counted once, and nobody who', async () => {
  const id = await announce(world.as('maya'))
  expect((await readBy(maya, id)).figures).toEqual({ people: 2, opened: 0 })
  await ned().open({ id })
  await ned().open({ id })
  expect((await readBy(maya, id)).figures).toEqual({ people: 2, opened: 1 })
  expect((await readBy(ned, id)).figures).toBeNull()
  const { rows } = await db.query(
    'select count(*)::int as events from events where subject = $1 and actor = $2',
    [id, world.idOf('ned')],
  )
  expect(rows).toEqual([{ events: 0 }])
})

test('what somebody has not read is their news, important ones first', async () => {
  await db.query(
    `insert into announcement_openings (announcement_id, building_id, person, opened_at, read_at)
     select a.id, a.building_id, $1, now(), 'infinity' from announcements a where a.state = 'sent'
     on conflict (announcement_id, person) do update set read_at = 'infinity'`,
    [world.idOf('ned')],
  )
  expect(await ned().news()).toBeNull()
  const important = await announce(world.as('maya'), { is_important: true })
  at('2026-11-20T21:00:00Z')
  const plain = await announce(world.as('maya'))
  expect(await ned().news()).toMatchObject({ id: important, is_important: true, unread: 2 })
  await ned().open({ id: important })
  expect(await ned().news()).toMatchObject({ id: plain, unread: 1 })
})

test('it has at most five files, all added while it is a draft', async () => {
  const id = await draftAnnouncement(world.as('maya'))
  for (let file = 0; file < LIMITS.announcement_files; file += 1)
    await attachTo(world.portal, world.as('maya'), id)
  await expect(attachTo(world.portal, world.as('maya'), id)).rejects.toThrow('at most 5 files')
  await maya().send({ id, version: 1 })
  await expect(attachTo(world.portal, world.as('maya'), id)).rejects.toThrow('is no draft')
  await expect(
    db.query('delete from announcement_files where announcement_id = $1', [id]),
  ).rejects.toMatchObject({ constraint: 'announcements_stay' })
})

test('a scheduled one is sent at its time, in the name of its author', async () => {
  const id = await draftAnnouncement(world.as('maya'), { send_on: '2026-11-21', send_time: '09:00' })
  await maya().send({ id, version: 1 })
  expect(await readBy(maya, id)).toMatchObject({ state: 'scheduled' })
  await announceLater(world.portal, 0.5)
  expect(await announcedTo(world.as('ned'))).not.toContain(id)
  await announceLater(world.portal, 1)
  expect(await announcedTo(world.as('ned'))).toContain(id)
  expect(await eventsOf(id, 'announcement_sent')).toEqual([world.idOf('maya')])
})

test('before its time it can be a draft again, and then it is not sent', async () => {
  const id = await draftAnnouncement(world.as('maya'), { send_on: '2026-11-21', send_time: '09:00' })
  await maya().send({ id, version: 1 })
  await expect(maya().update({ ...ANNOUNCED, id, version: 1 })).rejects.toThrow('no draft any more')
  await maya().unschedule({ id })
  await announceLater(world.portal, 2)
  expect(await readBy(maya, id)).toMatchObject({ state: 'draft' })
})

test('an unknown unit is refused; of one that went before its time it becomes a draft again', async () => {
  await expect(
    draftAnnouncement(world.as('maya'), { audience: 'unit', unit: 'Attic' }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await world.as('maya').members.saveUnits({ units: [{ number: 'Attic', weight: null }] })
  const to = { audience: 'unit', unit: 'unit attic', send_on: '2026-11-21', send_time: '09:00' } as const
  const id = await draftAnnouncement(world.as('maya'), to)
  await maya().send({ id, version: 1 })
  const { rows } = await db.query(`select id from units where number = 'Attic'`)
  await world.as('maya').members.removeUnit({ id: rows[0].id })
  await announceLater(world.portal, 2)
  expect(await readBy(maya, id)).toMatchObject({ state: 'draft', unit_number: 'Attic', unit_id: null })
  await expect(maya().send({ id, version: 1 })).rejects.toThrow('This unit is gone')
})
