import { randomBytes } from 'node:crypto'
import { chmod, lstat, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { STORAGES, type Storage, startStorage } from '../../../test/storages.ts'
import type { Files } from './driver.ts'
import { makePrivate } from './private-folder.ts'
import { createFiles } from './storage.ts'
import { openTempFile } from './temp-file.ts'

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

describe('links in a folder are refused', () => {
  const secret = Buffer.from('%PDF secret')
  let root: string
  let outside: string
  let files: Files

  beforeEach(async () => {
    const { filesUrl, close } = await startStorage('a folder')
    onTestFinished(close)
    root = fileURLToPath(filesUrl)
    outside = `${root}-outside`
    files = createFiles(filesUrl)
    await mkdir(outside, { recursive: true })
    await writeFile(join(outside, '1-secret.pdf'), secret)
    await files.put('building/1-own.pdf', Readable.from([secret]), { size: 1, mime: 'application/pdf' })
  })

  const put = (key: string) =>
    files.put(key, Readable.from([Buffer.from('new')]), { size: 3, mime: 'application/pdf' })
  const read = async (key: string) => buffer(await (await files.read(key)).content())

  test('one instead of a file', async () => {
    await symlink(join(outside, '1-secret.pdf'), join(root, 'building/2-link.pdf'))
    await symlink(join(outside, '3-new.pdf'), join(root, 'building/3-new.pdf'))
    expect(await files.has('building/2-link.pdf')).toBe(false)
    await expect(read('building/2-link.pdf')).rejects.toThrow()
    await expect(put('building/2-link.pdf')).rejects.toThrow('EEXIST')
    await expect(put('building/3-new.pdf')).rejects.toThrow('EEXIST')
    expect(await readdir(outside)).toEqual(['1-secret.pdf'])
    // Removing one leaves what it names.
    await files.remove('building/2-link.pdf')
    expect(await readFile(join(outside, '1-secret.pdf'))).toEqual(secret)
  })

  test('one that replaces a file between the look at its size and the reading', async () => {
    const file = await files.read('building/1-own.pdf')
    await rm(join(root, 'building/1-own.pdf'))
    await symlink(join(outside, '1-secret.pdf'), join(root, 'building/1-own.pdf'))
    await expect(file.content()).rejects.toThrow('ELOOP')
  })

  test('one instead of a building’s folder', async () => {
    await symlink(outside, join(root, 'linked'))
    expect(await files.has('linked/1-secret.pdf')).toBe(false)
    await expect(read('linked/1-secret.pdf')).rejects.toThrow()
    await expect(put('linked/2-new.pdf')).rejects.toThrow()
    await files.remove('linked/1-secret.pdf').catch(() => undefined)
    expect(await readdir(outside)).toEqual(['1-secret.pdf'])
    const keys: string[] = []
    for await (const key of files.olderThan(SOON())) keys.push(key)
    expect(keys).toEqual(['building/1-own.pdf'])
  })

  test('a key with a way out of the folder', async () => {
    for (const key of [
      '../files-outside/1-secret.pdf',
      'building/../../x.pdf',
      '/etc/passwd',
      'a//b.pdf',
      '',
    ])
      await expect(Promise.resolve().then(() => files.read(key))).rejects.toThrow(
        "can't be the key of a file",
      )
  })
})

describe('folders and files belong to the portal’s user alone', () => {
  const modeOf = async (path: string) => (await lstat(path)).mode & 0o777

  test('new ones', async () => {
    const { filesUrl, close } = await startStorage('a folder')
    onTestFinished(close)
    const root = fileURLToPath(filesUrl)
    const files = createFiles(filesUrl)
    const facts = { size: 4, mime: 'application/pdf' }
    await writeFile(`${root}-source`, '%PDF', { mode: 0o644 })
    await files.put('building/1-written.pdf', Readable.from([Buffer.from('%PDF')]), facts)
    await files.put('building/2-copied.pdf', Readable.from([]), { ...facts, path: `${root}-source` })
    for (const folder of ['', 'building']) expect(await modeOf(join(root, folder))).toBe(0o700)
    for (const name of ['1-written.pdf', '2-copied.pdf'])
      expect([name, await modeOf(join(root, 'building', name))]).toEqual([name, 0o600])
    const uploads = join(`${root}-uploads`)
    const temp = await openTempFile(uploads)
    expect([await modeOf(uploads), (await stat(temp.path ?? '')).mode & 0o777]).toEqual([0o700, 0o600])
    await temp.close()
  })

  test('earlier ones, once; a link’s target keeps its mode', async () => {
    const { filesUrl, close } = await startStorage('a folder')
    onTestFinished(close)
    const root = fileURLToPath(filesUrl)
    const [folder, file, target] = [join(root, 'b'), join(root, 'b', '1-a.pdf'), `${root}-target`]
    await makePrivate(root)
    await mkdir(folder, { recursive: true })
    await writeFile(file, 'a')
    await writeFile(target, 'a')
    await symlink(target, join(folder, '2-link.pdf'))
    for (const [path, mode] of [
      [root, 0o755],
      [folder, 0o775],
      [file, 0o644],
      [target, 0o644],
    ] as const)
      await chmod(path, mode)
    await makePrivate(root)
    const modes = await Promise.all([root, folder, file, target].map(modeOf))
    expect(modes).toEqual([0o700, 0o700, 0o600, 0o644])
  })
})

test('a bucket that does not respond is an error [V16.5.2]', async () => {
  const files = createFiles('s3://documents?endpoint=http%3A%2F%2F127.0.0.1%3A1')
  await expect(files.remove('building/1.pdf')).rejects.toThrow()
})
