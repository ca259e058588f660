import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { photo } from '../../../../test/sample-files.ts'
import { type Name, NOW, openWorld, type World } from '../../../../test/world.ts'
import { breachesOf } from '../../cli/check.ts'
import { createPool } from '../../db/pool.ts'
import { addFile, removeFile } from '../../storage/add-file.ts'
import { visitPhotoAttachment } from './photo.ts'

let world: World
let db: pg.Pool
let id: string

beforeAll(async () => {
  const connection = await createWorldDatabase('disputes')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
})
afterAll(() => Promise.all([db.end(), world.close()]))
beforeEach(async () => {
  world.clock.now = NOW
  await db.query('truncate events, building_services, building_storage cascade')
  id = await world.visitToday('hilltop', 'Snow Removal')
  const at = NOW.toISOString()
  await hilltop().checkIn({ id, at })
  await hilltop().finish({ id, at, note: null, place: null })
  // By the database's clock it was done today.
  await db.query('update appointments set completed_at = $1', [NOW])
  await db.query('truncate mails cascade')
})

const hilltop = () => world.as('hilltop').visits
const maya = () => world.as('maya').visits
const words = 'The ramp was not salted.'
const daysLater = (days: number) => {
  world.clock.now = new Date(NOW.getTime() + days * 86_400_000)
}
const status = async () => (await db.query('select status from appointments')).rows[0].status
const spent = async () =>
  (await world.as('ned').billing.dashboard()).so_far.lines.flatMap(({ status }) => status ?? [])
const mailed = async () =>
  (
    await db.query(
      `select kind, recipient from mails join events on events.id = event_id order by events.id, recipient`,
    )
  ).rows.map(({ kind, recipient }) => `${kind} ${recipient}`)

async function addPhoto(by: Name, shows: string) {
  const viewer = (await world.as(by).accounts.session())?.viewer
  if (viewer?.kind !== 'vendor' && viewer?.kind !== 'resident') throw new Error(`${by} adds no photos`)
  const photoId = randomUUID()
  const query = { visit: id, id: photoId, shows }
  await addFile(world.portal, visitPhotoAttachment, viewer, { query, body: Readable.from([photo]) })
  return () => removeFile(world.portal, visitPhotoAttachment, viewer, query)
}

test('a visit that was not as agreed is not paid until the vendor answered and the captain is content [Product 1.5]', async () => {
  expect(await spent()).toEqual(['completed'])
  await maya().dispute({ id, words })
  expect([await status(), await spent()]).toEqual(['disputed', []])
  await addPhoto('maya', 'dispute')
  await expect(maya().dispute({ id, words })).rejects.toThrow('this visit was disputed already')
  expect(await breachesOf(world.portal.db)).toEqual([])

  expect((await hilltop().disputed({ page: 1 })).visits).toMatchObject([
    { id, status: 'disputed', words, answer: null, photos: [{ shows: 'dispute' }] },
  ])
  await hilltop().answerDispute({ id, words: 'We come at noon.' })
  await hilltop().answerDispute({ id, words: 'We salted it at noon.' })
  await addPhoto('hilltop', 'answer')
  expect((await world.as('ned').visits.disputed({ page: 1 })).visits).toMatchObject([
    { answer: 'We salted it at noon.', photos: [{ shows: 'dispute' }, { shows: 'answer' }] },
  ])
  expect((await world.as('otto').visits.disputed({ page: 1 })).total).toBe(0)

  await maya().settleDispute({ id })
  expect([await status(), await spent()]).toEqual(['completed', ['completed']])
  expect((await maya().disputed({ page: 1 })).total).toBe(0)
  expect(await world.as('ned').visits.proof({ id })).toMatchObject({
    dispute: words,
    dispute_answer: 'We salted it at noon.',
    outcome: 'settled',
  })
  await expect(maya().settleDispute({ id })).rejects.toThrow('this dispute was settled meanwhile')
  await expect(maya().dispute({ id, words })).rejects.toThrow('this visit was disputed already')
  expect(await mailed()).toEqual([
    'visit_disputed hilltop@example.com',
    'dispute_answered maya@example.com',
    'dispute_answered maya@example.com',
    'dispute_settled hilltop@example.com',
  ])
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('a vendor that charges nothing ends the dispute, and the visit is never paid [Product 1.5]', async () => {
  await maya().dispute({ id, words })
  await hilltop().waiveVisit({ id })
  expect([await status(), await spent()]).toEqual(['disputed', []])
  expect((await hilltop().disputed({ page: 1 })).total).toBe(0)
  await expect(maya().settleDispute({ id })).rejects.toThrow('this dispute was settled meanwhile')
  await expect(addPhoto('maya', 'dispute')).rejects.toThrow('this dispute was settled meanwhile')
  expect(await mailed()).toEqual(['visit_disputed hilltop@example.com', 'visit_waived maya@example.com'])
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('only within seven days of its end, and only by the building’s side [Product 1.5]', async () => {
  await expect(world.as('ned').visits.dispute({ id, words })).rejects.toThrow(
    'You are not allowed to do that.',
  )
  await expect(world.as('otto').visits.dispute({ id, words })).rejects.toThrow('We could not find that.')
  daysLater(7.01)
  await expect(maya().dispute({ id, words })).rejects.toThrow(
    'a visit can be disputed for 7 days after its end',
  )
  daysLater(7)
  await maya().dispute({ id, words })
  await expect(hilltop().reopen({ id })).rejects.toThrow('for a minute only')
})

test('photos of a dispute are the captain’s, those of the answer the vendor’s, ten each [Product 1.5]', async () => {
  await expect(addPhoto('maya', 'dispute')).rejects.toThrow('this dispute was settled meanwhile')
  await maya().dispute({ id, words })
  for (const [name, shows] of [
    ['maya', 'answer'],
    ['maya', 'visit'],
    ['hilltop', 'dispute'],
  ] as const)
    await expect(addPhoto(name, shows)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(addPhoto('ned', 'dispute')).rejects.toMatchObject({ code: 'not_found' })
  const remove = await addPhoto('maya', 'dispute')
  await addPhoto('hilltop', 'answer')
  await remove()
  expect((await db.query('select shows from visit_photos')).rows).toEqual([{ shows: 'answer' }])
  for (let count = 0; count < 10; count += 1) await addPhoto('maya', 'dispute')
  await expect(addPhoto('maya', 'dispute')).rejects.toThrow('a visit has at most 10 photos')
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('the database itself ties a disputed visit to its dispute [Product 1.5]', async () => {
  await expect(db.query(`update appointments set status = 'disputed', completed_at = null`)).rejects.toThrow(
    'a completed visit does not become disputed',
  )
  await maya().dispute({ id, words })
  await expect(db.query(`update appointments set status = 'completed'`)).rejects.toThrow(
    'a disputed visit does not become completed',
  )
  await expect(
    db.query(
      `update visit_disputes set outcome = 'settled', settled_at = now(), answer = 'No', answered_at = now()`,
    ),
  ).rejects.toThrow('an answer stays when its dispute ends')
  await hilltop().waiveVisit({ id })
  await expect(db.query(`update visit_disputes set outcome = 'settled'`)).rejects.toThrow(
    'the outcome of a dispute stays',
  )
  await db.query('truncate events, building_services cascade')
  await world.visitToday('hilltop', 'Snow Removal')
  await expect(
    db.query(`insert into visit_disputes (appointment_id, building_id, vendor_id, words)
      select id, building_id, vendor_id, 'No' from appointments`),
  ).rejects.toThrow('a dispute is of a completed visit')
})

test('of a waiver and a settlement at once one counts', async () => {
  for (let round = 0; round < 10; round += 1) {
    await db.query('truncate visit_disputes cascade')
    await db.query(`set session_replication_role = replica; update appointments set status = 'completed';
      reset session_replication_role`)
    await maya().dispute({ id, words })
    const ends = await Promise.allSettled([hilltop().waiveVisit({ id }), maya().settleDispute({ id })])
    expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(1)
    expect(await breachesOf(world.portal.db)).toEqual([])
  }
})
