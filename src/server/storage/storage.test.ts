import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { STORAGES, type Storage, startStorage } from '../../../test/storages.ts'
import { createFiles, type Files } from './storage.ts'

const SOON = () => new Date(Date.now() + 60_000)

describe.each(STORAGES)('in %s', (kind) => {
  let storage: Storage
  let files: Files

  beforeAll(async () => {
    storage = await startStorage(kind)
    files = createFiles(storage.filesUrl)
  })
  afterAll(() => storage.close())

  const put = (key: string, content: Buffer) =>
    files.put(key, Readable.from([content]), { size: content.length, mime: 'application/pdf' })
  async function keys(time: Date): Promise<string[]> {
    const found: string[] = []
    for await (const key of files.olderThan(time)) found.push(key)
    return found.sort()
  }

  test('a new storage is empty', async () => {
    expect(await keys(SOON())).toEqual([])
  })

  test('a stored file is read back byte for byte', async () => {
    const content = randomBytes(3 * 1024 * 1024 + 7)
    await put('building/1-large.pdf', content)
    const file = await files.read('building/1-large.pdf')
    expect(file.size).toBe(content.length)
    expect((await buffer(await file.content())).equals(content)).toBe(true)
  })

  test('reading a missing file fails, and removing one does not', async () => {
    await expect(files.read('building/0-none.pdf')).rejects.toThrow()
    await files.remove('building/0-none.pdf')
    await put('building/2-small.pdf', Buffer.from('%PDF'))
    await files.remove('building/2-small.pdf')
    await expect(files.read('building/2-small.pdf')).rejects.toThrow()
  })

  test('storing under a taken key is rejected, and the existing file stays', async () => {
    const content = Buffer.from('%PDF')
    await put('building/3-taken.pdf', content)
    await expect(put('building/3-taken.pdf', randomBytes(9))).rejects.toMatchObject({ code: 'EEXIST' })
    expect((await buffer(await (await files.read('building/3-taken.pdf')).content())).equals(content)).toBe(
      true,
    )
    await files.remove('building/3-taken.pdf')
  })

  test('all keys are listed, however many, except those newer than the given time', {
    timeout: 60_000,
  }, async () => {
    const many = Array.from({ length: 1005 }, (_, index) => `many/${index}.png`)
    for (let from = 0; from < many.length; from += 50) {
      await Promise.all(many.slice(from, from + 50).map((key) => put(key, Buffer.from('png'))))
    }
    expect(await keys(SOON())).toEqual([...many, 'building/1-large.pdf'].sort())
    expect(await keys(new Date(Date.now() - 60_000))).toEqual([])
  })
})

test('a folder copies a file on this machine, never over another one, and writes the content if it cannot copy', async () => {
  const { filesUrl, close } = await startStorage('a folder')
  onTestFinished(close)
  const files = createFiles(filesUrl)
  const [key, path] = ['building/1-one.pdf', fileURLToPath(`${filesUrl}-source`)]
  const content = randomBytes(300 * 1024)
  await writeFile(path, content)
  const facts = { size: content.length, mime: 'application/pdf' }
  const nothing = Readable.from([])
  await files.put(key, nothing, { ...facts, path })
  await writeFile(path, randomBytes(content.length))
  await expect(files.put(key, nothing, { ...facts, path })).rejects.toThrow('EEXIST')
  await expect(files.put(key, nothing, facts)).rejects.toThrow('EEXIST')
  expect((await buffer(await (await files.read(key)).content())).equals(content)).toBe(true)

  await files.put('building/2-two.pdf', Readable.from([content]), { ...facts, path: `${path}-not-there` })
  expect((await buffer(await (await files.read('building/2-two.pdf')).content())).equals(content)).toBe(true)
})

test('a bucket that does not respond is an error [V16.5.2]', async () => {
  const files = createFiles('s3://documents?endpoint=http%3A%2F%2F127.0.0.1%3A1')
  await expect(files.remove('building/1.pdf')).rejects.toThrow()
})
