import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { openPostOffice } from '../../../../test/mailbox.ts'
import { pdf, photo } from '../../../../test/sample-files.ts'
import { type Name, NOW, openWorld, type World } from '../../../../test/world.ts'
import { breachesOf } from '../../cli/check.ts'
import { createPool } from '../../db/pool.ts'
import { addFile, removeFile } from '../../storage/add-file.ts'
import { visitPhotoAttachment } from './photo.ts'

let world: World
let db: pg.Pool
/** Files of the tests before. */
let files = 0

beforeAll(async () => {
  const connection = await createWorldDatabase('attendance')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
})
afterAll(() => Promise.all([db.end(), world.close()]))
beforeEach(async () => {
  world.clock.now = NOW
  await db.query('truncate events, building_services, building_storage cascade')
  files = await countFiles()
})

const hilltop = () => world.as('hilltop').visits
const minutesLater = (count: number) => new Date(NOW.getTime() + count * 60_000)
const query = async (sql: string) => (await db.query(sql)).rows

async function viewerOf(name: Name) {
  const viewer = (await world.as(name).accounts.session())?.viewer
  if (viewer?.kind !== 'vendor') throw new Error(`${name} is no vendor`)
  return viewer
}

async function addPhoto(
  visit: string,
  { id = randomUUID() as string, body = photo as Buffer, by = 'hilltop' as Name } = {},
) {
  const upload = { query: { visit, id }, body: Readable.from([body]) }
  return addFile(world.portal, visitPhotoAttachment, await viewerOf(by), upload)
}

async function countFiles(): Promise<number> {
  let count = 0
  for await (const _ of world.portal.files.olderThan(new Date(Date.now() + 60_000))) count += 1
  return count
}

test('what the crew ticked of the scope is shown with the proof, and nothing else [Product 2.1]', async () => {
  const scope = [
    { key: 'places', answer: ['Walks', 'Ramps'] },
    { key: 'salt', answer: ['Yes'] },
  ]
  const id = await world.visitToday('hilltop', 'Snow Removal', 'maya', { scope })
  const checklist = ['Clear the walks', 'Clear the ramps', 'Salt walks, stairs and ramps']
  expect((await hilltop().today()).stops).toMatchObject([
    { id, checklist, scope: [expect.any(String), 'Salt after clearing: Yes'] },
  ])
  await hilltop().checkIn({ id, at: NOW.toISOString() })
  const ticked = ['Salt walks, stairs and ramps', 'Clear the walks', 'Clear the roof']
  await hilltop().finish({ id, at: NOW.toISOString(), note: null, ticked, place: null })
  const proven = (is_done: boolean[]) => checklist.map((task, index) => ({ task, is_done: is_done[index] }))
  for (const by of ['ned', 'hilltop'] as const)
    expect((await world.as(by).visits.proof({ id })).checklist).toEqual(proven([true, false, true]))
  await hilltop().reopen({ id })
  expect((await world.as('ned').visits.proof({ id })).checklist).toEqual([])
})

test('a visit is proven from the way there to its end, and its building is told [Product 1.4]', async () => {
  const id = await world.visitToday('hilltop', 'Snow Removal')
  await db.query('truncate mails cascade')
  expect((await hilltop().today()).stops).toMatchObject([
    { id, status: 'confirmed', description: 'Snow Removal, please.', zip_code: '98101', checked_in_at: null },
  ])
  await hilltop().setOff({ id, at: NOW.toISOString() })
  world.clock.now = minutesLater(10)
  await hilltop().checkIn({ id, at: minutesLater(9).toISOString() })
  const { url } = await addPhoto(id)
  world.clock.now = minutesLater(60)
  const place = { latitude: 47.61551, longitude: -122.32621, accuracy_meters: 12.4 }
  await hilltop().finish({ id, at: minutesLater(55).toISOString(), note: ' Salted, too. ', place })

  expect(await world.as('ned').visits.proof({ id })).toEqual({
    building_id: expect.any(String),
    vendor_id: expect.any(String),
    done_at: expect.any(Date),
    ratings: [],
    dispute: null,
    opened_at: null,
    dispute_answer: null,
    outcome: null,
    settled_at: null,
    scheduled_date: '2026-11-20',
    scheduled_time: '09:00:00',
    status: 'completed',
    name: 'Snow Removal',
    company_name: 'Hilltop Care',
    checked_in_at: minutesLater(9),
    checked_in_name: 'Hilltop',
    finished_name: 'Hilltop',
    check_in_received_at: minutesLater(10),
    finished_at: minutesLater(55),
    finish_received_at: minutesLater(60),
    note: 'Salted, too.',
    place: { x: -122.32621, y: 47.61551 },
    accuracy_meters: 12,
    words: null,
    claimed_at: null,
    claim_answer: null,
    answered_at: null,
    refusal: null,
    checklist: [],
    photos: [{ id: expect.any(String), appointment_id: id, url, shows: 'visit' }],
  })
  expect(
    await query('select kind, data from events where kind ~ $$^visit_(on|ch|fi|ph)$$ order by id'),
  ).toMatchObject([
    { kind: 'visit_on_the_way' },
    { kind: 'visit_checked_in' },
    { kind: 'visit_photo_added' },
    { kind: 'visit_finished', data: { minutes: 46, photos: 1, note: 'Salted, too.' } },
  ])
  expect(await query('select recipient from mails')).toEqual([
    { recipient: 'maya@example.com' },
    { recipient: 'maya@example.com' },
  ])
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('what a phone sends again, or after the office, has one effect [Product 1.4]', async () => {
  const id = await world.visitToday('hilltop', 'Snow Removal')
  const at = NOW.toISOString()
  const photoId = randomUUID()
  for (const _ of [1, 2]) {
    await hilltop().setOff({ id, at })
    await hilltop().checkIn({ id, at })
    await addPhoto(id, { id: photoId })
  }
  await hilltop().complete({ id })
  for (const note of ['Done', 'Done twice']) await hilltop().finish({ id, at, note, place: null })
  expect(await query('select note from attendances')).toEqual([{ note: 'Done' }])
  expect(await query('select count(*)::int from visit_photos')).toEqual([{ count: 1 }])
  expect(await countFiles()).toBe(files + 1)
  expect(await query(`select kind from events where kind like 'visit%' order by id`)).toEqual(
    ['visit_on_the_way', 'visit_checked_in', 'visit_photo_added', 'visit_completed', 'visit_finished'].map(
      (kind) => ({
        kind,
      }),
    ),
  )
  // One mail tells that it is done.
  expect(
    await query(
      `select e.kind, recipient from mails m join events e on e.id = m.event_id where e.kind like 'visit%' order by m.id`,
    ),
  ).toEqual(['visit_on_the_way', 'visit_completed'].map((kind) => ({ kind, recipient: 'maya@example.com' })))
})

test('a finish that is taken back leaves the check-in and the photos, and no mail [Product 1.4]', async () => {
  const id = await world.visitToday('hilltop', 'Snow Removal')
  const at = NOW.toISOString()
  await hilltop().checkIn({ id, at })
  await addPhoto(id)
  await hilltop().finish({ id, at, note: 'Done', place: null })
  const told = `select recipient, due_at = completed_at + interval '1 minute' as in_a_minute
    from mails join events e on e.id = event_id join appointments a on a.id = subject`
  expect(await query(told)).toEqual([{ recipient: 'maya@example.com', in_a_minute: true }])
  await hilltop().reopen({ id })
  expect(await query(told)).toEqual([])
  const proof = await hilltop().proof({ id })
  expect(proof).toMatchObject({ status: 'confirmed', checked_in_at: NOW, finished_at: null, note: null })
  expect(proof.photos).toHaveLength(1)
  expect((await hilltop().today()).stops).toMatchObject([{ id, photos: [{ appointment_id: id }] }])
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('the mail says how much later a phone without a network told of the end [Product 1.4]', async () => {
  const post = openPostOffice(world.portal)
  const lastMail = async () => (await post.mailsTo('maya@example.com')).at(-1)?.replace(/\s+/g, ' ')
  for (const [heard, expected] of [
    [141, 'Their phone told us 1 h 35 min later, as it does without a network.'],
    [76, null],
  ] as const) {
    world.clock.now = NOW
    await db.query('truncate events, building_services cascade')
    const id = await world.visitToday('hilltop', 'Snow Removal')
    await hilltop().checkIn({ id, at: NOW.toISOString() })
    const before = await lastMail()
    world.clock.now = minutesLater(heard)
    await hilltop().finish({ id, at: minutesLater(46).toISOString(), note: null, place: null })
    expect(await lastMail()).toBe(before)
    // Once it can't be taken back any more.
    await db.query(`update mails set due_at = due_at - interval '1 minute'`)
    const mail = await lastMail()
    expect(mail).toContain('finished Snow Removal at 1431 Minor Ave after 46 min.')
    if (expected) expect(mail).toContain(expected)
    else expect(mail).not.toContain('later')
  }
  post.close()
})

test('a photo is upright, at most 2,048 pixels long, and says neither place nor device [Product 1.4]', async () => {
  const id = await world.visitToday('hilltop', 'Snow Removal')
  await hilltop().checkIn({ id, at: NOW.toISOString() })
  const before = await sharp(photo).metadata()
  expect([before.orientation, before.exif?.includes('Acme')]).toEqual([8, true])
  const large = await sharp(photo).resize(3000).keepMetadata().jpeg().toBuffer()
  const { url } = await addPhoto(id, { body: large })
  const file = await world.portal.files.read(url.slice(1))
  const stored = await sharp(await buffer(await file.content())).metadata()
  expect(stored).toMatchObject({ format: 'jpeg', width: 2048, height: 1536 })
  expect([stored.exif, stored.orientation, stored.iptc, stored.xmp]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  const [{ file_size } = { file_size: 0 }] = await query('select file_size from visit_photos')
  expect(file_size).toBe(file.size)
  expect(await query('select used_bytes, photo_bytes from building_storage')).toEqual([
    { used_bytes: 0, photo_bytes: Math.ceil(file.size / 4096) * 4096 },
  ])
})

test('what is no picture, or too large to be drawn, leaves nothing [Product 1.4]', async () => {
  const id = await world.visitToday('hilltop', 'Snow Removal')
  await hilltop().checkIn({ id, at: NOW.toISOString() })
  const huge = await sharp({ create: { width: 8000, height: 8000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  for (const body of [pdf(), photo.subarray(0, 300), huge])
    await expect(addPhoto(id, { body })).rejects.toMatchObject({
      code: 'file_type_not_accepted',
      message: 'A photo must be a JPG, PNG or WebP picture',
    })
  expect(await countFiles()).toBe(files)
})

test('ten photos at most, removed only before the end, and never somebody else’s [Product 1.4]', async () => {
  const id = await world.visitToday('hilltop', 'Snow Removal')
  const at = NOW.toISOString()
  await expect(addPhoto(id)).rejects.toMatchObject({ code: 'conflict' })
  await hilltop().checkIn({ id, at })
  const ids = Array.from({ length: 12 }, () => randomUUID())
  const sent = await Promise.allSettled(ids.map((each) => addPhoto(id, { id: each })))
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  expect(
    sent.filter(({ status }) => status === 'rejected').map((each) => 'reason' in each && each.reason.message),
  ).toEqual(['a visit has at most 10 photos', 'a visit has at most 10 photos'])
  await expect(addPhoto(id, { by: 'curb' })).rejects.toMatchObject({ code: 'not_found' })
  const [first = '', second = ''] = (await query('select id from visit_photos order by id')).map(
    (row) => row.id,
  )
  const remove = async (photoId: string, by: Name = 'hilltop') =>
    removeFile(world.portal, visitPhotoAttachment, await viewerOf(by), { visit: id, id: photoId })
  await remove(first, 'curb')
  expect(await countFiles()).toBe(files + 10)
  await remove(first)
  expect(await countFiles()).toBe(files + 9)
  await hilltop().finish({ id, at, note: null, place: null })
  await expect(remove(second)).rejects.toMatchObject({ code: 'conflict' })
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('the database itself holds photos to ten, and cancelled visits apart from begun ones [Product 1.4]', async () => {
  const id = await world.visitToday('hilltop', 'Snow Removal')
  await hilltop().checkIn({ id, at: NOW.toISOString() })
  await expect(
    db.query(`update appointments set status = 'cancelled', changed_by = 'vendor', change_reason = 'Rain'`),
  ).rejects.toThrow('a confirmed visit does not become cancelled')
  await expect(db.query('update appointments set checked_in_at = null')).rejects.toThrow('a check-in stays')
  await expect(
    db.query(`insert into visit_photos (id, appointment_id, building_id, vendor_id, file_path, file_size)
      select gen_random_uuid(), id, building_id, vendor_id, n::text, 1 from appointments, generate_series(1, 11) as n`),
  ).rejects.toThrow('a visit has at most ten photos')
})

test('once somebody is there the visit can’t be moved or cancelled, and one moved away refuses the check-in', async () => {
  world.clock.now = new Date('2026-11-20T16:00:00Z') // an hour before it
  const id = await world.visitToday('hilltop', 'Snow Removal')
  const shown = {
    id,
    shown_date: '2026-11-20',
    shown_time: '09:00',
    reason: 'The courtyard is being painted.',
  }
  const later = { scheduled_date: '2026-11-21', scheduled_time: '09:00' }
  await world.as('maya').visits.move({ ...shown, ...later })
  await expect(hilltop().checkIn({ id, at: NOW.toISOString() })).rejects.toMatchObject({
    message: 'this visit was moved to a later day',
  })
  world.clock.now = new Date('2026-11-21T16:00:00Z')
  // Kept by the phone, and sent again on the new day.
  await expect(hilltop().checkIn({ id, at: NOW.toISOString() })).rejects.toMatchObject({
    message: 'this visit was moved to a later day',
  })
  await hilltop().checkIn({ id, at: world.clock.now.toISOString() })
  await expect(world.as('maya').visits.cancel({ ...shown, shown_date: '2026-11-21' })).rejects.toMatchObject({
    message: 'the vendor has checked in at this visit',
  })
})

test('‘On my way’ is for its day, and no news half an hour later [Product 1.4]', async () => {
  world.clock.now = new Date('2026-11-20T16:00:00Z') // an hour before it
  const id = await world.visitToday('hilltop', 'Snow Removal')
  await hilltop().setOff({ id, at: '2026-11-20T15:29:00Z' })
  expect(await query(`select count(*)::int from events where kind = 'visit_on_the_way'`)).toEqual([
    { count: 0 },
  ])
  await hilltop().setOff({ id, at: '2026-11-20T15:31:00Z' })
  const onTheWay = async () => (await world.as('ned').visits.upcoming({ page: 1 })).visits[0]?.on_the_way_at
  expect(await onTheWay()).toEqual(new Date('2026-11-20T15:31:00Z'))
  const shown = {
    id,
    shown_date: '2026-11-20',
    shown_time: '09:00',
    reason: 'The courtyard is being painted.',
  }
  await world.as('maya').visits.move({ ...shown, scheduled_date: '2026-11-21', scheduled_time: '09:00' })
  expect(await onTheWay()).toBeNull()
  world.clock.now = new Date('2026-11-21T16:00:00Z')
  await hilltop().setOff({ id, at: '2026-11-21T16:00:00Z' })
  expect(await onTheWay()).toEqual(world.clock.now)
})

test('once the building has said ‘Not as agreed’, nothing is added to the proof [Product 1.5]', async () => {
  const id = await world.visitToday('hilltop', 'Snow Removal')
  const at = NOW.toISOString()
  await hilltop().complete({ id })
  await db.query('update appointments set completed_at = $1', [NOW])
  await world.as('maya').visits.dispute({ id, words: 'Nobody came.' })
  const message = 'the building has answered about this visit'
  await expect(hilltop().checkIn({ id, at })).rejects.toMatchObject({ message })
  await hilltop().waiveVisit({ id })
  await expect(hilltop().checkIn({ id, at })).rejects.toMatchObject({ message })
  expect(await query('select from attendances')).toEqual([])
})

test('a finish that comes after the dispute is refused, and the same one sent again is not', async () => {
  const ids = [
    await world.visitToday('hilltop', 'Snow Removal'),
    await world.visitToday('hilltop', 'Landscaping'),
  ]
  const at = NOW.toISOString()
  const [late = '', sent = ''] = ids
  for (const id of ids) await hilltop().checkIn({ id, at })
  await hilltop().finish({ id: sent, at, note: 'Done', place: null })
  await hilltop().complete({ id: late })
  await db.query('update appointments set completed_at = $1', [NOW])
  for (const id of ids) await world.as('maya').visits.dispute({ id, words: 'Nothing was done.' })
  await expect(hilltop().finish({ id: late, at, note: 'Done', place: null })).rejects.toMatchObject({
    message: 'the building has answered about this visit',
  })
  await hilltop().finish({ id: sent, at, note: 'Done', place: null })
  expect(await query('select note from attendances where finished_at is not null')).toEqual([
    { note: 'Done' },
  ])
})

test('photos fill a space of their own, not that of the building’s documents [Product 1.4]', async () => {
  const id = await world.visitToday('hilltop', 'Snow Removal')
  await hilltop().checkIn({ id, at: NOW.toISOString() })
  await addPhoto(id)
  const [{ photo_bytes } = { photo_bytes: 0 }] = await query('select photo_bytes from building_storage')
  const full = { ...world.portal, config: { ...world.portal.config, buildingQuota: photo_bytes } }
  const upload = { query: { visit: id, id: randomUUID() }, body: Readable.from([photo]) }
  await expect(addFile(full, visitPhotoAttachment, await viewerOf('hilltop'), upload)).rejects.toThrow(
    'exceed its quota',
  )
  expect(await world.as('maya').documents.space()).toMatchObject({ used: 0 })
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('a photo of one visit is not taken for one of another', async () => {
  const ids = [
    await world.visitToday('hilltop', 'Snow Removal'),
    await world.visitToday('hilltop', 'Landscaping'),
  ]
  const [one = '', other = ''] = ids
  for (const id of ids) await hilltop().checkIn({ id, at: NOW.toISOString() })
  const id = randomUUID()
  await addPhoto(one, { id })
  await expect(addPhoto(other, { id })).rejects.toMatchObject({ message: 'this photo was added elsewhere' })
  expect(await countFiles()).toBe(files + 1)
})

test('a photo that will be refused is refused before it is read [Product 1.4]', async () => {
  const id = await world.visitToday('hilltop', 'Snow Removal')
  let isRead = false
  async function* body() {
    isRead = true
    yield photo
  }
  const upload = { query: { visit: id, id: randomUUID() }, body: body() }
  for (const name of ['hilltop', 'curb'] as const)
    await expect(
      addFile(world.portal, visitPhotoAttachment, await viewerOf(name), upload),
    ).rejects.toMatchObject({
      code: name === 'curb' ? 'not_found' : 'conflict',
    })
  expect(isRead).toBe(false)
})
