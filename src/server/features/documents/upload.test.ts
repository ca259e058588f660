import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import {
  docx,
  jpg,
  olderOffice,
  pdf,
  png,
  unpackingWithoutEnd,
  xlsx,
  zip,
} from '../../../../test/sample-files.ts'
import { serve } from '../../../../test/serve.ts'
import { STORAGES, type Storage, startStorage } from '../../../../test/storages.ts'
import { openUploader } from '../../../../test/upload.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import { asSystem } from '../../db/as-viewer.ts'
import { addFile } from '../../storage/add-file.ts'
import { removeOrphans } from '../../storage/orphans.ts'
import { documentAttachment } from './attachment.ts'

const MAX = 10 * 1024 * 1024
const TOO_LARGE = 'the file is larger than 10 MB'
const NOT_ACCEPTED = 'this type of file is not accepted'

describe.each(STORAGES)('with files in %s', { timeout: 60_000 }, (kind) => {
  let storage: Storage
  let world: World
  let site: Awaited<ReturnType<typeof serve>>
  let maya: Awaited<ReturnType<typeof openUploader>>
  let before: Awaited<ReturnType<typeof traces>>

  beforeAll(async () => {
    storage = await startStorage(kind)
    const connection = await createWorldDatabase('upload')
    world = await openWorld(connection, { FILES_URL: storage.filesUrl })
    site = await serve(world.portal, connection)
    maya = await openUploader(site.origin, 'maya@example.com')
  }, 60_000)
  afterAll(async () => {
    await site?.close()
    await world?.close()
    await storage?.close()
  })
  beforeEach(async () => {
    before = await traces()
  })

  /** All that an upload can leave: files, half files, rows and events. */
  async function traces() {
    const files: string[] = []
    for await (const key of world.portal.files.olderThan(new Date(Date.now() + 60_000))) files.push(key)
    const halves = await readdir(`${world.portal.config.dataDir}/uploads`).catch(() => [])
    return asSystem(world.portal.db, async (tx) => ({
      files: files.sort(),
      halves,
      rows: await tx.selectFrom('building_documents').selectAll().orderBy('id').execute(),
      events: await tx.selectFrom('events').where('kind', '=', 'document_uploaded').select('id').execute(),
    }))
  }

  test('a document is stored under its building and time, with its row and its event [3.profiles] [3.building-documents] [7.documents.2]', async () => {
    const content = pdf('Pets are welcome')
    const answer = await maya.send('Hausordnung für Haustiere.PDF', content)
    expect(answer).toMatchObject({ status: 201, file_name: 'Hausordnung für Haustiere.PDF' })
    const { rows, events, files, halves } = await traces()
    const row = rows.find(({ id }) => id === answer.id)
    expect(row).toMatchObject({
      file_size: content.length,
      file_type: 'application/pdf',
      document_type: 'pdf',
      uploaded_by: world.idOf('maya'),
    })
    expect(row?.file_path).toMatch(
      new RegExp(`^${row?.building_id}/\\d{13}-Hausordnung-fur-Haustiere\\.pdf$`),
    )
    expect(files).toContain(row?.file_path)
    expect([events.length - before.events.length, halves]).toEqual([1, []])
    const [newest] = (await world.as('ned').documents.list()).documents
    expect(newest).toMatchObject({ file_name: 'Hausordnung für Haustiere.PDF', uploaded_by: 'Maya Test' })
  })

  test.each([
    ['Letter.doc', olderOffice],
    ['Letter.docx', docx()],
    ['Budget.xls', olderOffice],
    ['Budget.xlsx', xlsx()],
    ['Roof.jpg', jpg],
    ['Roof.jpeg', jpg],
    ['Roof.png', png],
    ['page.html.pdf', pdf()],
  ])('%s is accepted [5.document.1]', async (name, content) => {
    expect(await maya.send(name, content)).toMatchObject({ status: 201 })
  })

  test('exactly 10 MB is accepted, with or without a content length; one byte more is rejected [5.document.3] [9.document.2] [V5.2.1]', async () => {
    const largest = pdf('Large', MAX)
    expect(largest.length).toBe(MAX)
    expect(await maya.send('Largest.pdf', largest)).toMatchObject({ status: 201 })
    expect(await maya.send('Largest.pdf', Readable.from([largest]))).toMatchObject({ status: 201 })
    const then = await traces()
    const more = pdf('Large', MAX + 1)
    const refused = { status: 413, error: { message: TOO_LARGE } }
    expect(await maya.send('More.pdf', more)).toMatchObject(refused)
    expect(await maya.send('More.pdf', Readable.from([largest, Buffer.from('x')]))).toMatchObject(refused)
    expect(await traces()).toEqual(then)
  })

  test('a file that is too large is rejected before it is read, and an endless one while it is read', async () => {
    const headers = { cookie: maya.cookie(), 'content-length': String(MAX + 1) }
    const announced = request(`${site.origin}/api/documents?name=a.pdf`, { method: 'POST', headers })
    announced.on('error', () => undefined)
    announced.flushHeaders()
    const [answer] = await once(announced, 'response')
    expect(answer.statusCode).toBe(413)
    announced.destroy()

    let sent = 0
    const endless = Readable.from(
      (function* () {
        for (;;) {
          sent += 65_536
          yield Buffer.alloc(65_536, sent === 65_536 ? '%PDF-1.4 ' : ' ')
        }
      })(),
    )
    // A client that goes on sending may find the connection closed before the answer.
    const outcome = await maya.send('Endless.pdf', endless).catch(() => null)
    expect([413, undefined]).toContain(outcome?.status)
    endless.destroy()
    expect(await traces()).toEqual(before)
  })

  test.each([
    ['HTML named .pdf', 'page.pdf', '<!doctype html><script>alert(1)</script>'],
    ['an SVG with a script', 'picture.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
    ['an SVG named .png', 'picture.png', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
    ['a double extension', 'invoice.pdf.exe', pdf()],
    ['a page with a double extension', 'invoice.pdf.html', pdf()],
    ['a PDF named .docx', 'invoice.docx', pdf()],
    ['an archive named .docx', 'archive.docx', zip({ 'a.txt': 'words' })],
    ['an archive that would fill the memory', 'bomb.docx', unpackingWithoutEnd()],
    ['a newer document named .doc', 'letter.doc', docx()],
    ['an empty file', 'empty.pdf', ''],
    ['a name without an extension', 'README', pdf()],
  ])('%s is rejected, and nothing is stored [5.document.2] [5.document.4] [V5.2.2] [V5.2.3]', async (_, name, content) => {
    expect(await maya.send(name, content)).toMatchObject({ status: 415, error: { message: NOT_ACCEPTED } })
    expect(await traces()).toEqual(before)
  })

  test.each([
    ['of 300 characters', `${'a'.repeat(296)}.pdf`, 'the name can have at most 200 characters'],
    ['with a control character', 'a\0b.pdf', "the name has a character that can't be used"],
    ['that is only an extension', '.pdf', 'Document name cannot be empty'],
  ])('a name %s is rejected with a message [V5.4.2]', async (_, name, message) => {
    expect(await maya.send(name, pdf())).toMatchObject({
      status: 400,
      error: { message, data: { refusal: 'invalid_input', field: 'name' } },
    })
    expect(await traces()).toEqual(before)
  })

  test('a name with folders keeps only its last part, and the file stays in its own building’s folder [V5.3.2]', async () => {
    expect(await maya.send('../../../etc/passwd.pdf', pdf())).toMatchObject({ file_name: 'passwd.pdf' })
    const { files } = await traces()
    const [added] = files.filter((key) => !before.files.includes(key))
    expect(added).toMatch(/^[0-9a-f-]{36}\/\d{13}-passwd\.pdf$/)
  })

  test('an upload that breaks off halfway leaves nothing [5.document.6]', async () => {
    const headers = { cookie: maya.cookie(), 'content-length': String(5_000_000) }
    const half = request(`${site.origin}/api/documents?name=Half.pdf`, { method: 'POST', headers })
    half.on('error', () => undefined)
    half.write(pdf('Half', 2_500_000))
    await expect.poll(() => half.socket?.writableLength).toBe(0)
    half.destroy()
    // The next one is answered by the same portal, so the broken one has been looked at.
    await maya.send('page.pdf', 'no')
    await expect.poll(traces).toEqual(before)
  })

  test('files of the same name uploaded at once are stored separately', async () => {
    const contents = Array.from({ length: 5 }, (_, index) => pdf(`Copy ${index}`))
    const answers = await Promise.all(contents.map((content) => maya.send('Copy.pdf', content)))
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(201))
    const { rows, files } = await traces()
    const paths = rows.map(({ file_path }) => file_path)
    expect(new Set(paths).size).toBe(paths.length)
    expect(paths.sort()).toEqual(files)
  })

  test('a key that another server has taken is not overwritten', async () => {
    // Later than all keys of this process.
    const time = Date.now() + (1 + STORAGES.indexOf(kind)) * 24 * 60 * 60 * 1000
    world.clock.now = new Date(time)
    const [row] = before.rows
    const taken = [time, time + 1].map((each) => `${row?.building_id}/${each}-Taken.pdf`)
    for (const key of taken)
      await world.portal.files.put(key, Readable.from([png]), { size: png.length, mime: 'image/png' })
    expect(await maya.send('Taken.pdf', pdf())).toMatchObject({ status: 201 })
    const { rows } = await traces()
    expect(rows.map(({ file_path }) => file_path)).toContain(`${row?.building_id}/${time + 2}-Taken.pdf`)
    for (const key of taken) {
      expect((await world.portal.files.read(key)).size).toBe(png.length)
      await world.portal.files.remove(key)
    }
  })

  test('a file without a document is deleted after an hour, and nothing else', async () => {
    const orphan = `${before.rows[0]?.building_id}/1795000000000-Left.pdf`
    const foreign = 'photos/goose.jpg'
    const put = (key: string) =>
      world.portal.files.put(key, Readable.from([png]), { size: png.length, mime: 'image/png' })
    await put(orphan)
    await put(foreign)
    world.clock.now = new Date()
    expect(await removeOrphans(world.portal)).toBe(0)
    world.clock.now = new Date(Date.now() + 61 * 60 * 1000)
    expect(await removeOrphans(world.portal)).toBe(1)
    expect((await traces()).files).toEqual([...before.files, foreign].sort())
    await world.portal.files.remove(foreign)
  })

  test('a rejected row leaves no file', async () => {
    const building_id = before.rows[0]?.building_id ?? ''
    const ned = { kind: 'resident', id: world.idOf('ned'), building_id, powers: [] } as const
    const upload = { query: { name: 'No.pdf' }, body: Readable.from([pdf()]) }
    // Without the power, the row rules refuse the row; by then the file is stored.
    const adding = addFile(world.portal, documentAttachment, ned, upload)
    await expect(adding).rejects.toThrow('row-level security')
    expect(await traces()).toEqual(before)
  })

  test.each([
    ['a visitor', undefined, 401, 'Please sign in first.'],
    ['a neighbor', 'ned@example.com', 403, 'You are not allowed to do that.'],
    ['a pending person', 'pia@example.com', 403, 'You are not allowed to do that.'],
    ['a vendor', 'curb@example.com', 403, 'You are not allowed to do that.'],
    ['an admin', 'ada@example.com', 403, 'You are not allowed to do that.'],
  ])('%s may not upload [6.captain.1]', async (_, email, status, message) => {
    const person = await openUploader(site.origin, email)
    expect(await person.send('House Rules.pdf', pdf())).toMatchObject({ status, error: { message } })
    expect(await traces()).toEqual(before)
  })

  test('a page of another site may not upload with a captain’s cookie [V3.5.1]', async () => {
    const origin = { origin: 'https://elsewhere.example' }
    expect(await maya.send('House Rules.pdf', pdf(), origin)).toMatchObject({ status: 403 })
    expect(await traces()).toEqual(before)
  })
})
