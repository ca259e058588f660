import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../test/database.ts'
import { addInsurance } from '../../../test/features/compliance.ts'
import { addQuoteFileBy } from '../../../test/features/quotes.ts'
import { addPortfolioPhotoBy } from '../../../test/features/vendors.ts'
import { pdf, png } from '../../../test/sample-files.ts'
import { serve } from '../../../test/serve.ts'
import { type Storage, startStorage } from '../../../test/storages.ts'
import { openUploader } from '../../../test/upload.ts'
import { openWorld, TODAY, type World } from '../../../test/world.ts'
import { asSystem } from '../db/as-viewer.ts'
import { removeOrphans } from './orphans.ts'

const BLOCK = 4096
const BLOCKS = 25
const QUOTA = { BUILDING_QUOTA: String((BLOCKS * BLOCK) / 1024 ** 2) }
const REFUSED = { status: 413, error: { message: 'the building has no space left for this file' } }

type Uploader = Awaited<ReturnType<typeof openUploader>>

// Two servers with one database, one bucket and, as the tests have them, one millisecond.
let storage: Storage
let worlds: World[]
let sites: Awaited<ReturnType<typeof serve>>[]
let captains: Uploader[]
let world: World
let maya: Uploader

beforeAll(async () => {
  storage = await startStorage('a bucket')
  const connection = await createWorldDatabase('quota')
  const env = { FILES_URL: storage.filesUrl, ...QUOTA }
  worlds = await Promise.all([openWorld(connection, env), openWorld(connection, env)])
  sites = await Promise.all(worlds.map(({ portal }) => serve(portal, connection)))
  captains = await Promise.all(sites.map(({ origin }) => openUploader(origin, 'maya@example.com')))
  const [firstWorld, firstCaptain] = [worlds[0], captains[0]]
  if (!firstWorld || !firstCaptain) throw new Error('There is no server')
  world = firstWorld
  maya = firstCaptain
}, 60_000)
afterAll(async () => {
  for (const site of sites ?? []) await site.close()
  for (const each of worlds ?? []) await each.close()
  await storage?.close()
})
beforeEach(async () => {
  await asSystem(world.portal.db, async (tx) => {
    await tx.deleteFrom('building_documents').execute()
    await tx.deleteFrom('events').where('kind', '=', 'document_uploaded').execute()
  })
  world.clock.now = new Date(Date.now() + 2 * 60 * 60 * 1000)
  await removeOrphans(world.portal)
})

async function kept() {
  const files: string[] = []
  for await (const key of world.portal.files.olderThan(new Date(Date.now() + 60_000))) files.push(key)
  const temp = await Promise.all(
    worlds.map(({ portal }) => readdir(`${portal.config.dataDir}/uploads`).catch(() => [])),
  )
  const rows = await asSystem(world.portal.db, async (tx) => ({
    documents: (await tx.selectFrom('building_documents').select('file_path').execute()).map(
      ({ file_path }) => file_path,
    ),
    events: await tx.selectFrom('events').where('kind', '=', 'document_uploaded').select('id').execute(),
  }))
  return {
    files: files.sort(),
    temp: temp.flat(),
    documents: rows.documents.sort(),
    events: rows.events.length,
  }
}
const space = () => world.as('maya').documents.space()

test('concurrent uploads on two servers fill a quota exactly, and what is refused leaves nothing', async () => {
  const sending = Array.from({ length: BLOCKS + 15 }, (_, place) =>
    captains[place % captains.length]?.send(`Page ${place}.pdf`, pdf(`Page ${place}`)),
  )
  const answers = await Promise.all(sending)
  const refused = answers.filter((answer) => answer?.status !== 201)
  expect(refused).toHaveLength(15)
  for (const answer of refused) expect(answer).toMatchObject(REFUSED)
  const { files, temp, documents, events } = await kept()
  expect([files, temp, events]).toEqual([documents, [], BLOCKS])
  expect(await space()).toMatchObject({ used: BLOCKS * BLOCK, quota: BLOCKS * BLOCK })
})

test('each file takes whole blocks, whatever its size, and a deleted one frees them', async () => {
  expect(await space()).toMatchObject({ used: 0 })
  await maya.send('Small.pdf', pdf())
  expect(await space()).toMatchObject({ used: BLOCK })
  await maya.send('Larger.pdf', pdf('Larger', BLOCK + 1))
  expect(await space()).toMatchObject({ used: 3 * BLOCK })
  await asSystem(world.portal.db, (tx) =>
    tx.deleteFrom('building_documents').where('file_name', '=', 'Larger.pdf').execute(),
  )
  expect(await space()).toMatchObject({ used: BLOCK })
})

test('a file that does not fit is refused before it is read if its size is announced, and without a trace if not', async () => {
  const [origin, size] = [sites[0]?.origin, (BLOCKS + 1) * BLOCK]
  const headers = { cookie: maya.cookie(), 'content-length': String(size) }
  const announced = request(`${origin}/api/documents?name=a.pdf`, { method: 'POST', headers })
  announced.on('error', () => undefined)
  announced.flushHeaders()
  const [answer] = await once(announced, 'response')
  expect(answer.statusCode).toBe(413)
  announced.destroy()
  const before = await kept()
  expect(await maya.send('b.pdf', Readable.from([pdf('Large', size)]))).toMatchObject(REFUSED)
  expect(await kept()).toEqual(before)
  expect(await maya.send('c.pdf', pdf('Full', BLOCKS * BLOCK))).toMatchObject({ status: 201 })
  expect(await maya.send('d.pdf', Readable.from([pdf()]))).toMatchObject(REFUSED)
})

test('the full quota of one building leaves the others theirs, and photos have none', async () => {
  await maya.send('Full.pdf', pdf('Full', BLOCKS * BLOCK))
  expect(await maya.send('More.pdf', pdf())).toMatchObject(REFUSED)
  expect(await world.document('Rules.pdf', pdf(), 'otto')).toBeTruthy()
  const [origin, headers] = [sites[0]?.origin, { cookie: maya.cookie() }]
  const photo = await fetch(`${origin}/api/photo`, { method: 'POST', headers, body: new Uint8Array(png) })
  expect(photo.status).toBe(200)
  await fetch(`${origin}/api/photo`, { method: 'DELETE', headers })
})

test('a company has as much space for its own files, which it frees by removing some', async () => {
  world.clock.now = new Date(`${TODAY}T18:00:00Z`)
  const bytes = async () => {
    const { rows } = await asSystem(world.portal.db, (tx) =>
      sql<{
        used_bytes: number
      }>`select used_bytes from vendor_storage where vendor_id = ${world.companyOf('curb')}`.execute(tx),
    )
    return rows[0]?.used_bytes ?? 0
  }
  const quotes: string[] = []
  for (const by of ['maya', 'otto'] as const)
    for (const service of ['Landscaping', 'Snow Removal', 'Trash Take-Out'])
      quotes.push(await world.quoteOf('curb', await world.request(service, {}, by)))
  const [last = ''] = quotes
  for (let count = 0; count < BLOCKS; count += 1)
    await addQuoteFileBy(world, quotes.at(-1 - Math.floor(count / 5)) ?? '')
  expect(await bytes()).toBe(BLOCKS * BLOCK)
  const full = { code: 'company_quota_reached' }
  await expect(addQuoteFileBy(world, last)).rejects.toMatchObject(full)
  // Another company has its own, and a compliance document has its place in any case.
  await addPortfolioPhotoBy(world, 'hilltop')
  await addInsurance(world)
  // At once on both servers, only the last block is taken.
  await asSystem(world.portal.db, (tx) =>
    sql`delete from quote_files where id = (select id from quote_files limit 1)`.execute(tx),
  )
  const sent = await Promise.allSettled(worlds.map((each) => addQuoteFileBy(each, last)))
  expect(sent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await bytes()).toBe(BLOCKS * BLOCK)
  await asSystem(world.portal.db, async (tx) => {
    await tx.deleteFrom('quote_files').execute()
    await tx.deleteFrom('portfolio_photos').execute()
    await tx.deleteFrom('compliance_documents').execute()
  })
  expect(await bytes()).toBe(0)
})

test('people who have not confirmed their address share a gigabyte', async () => {
  const GIGABYTE = 1024 ** 3
  const origin = sites[0]?.origin ?? ''
  const confirm = (...confirmed: string[]) =>
    asSystem(world.portal.db, (tx) =>
      sql`update auth_users set email_verified = split_part(email, '@', 1) = any (${confirmed})`.execute(tx),
    )
  const ottoUses = (bytes: number) =>
    asSystem(world.portal.db, (tx) =>
      sql`insert into building_storage (building_id, used_bytes, photo_bytes)
        select building_id, ${bytes - Math.floor(bytes / 2)}, ${Math.floor(bytes / 2)} from profiles where email = 'otto@example.com'
        on conflict (building_id) do update set used_bytes = excluded.used_bytes, photo_bytes = excluded.photo_bytes`.execute(
        tx,
      ),
    )
  const sendPhoto = async (who: Uploader) => {
    const [body, headers] = [new Uint8Array(png), { cookie: who.cookie() }]
    return (await fetch(`${origin}/api/photo`, { method: 'POST', headers, body })).status
  }
  const refused = { status: 409, error: { message: expect.stringContaining('confirm your e-mail') } }

  await confirm('otto')
  await ottoUses(GIGABYTE)
  expect(await maya.send('Alone.pdf', pdf())).toMatchObject({ status: 201 })
  await confirm()
  await ottoUses(GIGABYTE - 3 * BLOCK)
  expect(await maya.send('Second.pdf', pdf())).toMatchObject({ status: 201 })
  expect(await maya.send('Third.pdf', pdf())).toMatchObject({ status: 201 })
  expect(await maya.send('Fourth.pdf', pdf())).toMatchObject(refused)
  expect(await sendPhoto(maya)).toBe(409)

  await ottoUses(GIGABYTE - 6 * 1024 ** 2)
  expect(await sendPhoto(maya)).toBe(200)
  const ned = await openUploader(origin, 'ned@example.com')
  expect(await sendPhoto(ned)).toBe(200)
  expect(await maya.send('Fifth.pdf', pdf())).toMatchObject(refused)
  await confirm('maya')
  expect(await maya.send('Sixth.pdf', pdf())).toMatchObject({ status: 201 })

  for (const who of [maya, ned])
    await fetch(`${origin}/api/photo`, { method: 'DELETE', headers: { cookie: who.cookie() } })

  // What vendors show of themselves counts, too.
  await confirm('maya', 'ned')
  await ottoUses(GIGABYTE - BLOCK)
  await addInsurance(world)
  await expect(addInsurance(world)).rejects.toThrow('confirm your e-mail')
  await confirm('maya', 'ned', 'otto', 'curb')
  await addInsurance(world)
  await asSystem(world.portal.db, (tx) => tx.deleteFrom('compliance_documents').execute())
  await ottoUses(0)
})

test('files of one name, stored by two servers in one millisecond, are all kept', async () => {
  for (const each of worlds) each.clock.now = new Date('2027-01-01T00:00:00Z')
  const contents = Array.from({ length: 12 }, (_, place) => pdf(`Copy ${place}`))
  const answers = await Promise.all(
    contents.map((content, place) => captains[place % captains.length]?.send('Copy.pdf', content)),
  )
  expect(answers.map((answer) => answer?.status)).toEqual(Array(12).fill(201))
  const { files, documents } = await kept()
  expect([new Set(documents).size, files]).toEqual([12, documents])
  const read = async (key: string) => buffer(await (await world.portal.files.read(key)).content())
  const texts = (await Promise.all(files.map(read))).map(String)
  expect(texts.sort()).toEqual(contents.map(String).sort())
})

test('names given out are forgotten after a day, when their millisecond is long over', async () => {
  await asSystem(world.portal.db, async (tx) => {
    await tx.deleteFrom('file_keys').execute()
    const [young, old] = [new Date(Date.now() - 23 * 3_600_000), new Date(Date.now() - 25 * 3_600_000)]
    await tx
      .insertInto('file_keys')
      .values([
        { key: 'young', claimed_at: young },
        { key: 'old', claimed_at: old },
      ])
      .execute()
  })
  await removeOrphans(world.portal)
  const left = await asSystem(world.portal.db, (tx) => tx.selectFrom('file_keys').select('key').execute())
  expect(left).toEqual([{ key: 'young' }])
})
