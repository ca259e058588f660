import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { photo } from '../../../../test/sample-files.ts'
import { NOW, openWorld, type World } from '../../../../test/world.ts'
import { breachesOf } from '../../cli/check.ts'
import { createPool } from '../../db/pool.ts'
import { addFile } from '../../storage/add-file.ts'
import { settleMissed } from './mark-missed.ts'
import { visitPhotoAttachment } from './photo.ts'

let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('missed')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
})
afterAll(() => Promise.all([db.end(), world.close()]))
beforeEach(async () => {
  world.clock.now = NOW
  await db.query('truncate events, building_services, building_storage cascade')
})

const hilltop = () => world.as('hilltop').visits
const maya = () => world.as('maya').visits
const query = async (text: string) => (await db.query(text)).rows
const statuses = async () => (await query('select status from appointments')).map(({ status }) => status)
const mailed = async (kind: string) =>
  (
    await query(
      `select recipient from mails join events on events.id = event_id where kind = '${kind}' order by 1`,
    )
  ).map(({ recipient }) => recipient)
/** At this hour of the visit's day, or of one later, by the city's clocks. */
const at = (hour: string, date = '2026-11-20') => {
  world.clock.now = new Date(`${date}T${hour}-08:00`)
}

/** A visit of today at nine that was booked the day before. */
async function booked(): Promise<string> {
  const id = await world.visitToday('hilltop', 'Snow Removal')
  await db.query(`update appointments set created_at = '2026-11-19T20:00:00Z'`)
  await db.query('truncate mails cascade')
  return id
}

async function addPhoto(visit: string): Promise<void> {
  const viewer = (await world.as('hilltop').accounts.session())?.viewer
  if (viewer?.kind !== 'vendor') throw new Error('hilltop is no vendor')
  const query = { visit, id: randomUUID() }
  await addFile(world.portal, visitPhotoAttachment, viewer, { query, body: Readable.from([photo]) })
}

async function settle(): Promise<string[]> {
  await settleMissed(world.portal)
  expect(await breachesOf(world.portal.db)).toEqual([])
  return statuses()
}

test('a visit that nobody came to is missed two hours later: both sides are told once, and nobody pays [Product 1.5]', async () => {
  const id = await booked()
  at('10:59')
  expect(await settle()).toEqual(['confirmed'])
  at('11:00')
  expect(await settle()).toEqual(['missed'])
  await settle()
  expect(await mailed('visit_missed')).toEqual(['hilltop@example.com', 'maya@example.com'])
  expect((await world.as('ned').visits.missed({ page: 1 })).visits).toMatchObject([{ id, status: 'missed' }])
  expect((await hilltop().missed({ page: 1 })).total).toBe(1)
  expect((await world.as('otto').visits.missed({ page: 1 })).total).toBe(0)
  expect((await world.as('ned').billing.dashboard()).so_far.lines).toMatchObject([{ kind: 'fee' }])
  await expect(hilltop().complete({ id })).rejects.toMatchObject({ message: 'this visit was already missed' })
})

test('not before two hours after its window, not when it was moved, and not on a day on which it was booked too late', async () => {
  await booked()
  await db.query('update appointments set window_minutes = 180')
  at('13:59')
  expect(await settle()).toEqual(['confirmed'])
  await db.query(`update appointments set scheduled_date = '2026-11-21', series_date = '2026-11-21', changed_by = 'vendor',
    change_reason = 'Rain'`)
  at('23:59')
  expect(await settle()).toEqual(['confirmed'])
  await db.query(`update appointments set created_at = '2026-11-21T20:00:00Z'`)
  at('23:59', '2026-11-21')
  expect(await settle()).toEqual(['confirmed'])
  at('00:00', '2026-11-22')
  expect(await settle()).toEqual(['missed'])
})

test('a visit at which somebody is, and one of a longer standstill of the portal, stays as it is', async () => {
  const id = await booked()
  await hilltop().checkIn({ id, at: NOW.toISOString() })
  at('23:00')
  expect(await settle()).toEqual(['confirmed'])
  await db.query('truncate building_services, events cascade')
  await booked()
  at('12:00', '2026-11-28')
  expect(await settle()).toEqual(['confirmed'])
  at('12:00', '2026-11-27')
  expect(await settle()).toEqual(['missed'])
})

test('‘We came’ counts once the captain confirms it [Product 1.5]', async () => {
  const id = await world.missedToday('hilltop', 'Snow Removal')
  await hilltop().claim({ id, words: ' The phone was left at home. ' })
  await expect(hilltop().claim({ id, words: 'Again.' })).rejects.toThrow('you said already that you came')
  expect(await mailed('claim_made')).toEqual(['maya@example.com'])

  await addPhoto(id)
  const [shown] = (await world.as('ned').visits.missed({ page: 1 })).visits
  expect(shown).toMatchObject({ words: 'The phone was left at home.', claimed_at: NOW })
  expect(shown?.photos).toHaveLength(1)
  expect(await breachesOf(world.portal.db)).toEqual([])

  await maya().confirmClaim({ id })
  expect(await statuses()).toEqual(['completed'])
  expect(await mailed('claim_confirmed')).toEqual(['hilltop@example.com'])
  expect(await world.as('ned').visits.proof({ id })).toMatchObject({
    status: 'completed',
    claim_answer: 'confirmed',
    words: 'The phone was left at home.',
    photos: [{}],
  })
  expect((await world.as('ned').billing.dashboard()).so_far.lines).toMatchObject([
    { kind: 'fee' },
    { source: id, status: 'completed' },
  ])
  await expect(maya().refuseClaim({ id, reason: 'No.' })).rejects.toThrow('this was answered meanwhile')
  // What a claim completed is not taken back as if it had been marked.
  await expect(hilltop().reopen({ id })).rejects.toThrow('for a minute only')
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('a claim that the captain refuses leaves the visit missed, with the reason [Product 1.5]', async () => {
  const id = await world.missedToday('hilltop', 'Snow Removal')
  await hilltop().claim({ id, words: 'We were there.' })
  await maya().refuseClaim({ id, reason: 'The steps were never swept.' })
  expect(await settle()).toEqual(['missed'])
  expect(await mailed('claim_refused')).toEqual(['hilltop@example.com'])
  expect(await hilltop().proof({ id })).toMatchObject({
    claim_answer: 'refused',
    refusal: 'The steps were never swept.',
  })
  expect((await maya().missed({ page: 1 })).total).toBe(0)
  at('12:00', '2026-12-10')
  expect(await settle()).toEqual(['missed'])
})

test('a claim of the last day stays in the lists until it is answered [Product 1.5]', async () => {
  const id = await world.missedToday('hilltop', 'Snow Removal')
  at('12:00', '2026-12-21')
  for (const visits of [hilltop(), maya()]) expect((await visits.missed({ page: 1 })).total).toBe(0)
  at('12:00', '2026-12-20')
  await hilltop().claim({ id, words: 'We were there.' })
  at('12:00', '2026-12-21')
  for (const visits of [hilltop(), maya()]) {
    const { total, visits: shown } = await visits.missed({ page: 1 })
    expect([total, shown.map((visit) => visit.id)]).toEqual([1, [id]])
  }
})

test('a claim without an answer counts after seven days, once, however many servers look [Product 1.5]', async () => {
  const id = await world.missedToday('hilltop', 'Snow Removal')
  await hilltop().claim({ id, words: 'We were there.' })
  at('23:59', '2026-11-26')
  expect(await settle()).toEqual(['missed'])
  at('00:00', '2026-11-27')
  await Promise.all([settleMissed(world.portal), settleMissed(world.portal)])
  expect(await settle()).toEqual(['completed'])
  expect(await mailed('claim_counted')).toEqual(['hilltop@example.com', 'maya@example.com'])
  expect(await hilltop().proof({ id })).toMatchObject({ claim_answer: 'unanswered' })
})

test('a check-in that arrives late holds the visit if the phone began on its day [Product 1.4] [Product 1.5]', async () => {
  const id = await world.missedToday('hilltop', 'Snow Removal')
  at('12:00', '2026-11-22')
  await expect(hilltop().checkIn({ id, at: world.clock.now.toISOString() })).rejects.toMatchObject({
    message: 'this visit was missed. Say ‘We came’ beside it in your appointments',
  })
  await hilltop().checkIn({ id, at: '2026-11-20T17:05:00Z' })
  expect(await settle()).toEqual(['confirmed'])
  await hilltop().finish({ id, at: '2026-11-20T18:00:00Z', note: null, place: null })
  expect(await settle()).toEqual(['completed'])

  await db.query('truncate events, building_services cascade')
  world.clock.now = NOW
  const claimed = await world.missedToday('hilltop', 'Snow Removal')
  await hilltop().claim({ id: claimed, words: 'We were there.' })
  await expect(hilltop().checkIn({ id: claimed, at: NOW.toISOString() })).rejects.toMatchObject({
    message: 'you said already that you came',
  })
})

test('a visit that was begun and never finished is missed after a week, and can be claimed [Product 1.5]', async () => {
  const id = await booked()
  await hilltop().checkIn({ id, at: NOW.toISOString() })
  at('23:00', '2026-11-27')
  expect(await settle()).toEqual(['confirmed'])
  at('00:10', '2026-11-28')
  expect(await settle()).toEqual(['missed'])
  expect(await mailed('visit_missed')).toEqual(['hilltop@example.com', 'maya@example.com'])
  await expect(
    hilltop().finish({ id, at: world.clock.now.toISOString(), note: null, place: null }),
  ).rejects.toThrow('this visit was more than a week ago')
  await hilltop().claim({ id, words: 'We forgot the button.' })
  await addPhoto(id)
  await maya().confirmClaim({ id })
  expect(await settle()).toEqual(['completed'])
})

test('the database itself keeps claims to missed visits [Product 1.5]', async () => {
  const claim = `insert into visit_claims (appointment_id, building_id, vendor_id, words)
    select id, building_id, vendor_id, 'We came' from appointments`
  await booked()
  await expect(db.query(claim)).rejects.toThrow('a claim is of a missed visit')
})

test('of a claim and a late check-in at once one counts', async () => {
  for (let round = 0; round < 10; round += 1) {
    await db.query('truncate events, building_services cascade')
    const id = await world.missedToday('hilltop', 'Snow Removal')
    const ends = await Promise.allSettled([
      hilltop().claim({ id, words: 'We were there.' }),
      hilltop().checkIn({ id, at: NOW.toISOString() }),
    ])
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await breachesOf(world.portal.db)).toEqual([])
  }
})

test('of a check-in or ‘Mark completed’ and the job at once one counts', async () => {
  const seen = new Set<string>()
  for (let round = 0; round < 25; round += 1) {
    await db.query('truncate events, building_services cascade')
    const id = await booked()
    const call =
      round % 2 === 0 ? hilltop().checkIn({ id, at: NOW.toISOString() }) : hilltop().complete({ id })
    await Promise.allSettled([call, settleMissed(world.portal), settleMissed(world.portal)])
    const [after] = await query(`select status, checked_in_at is not null as is_held from appointments`)
    seen.add(`${after.status} ${after.is_held}`)
    expect(await breachesOf(world.portal.db)).toEqual([])
  }
  for (const end of seen) expect(['confirmed true', 'completed false', 'missed false']).toContain(end)
})
