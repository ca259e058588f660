import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { createClient } from '../../../../test/http-client.ts'
import { jpg, pdf, photo, png } from '../../../../test/sample-files.ts'
import { serve } from '../../../../test/serve.ts'
import { type Name, openWorld, PASSWORD, type World } from '../../../../test/world.ts'
import { MAX_PHOTO_SIZE, photoKey } from '../../../domain/profiles/photo.ts'
import { removeOrphans } from '../../storage/orphans.ts'

const folder = mkdtempSync(join(tmpdir(), 'stoop-photos-'))
let world: World
let site: Awaited<ReturnType<typeof serve>>

beforeAll(async () => {
  const connection = await createWorldDatabase('photos')
  world = await openWorld(connection, { DATA_DIR: folder })
  site = await serve(world.portal, connection)
})
afterAll(async () => {
  await site.close()
  await world.close()
  rmSync(folder, { recursive: true })
})

async function cookieOf(name: Name): Promise<string> {
  const jar = new Map<string, string>()
  await createClient(site.origin, jar).accounts.signIn.mutate({
    email: `${name}@example.com`,
    password: PASSWORD,
  })
  return [...jar].map(([key, value]) => `${key}=${value}`).join('; ')
}

async function send(name: Name | null, body: Buffer, method = 'POST') {
  const cookie = name ? await cookieOf(name) : ''
  const content = method === 'POST' ? { body: new Uint8Array(body) } : {}
  const response = await fetch(`${site.origin}/api/photo`, { method, headers: { cookie }, ...content })
  const answer = (await response.json()) as { photo_url?: string; error?: { message: string } }
  return { status: response.status, url: answer.photo_url, message: answer.error?.message }
}

const stored = () => {
  try {
    return readdirSync(join(folder, 'files/photos')).sort()
  } catch {
    return []
  }
}
const photoOf = async (name: Name) => (await world.as(name).accounts.session())?.photo_url

/** A picture filled up to a size; what follows its end means nothing to those who draw it. */
const sized = (picture: Buffer, size: number) => Buffer.concat([picture, Buffer.alloc(size - picture.length)])

describe('a photo', () => {
  test('is shown to everybody who is signed in, with its own content type, and replaces the earlier one [V5.4.1]', async () => {
    const first = await send('ned', png)
    expect(first).toMatchObject({ status: 200 })
    expect(first.url).toMatch(new RegExp(`^/photos/${world.idOf('ned')}-\\d+\\.jpg$`))
    expect(await photoOf('ned')).toBe(first.url)

    const get = async (url: string, name?: Name) =>
      fetch(site.origin + url, { headers: name ? { cookie: await cookieOf(name) } : {} })
    const answer = await get(first.url ?? '', 'otto')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(answer.headers.get('cache-control')).toContain('private')
    expect(answer.headers.get('content-disposition')).toBe('inline; filename=photo.jpg')
    expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({ format: 'jpeg' })
    expect((await get(first.url ?? '')).status).toBe(401)

    const second = await send('ned', photo)
    expect(second.url).toMatch(/\.jpg$/)
    expect(stored()).toEqual([second.url?.replace('/photos/', '')])
    expect((await get(first.url ?? '', 'ned')).status).toBe(404)
    for (const other of ['/photos/x', '/photos/..%2fsecret', `/photos/${world.idOf('ned')}-1.svg`])
      expect((await get(other, 'ned')).status).toBe(404)
  })

  test('can be removed', async () => {
    await send('curb', png)
    expect(await photoOf('curb')).toMatch(/^\/photos\//)
    const before = stored().length
    expect(await send('curb', png, 'DELETE')).toMatchObject({ status: 200, url: null })
    expect(await photoOf('curb')).toBeNull()
    expect(stored()).toHaveLength(before - 1)
    expect((await send('curb', png, 'DELETE')).status).toBe(200)
  })

  test('is redrawn, at most 512 pixels long, and says neither place nor device', async () => {
    const sent = await sharp(photo).resize(1600).keepMetadata().jpeg().toBuffer()
    const before = await sharp(sent).metadata()
    expect(before.exif?.includes('Acme')).toBe(true)
    const { url = '' } = await send('ned', Buffer.concat([sent, Buffer.from('<script>')]))
    const file = await world.portal.files.read(url.slice(1))
    const kept = await buffer(await file.content())
    const { width, height, exif, xmp, orientation } = await sharp(kept).metadata()
    expect([Math.max(width, height), exif, xmp, orientation]).toEqual([512, undefined, undefined, undefined])
    expect(kept.includes('<script>')).toBe(false)
  })

  test.each([
    ['cut off', jpg, 415, 'A photo must be a JPG or PNG picture'],
    ['a document', pdf(), 415, 'A photo must be a JPG or PNG picture'],
    [
      'a drawing that can run a script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      415,
      'A photo must be a JPG or PNG picture',
    ],
    ['empty', Buffer.alloc(0), 415, 'A photo must be a JPG or PNG picture'],
    ['one byte too large', sized(png, MAX_PHOTO_SIZE + 1), 413, 'A photo can have at most 5 MB'],
  ])('that is %s is rejected, and leaves nothing behind [V5.2.2]', async (_, body, status, message) => {
    const before = { url: await photoOf('maya'), stored: stored() }
    expect(await send('maya', body)).toMatchObject({ status, message })
    expect({ url: await photoOf('maya'), stored: stored() }).toEqual(before)
  })

  test('may have exactly 5 MB', async () => {
    expect(await send('maya', sized(png, MAX_PHOTO_SIZE))).toMatchObject({ status: 200 })
  })

  test('is one of at most twenty that a person sends in an hour, whatever becomes of them', async () => {
    const statuses: number[] = []
    for (let sent = 0; sent < 21; sent += 1) statuses.push((await send('cole', jpg)).status)
    expect(statuses).toEqual([...Array(20).fill(415), 429])
    expect(await send('cole', png)).toMatchObject({
      status: 429,
      message: 'You have sent many photos. Please wait an hour and try again.',
    })
  })

  test.each([
    [null, 401],
    ['pia', 403],
    ['ada', 403],
  ] as const)('from %s is rejected', async (name, status) => {
    expect((await send(name, png)).status).toBe(status)
    expect((await send(name, png, 'DELETE')).status).toBe(status)
  })

  test('in use stays when orphans are deleted', async () => {
    const { url } = await send('otto', png)
    const lost = photoKey(world.idOf('otto'), 1_700_000_000_000, 'png')
    await world.portal.files.put(lost, Readable.from([png]), { size: png.length, mime: 'image/png' })
    const { now } = world.clock
    world.clock.now = new Date(Date.now() + 3 * 60 * 60 * 1000)
    await removeOrphans(world.portal)
    world.clock.now = now
    expect(stored()).toContain(url?.replace('/photos/', ''))
    expect(stored()).not.toContain(lost.replace('photos/', ''))
  })
})
