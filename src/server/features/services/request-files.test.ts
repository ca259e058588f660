import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { pdf, photo } from '../../../../test/sample-files.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import { breachesOf } from '../../cli/check.ts'
import { createPool } from '../../db/pool.ts'
import { addFile, removeFile } from '../../storage/add-file.ts'
import { requestFileAttachment } from './request-file.ts'

let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('request-files')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
})
afterAll(async () => {
  expect(await breachesOf(world.portal.db)).toEqual([])
  await Promise.all([db.end(), world.close()])
})
beforeEach(() => db.query('truncate events, building_services, building_storage, request_files cascade'))

const SNOW = 'Snow Removal'

async function viewer(name: 'maya' | 'ned' | 'otto' = 'ned') {
  const found = (await world.as(name).accounts.session())?.viewer
  if (found?.kind !== 'resident') throw new Error(`${name} has no building`)
  return found
}

type Added = { service: string; id?: string; name?: string; body?: Buffer; by?: 'maya' | 'ned' | 'otto' }
async function add({ service, id = randomUUID(), name = 'Plan.pdf', body = pdf(), by }: Added) {
  const upload = { query: { service, id, name }, body: Readable.from([body]) }
  return addFile(world.portal, requestFileAttachment, await viewer(by), upload)
}
const files = (service: string, by: 'ned' | 'curb' = 'ned', round = 1) =>
  world.as(by).services.files({ building_service_id: service, round })

test('a building and the vendors that it asked see the files of a request, each under its name [Product 2.1]', async () => {
  const service = await world.request(SNOW, { excluded_vendors: [world.companyOf('hilltop')] })
  await add({ service, name: 'Plan of the walks.pdf' })
  await add({ service, name: 'ramp.PNG', body: photo })
  for (const by of ['ned', 'curb'] as const)
    expect(await files(service, by)).toMatchObject([
      { file_name: 'Plan of the walks.pdf', url: expect.stringMatching(/\.pdf$/) },
      { file_name: 'ramp.PNG', url: expect.stringMatching(/\.jpg$/) },
    ])
  for (const name of ['hilltop', 'otto'] as const)
    await expect(
      world.as(name).services.files({ building_service_id: service, round: 1 }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a photo is stored upright as JPEG, without what the camera wrote; a document as it is', async () => {
  const service = await world.request(SNOW)
  const body = await sharp({ create: { width: 3000, height: 1000, channels: 3, background: '#1c5a42' } })
    .withExif({ IFD3: { GPSLatitude: '47/1 36/1 0/1' } })
    .jpeg()
    .toBuffer()
  const { url } = await add({ service, name: 'ramp.jpg', body })
  const stored = await buffer(await (await world.portal.files.read(url.slice(1))).content())
  expect(await sharp(stored).metadata()).toMatchObject({ format: 'jpeg', width: 2048 })
  expect((await sharp(stored).metadata()).exif).toBeUndefined()
  const document = await add({ service, body: pdf('Plan') })
  expect(await buffer(await (await world.portal.files.read(document.url.slice(1))).content())).toEqual(
    pdf('Plan'),
  )
})

test('a file that is sent again is there once; the eleventh, and one of a closed request, are refused', async () => {
  const service = await world.request(SNOW)
  const id = randomUUID()
  const first = await add({ service, id })
  expect(await add({ service, id })).toEqual(first)
  expect(await files(service)).toHaveLength(1)
  for (let count = 1; count < 10; count += 1) await add({ service })
  await expect(add({ service })).rejects.toThrow('at most 10 photos and files')
  await world.as('maya').services.withdraw({ id: service })
  await expect(add({ service })).rejects.toThrow('no longer open')
})

test('two at once make no eleventh', async () => {
  const service = await world.request(SNOW)
  for (let count = 0; count < 9; count += 1) await add({ service })
  const sent = await Promise.allSettled([add({ service }), add({ service, by: 'maya' })])
  expect(sent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await files(service)).toHaveLength(10)
})

test.each([
  ['a text', 'notes.txt', Buffer.from('Hello')],
  ['an older Office file', 'notes.doc', Buffer.from('Hello')],
  ['a page that says it is a picture', 'ramp.jpg', Buffer.from('<html><script>alert(1)</script>')],
  ['a picture that says it is a PDF', 'plan.pdf', photo],
])('%s is refused, and nothing is stored', async (_, name, body) => {
  const service = await world.request(SNOW)
  await expect(add({ service, name, body })).rejects.toMatchObject({ code: 'file_type_not_accepted' })
  expect(await files(service)).toEqual([])
})

test('each round has its own files; those of an earlier one stay', async () => {
  const service = await world.request(SNOW)
  const id = randomUUID()
  await add({ service, id })
  await world.as('maya').services.withdraw({ id: service })
  expect(await world.request(SNOW)).toBe(service)
  expect(await files(service, 'ned', 2)).toEqual([])
  expect(await files(service, 'curb', 1)).toHaveLength(1)
  const remove = async () => removeFile(world.portal, requestFileAttachment, await viewer(), { service, id })
  await expect(remove()).rejects.toThrow('of an earlier request')
})

test('any resident of the building removes a file of the open request; nobody else', async () => {
  const service = await world.request(SNOW)
  const id = randomUUID()
  const { url } = await add({ service, id })
  const remove = async (by: 'maya' | 'otto') =>
    removeFile(world.portal, requestFileAttachment, await viewer(by), { service, id })
  await expect(remove('otto')).rejects.toMatchObject({ code: 'not_found' })
  await remove('maya')
  await remove('maya')
  expect(await files(service)).toEqual([])
  expect(await world.portal.files.has(url.slice(1))).toBe(false)
})
