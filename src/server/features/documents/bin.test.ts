import { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { docx, pdf } from '../../../../test/sample-files.ts'
import { type Name, NOW, openWorld, type World } from '../../../../test/world.ts'
import { breachesOf, missingFiles } from '../../cli/check.ts'
import { addFile } from '../../storage/add-file.ts'
import { KEPT_FILES } from '../../storage/kept-files.ts'
import { removeOrphans } from '../../storage/orphans.ts'
import { documentAttachment } from './attachment.ts'
import { purgeExpired } from './purge.ts'

let world: World
let db: pg.Client

beforeAll(async () => {
  const connection = await createWorldDatabase('bin')
  world = await openWorld(connection)
  db = new pg.Client(connection)
  await db.connect()
})
afterAll(async () => {
  await db.end()
  await world.close()
})
beforeEach(async () => {
  await db.query('delete from building_documents')
  await sweep()
  world.clock.now = NOW
})

const documents = (name: Name) => world.as(name).documents
const namesOf = async (name: Name, search: string | null = null) =>
  (await documents(name).list({ page: 1, search })).documents.map(({ file_name }) => file_name)
const bin = async () => (await documents('maya').bin({ page: 1 })).documents
const eventsOf = async (id: string) =>
  (await db.query('select kind, data from events where subject = $1 order by id', [id])).rows

/** Sends a file that replaces a document. */
async function replace(replaces: string, name: string, content = pdf(), by: Name = 'maya'): Promise<string> {
  const viewer = (await world.as(by).accounts.session())?.viewer
  if (viewer?.kind !== 'resident') throw new Error(`${by} has no building`)
  const upload = { query: { name, replaces }, body: Readable.from([content]) }
  return (await addFile(world.portal, documentAttachment, viewer, upload)).id
}

async function storedFiles(): Promise<string[]> {
  const keys: string[] = []
  for await (const key of world.portal.files.olderThan(new Date(Date.now() + 60_000))) keys.push(key)
  return keys.sort()
}

/** The hourly job, two hours later. */
async function sweep(): Promise<void> {
  world.clock.now = new Date(Date.now() + 2 * 60 * 60 * 1000)
  await removeOrphans(world.portal)
}

const deletedDaysAgo = (id: string, days: number) =>
  db.query(`update building_documents set deleted_at = now() - make_interval(days => $2) where id = $1`, [
    id,
    days,
  ])

describe('a deleted document', () => {
  test('leaves the list for the bin, which says who deleted it and when', async () => {
    const id = await world.document('Old Rules.pdf')
    const { rows } = await db.query<{ now: Date }>('select now()')
    await documents('maya').delete({ id })
    expect(await namesOf('ned')).toEqual([])
    expect(await namesOf('maya')).toEqual([])
    const [binned] = await bin()
    expect(binned).toMatchObject({ id, file_name: 'Old Rules.pdf', deleted_by: 'Maya Test' })
    expect(Date.parse(binned?.deleted_at ?? '')).toBeGreaterThanOrEqual(rows[0]?.now.getTime() ?? 0)
    expect(await eventsOf(id)).toEqual([
      { kind: 'document_uploaded', data: { file_name: 'Old Rules.pdf' } },
      { kind: 'document_deleted', data: { file_name: 'Old Rules.pdf' } },
    ])
  })

  test('opens only for those who manage documents, who can’t rename, replace or delete it', async () => {
    const id = await world.document()
    await documents('maya').delete({ id })
    await expect(documents('ned').link({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await documents('maya').link({ id })).url).toMatch(/^\/files\//)
    const refused = { message: 'this document was deleted meanwhile. It can be restored from the bin' }
    await expect(documents('maya').rename({ id, file_name: 'New.pdf' })).rejects.toMatchObject(refused)
    await expect(documents('maya').delete({ id })).rejects.toMatchObject(refused)
    const before = await storedFiles()
    await expect(replace(id, 'New.pdf')).rejects.toThrow(refused.message)
    expect(await storedFiles()).toEqual(before)
  })

  test('is restored to its place, once', async () => {
    for (const name of ['First.pdf', 'Second.pdf', 'Third.pdf']) await world.document(name)
    const second = (await documents('maya').list()).documents[1]?.id ?? ''
    await documents('maya').delete({ id: second })
    expect(await namesOf('ned')).toEqual(['Third.pdf', 'First.pdf'])
    await documents('maya').restore({ id: second })
    expect(await namesOf('ned')).toEqual(['Third.pdf', 'Second.pdf', 'First.pdf'])
    expect(await bin()).toEqual([])
    expect((await eventsOf(second)).at(-1)).toMatchObject({ kind: 'document_restored' })
    await expect(documents('maya').restore({ id: second })).rejects.toMatchObject({
      message: 'this document is in the list already',
    })
  })

  test('is deleted once by two at the same time', async () => {
    const id = await world.document()
    const outcomes = await Promise.allSettled([
      documents('maya').delete({ id }),
      documents('maya').delete({ id }),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await eventsOf(id)).filter(({ kind }) => kind === 'document_deleted')).toHaveLength(1)
  })

  test('stays backed up, and is missed if its file is gone', async () => {
    const id = await world.document()
    await documents('maya').delete({ id })
    const { rows } = await db.query<{ key: string }>(`select key from (${KEPT_FILES}) f`)
    const [key = ''] = await storedFiles()
    await sweep()
    expect(await storedFiles()).toContain(key)
    expect(rows.map((row) => row.key)).toContain(key)
    expect(await missingFiles(world.portal.db, world.portal.files)).toEqual([])
    await world.portal.files.remove(key)
    expect(await missingFiles(world.portal.db, world.portal.files)).toMatchObject([{ row: key }])
  })
})

describe('a replacement', () => {
  test('takes the place of the earlier document, which goes to the bin', async () => {
    for (const name of ['First.pdf', 'Budget.docx', 'Third.pdf'])
      await world.document(name, name.endsWith('x') ? docx() : pdf())
    const earlier = (await documents('maya').list()).documents[1]?.id ?? ''
    const id = await replace(earlier, 'Budget 2027.pdf')
    expect(await namesOf('ned')).toEqual(['Third.pdf', 'Budget 2027.pdf', 'First.pdf'])
    expect(await bin()).toMatchObject([{ id: earlier, file_name: 'Budget.docx', deleted_by: 'Maya Test' }])
    const data = { file_name: 'Budget 2027.pdf', earlier_name: 'Budget.docx', earlier_id: earlier }
    expect(await eventsOf(id)).toEqual([{ kind: 'document_replaced', data }])
    expect(await breachesOf(world.portal.db)).toEqual([])
    // Replaced again, and the first one restored: all have the one place, the newest first.
    await replace(id, 'Budget 2028.pdf')
    await documents('maya').restore({ id: earlier })
    expect(await namesOf('ned')).toEqual(['Third.pdf', 'Budget 2028.pdf', 'Budget.docx', 'First.pdf'])
  })

  test('of another building’s document, or of none, is refused and leaves nothing', async () => {
    const theirs = await world.document('Theirs.pdf', pdf(), 'otto')
    const before = await storedFiles()
    await expect(replace(theirs, 'Mine.pdf')).rejects.toMatchObject({ code: 'not_found' })
    await expect(replace('nonsense', 'Mine.pdf')).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'This id is not valid',
      field: 'replaces',
    })
    expect(await storedFiles()).toEqual(before)
    expect(await namesOf('otto')).toEqual(['Theirs.pdf'])
  })
})

describe('the bin', () => {
  const BLOCK = 4096
  const space = () => documents('maya').space()

  test('counts to the quota until it is emptied, by somebody who was shown what is in it', async () => {
    const ids = [await world.document('One.pdf'), await world.document('Two.pdf', pdf('Two', BLOCK + 1))]
    await world.document('Kept.pdf')
    for (const id of ids) await documents('maya').delete({ id })
    expect(await space()).toMatchObject({ used: 4 * BLOCK, bin: { documents: 2, bytes: 3 * BLOCK } })
    expect(await documents('maya').bin({ page: 1 })).toMatchObject({ total: 2, bytes: 3 * BLOCK })
    await expect(documents('maya').emptyBin({ documents: 1 })).rejects.toMatchObject({
      message: 'the bin changed meanwhile. Please look at it again',
    })
    expect(await bin()).toHaveLength(2)
    await documents('maya').emptyBin({ documents: 2 })
    expect(await space()).toMatchObject({ used: BLOCK, bin: { documents: 0, bytes: 0 } })
    expect(await namesOf('ned')).toEqual(['Kept.pdf'])
    const { rows } = await db.query(
      `select actor from events where kind = 'document_purged' and subject = any ($1)`,
      [ids],
    )
    expect(rows.map(({ actor }) => actor)).toEqual([world.idOf('maya'), world.idOf('maya')])
    await sweep()
    expect((await storedFiles()).filter((key) => /(One|Two)\.pdf$/.test(key))).toEqual([])
  })

  test('of another building stays', async () => {
    const theirs = await world.document('Theirs.pdf', pdf(), 'otto')
    await documents('otto').delete({ id: theirs })
    expect(await bin()).toEqual([])
    await documents('maya').emptyBin({ documents: 0 })
    expect(await documents('otto').bin({ page: 1 })).toMatchObject({ total: 1 })
  })

  test('keeps a document for 30 days; then a job of any server deletes it and its file, once', async () => {
    const [kept, over, listed] = [
      await world.document('Kept.pdf'),
      await world.document('Over.pdf'),
      await world.document('Listed.pdf'),
    ]
    for (const id of [kept, over]) await documents('maya').delete({ id })
    await deletedDaysAgo(kept, 29)
    await deletedDaysAgo(over, 31)
    await Promise.all([purgeExpired(world.portal), purgeExpired(world.portal)])
    expect((await bin()).map(({ id }) => id)).toEqual([kept])
    expect(await namesOf('ned')).toEqual(['Listed.pdf'])
    const purged = (await eventsOf(over)).filter(({ kind }) => kind === 'document_purged')
    expect(purged).toEqual([{ kind: 'document_purged', data: { file_name: 'Over.pdf' } }])
    await expect(documents('maya').restore({ id: over })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await sweep()
    const names = (await storedFiles()).map((key) => key.replace(/.*-/, '')).sort()
    expect(names).toEqual(['Kept.pdf', 'Listed.pdf'])
    expect((await documents('maya').list()).documents.map(({ id }) => id)).toEqual([listed])
    expect(await breachesOf(world.portal.db)).toEqual([])
  })
})

describe('a search', () => {
  beforeEach(async () => {
    for (const name of ['Budget 2026.pdf', 'House Rules 100%.pdf', 'HAUSORDNUNG FÜR ALLE.pdf'])
      await world.document(name)
  })

  test.each([
    ['budget', ['Budget 2026.pdf']],
    [' 2026  BUDGET ', ['Budget 2026.pdf']],
    ['für', ['HAUSORDNUNG FÜR ALLE.pdf']],
    ['fu\u0308r', ['HAUSORDNUNG FÜR ALLE.pdf']],
    ['100%', ['House Rules 100%.pdf']],
    ['%', ['House Rules 100%.pdf']],
    ['_', []],
    ['budget rules', []],
  ])('for %j finds the documents in whose name each word occurs', async (search, names) => {
    const { total, listed, documents: found } = await documents('ned').list({ page: 1, search })
    expect(found.map(({ file_name }) => file_name)).toEqual(names)
    expect([total, listed]).toEqual([names.length, 3])
  })

  test('finds nothing in the bin, and takes at most 100 characters', async () => {
    const [newest] = (await documents('maya').list()).documents
    await documents('maya').delete({ id: newest?.id ?? '' })
    expect(await namesOf('maya', 'hausordnung')).toEqual([])
    await expect(namesOf('maya', 'x'.repeat(101))).rejects.toMatchObject({
      message: 'Search can have at most 100 characters',
    })
  })
})

test('the list has pages of 50', async () => {
  await world.document()
  await db.query(`insert into building_documents (building_id, file_name, file_path, file_size, file_type, document_type, listed_at)
    select building_id, 'Page ' || i || '.pdf', file_path || i, file_size, file_type, document_type, listed_at - i * interval '1 day'
    from building_documents cross join generate_series(1, 60) i`)
  const pages = await Promise.all([1, 2].map((page) => documents('ned').list({ page, search: null })))
  expect(pages.map(({ total, documents: shown }) => [total, shown.length])).toEqual([
    [61, 50],
    [61, 11],
  ])
  expect(pages[1]?.documents[0]?.file_name).toBe('Page 50.pdf')
})
