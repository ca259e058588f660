import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { addQuoteFileBy } from '../../../../test/features/quotes.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import { breachesOf } from '../../cli/check.ts'
import { createPool } from '../../db/pool.ts'
import { removeFile } from '../../storage/add-file.ts'
import { quoteFileAttachment } from './quote-file.ts'

let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('quote-files')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
})
afterAll(async () => {
  expect(await breachesOf(world.portal.db)).toEqual([])
  await Promise.all([db.end(), world.close()])
})
beforeEach(() => db.query('truncate events, building_services, vendor_storage cascade'))

const SNOW = 'Snow Removal'
const add = (quote: string, facts: Record<string, string> = {}) => addQuoteFileBy(world, quote, facts)

async function remove(quote: string, id: string): Promise<void> {
  const viewer = (await world.as('curb').accounts.session())?.viewer
  if (viewer?.kind !== 'vendor') throw new Error('curb is no vendor')
  await removeFile(world.portal, quoteFileAttachment, viewer, { quote, id })
}

/** A request, and the quote of one of its vendors that has no price yet. */
async function asked() {
  const service = await world.request(SNOW)
  return { service, quote: await world.quoteOf('curb', service) }
}
const received = async (service: string) =>
  (await world.as('ned').quotes.received({ building_service_id: service })).quotes
const recorded = async () =>
  (await db.query(`select kind, building_id from events where kind like 'quote_file%' order by id`)).rows.map(
    ({ kind, building_id }) => [kind, building_id !== null],
  )

test('the building sees a vendor’s files with the price, and no other vendor does [Product 2.4]', async () => {
  const { service, quote } = await asked()
  await add(quote, { name: 'Our offer.pdf' })
  // Before the price it is nothing to the building.
  expect(await world.as('ned').quotes.files({ id: quote })).toEqual([])
  await world.quote('curb', service, 10_000)
  await add(quote, { name: 'References.pdf' })
  const files = [
    { file_name: 'Our offer.pdf', url: expect.stringMatching(/^\/quote-files\/.*\.pdf$/) },
    { file_name: 'References.pdf' },
  ]
  expect(await received(service)).toMatchObject([{ files }])
  expect(await world.as('ned').quotes.files({ id: quote })).toMatchObject(files)
  expect(await world.as('curb').quotes.files({ id: quote })).toMatchObject(files)
  for (const name of ['hilltop', 'otto'] as const)
    await expect(world.as(name).quotes.files({ id: quote })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await recorded()).toEqual([
    ['quote_file_added', false],
    ['quote_file_added', true],
  ])
})

test('a change of the files marks the quote as not opened', async () => {
  const { service, quote } = await asked()
  await world.quote('curb', service, 10_000)
  const isOpened = async () => (await world.as('curb').quotes.get({ id: quote })).opened_at !== null
  const open = async () => world.as('ned').quotes.open(await world.pricesShown(service))
  await open()
  expect(await isOpened()).toBe(true)
  const { id } = await add(quote)
  expect(await isOpened()).toBe(false)
  await open()
  await remove(quote, id)
  expect(await isOpened()).toBe(false)
})

test('a quote is accepted with the files that were shown, and no others [Product 2.5]', async () => {
  const { service, quote } = await asked()
  await world.quote('curb', service, 10_000)
  const accept = (files?: string[]) =>
    world.as('ned').quotes.accept({ id: quote, per_visit_price: 10_000, ...(files && { files }) })
  const first = await add(quote)
  const changed = 'the vendor changed the files of its quote'
  await expect(accept()).rejects.toThrow(changed)
  await expect(accept([])).rejects.toThrow(changed)
  const second = await add(quote)
  await expect(accept([first.id])).rejects.toThrow(changed)
  await accept([second.id, first.id])
  // From then on they stay.
  await expect(add(quote)).rejects.toMatchObject({ code: 'quote_not_open' })
  await expect(remove(quote, first.id)).rejects.toMatchObject({ code: 'quote_not_open' })
  expect(await world.as('ned').quotes.files({ id: quote })).toHaveLength(2)
})

test('of a file and an acceptance at once, nothing is accepted that was not shown', async () => {
  const outcomes = new Set<string>()
  // A slow upload is overtaken for longer: until each of them was first.
  for (let round = 0; round < 20 || (outcomes.size < 2 && round < 200); round += 1) {
    await db.query('truncate events, building_services, vendor_storage cascade')
    const { service, quote } = await asked()
    await world.quote('curb', service, 10_000)
    const accept = () => world.as('ned').quotes.accept({ id: quote, per_visit_price: 10_000 })
    const [added, accepted] = await Promise.allSettled(
      round % 2 === 0
        ? [add(quote), accept()]
        : [add(quote), new Promise((done) => setTimeout(done, round * 2)).then(accept)],
    )
    expect([added.status, accepted.status].sort()).toEqual(['fulfilled', 'rejected'])
    outcomes.add(added.status)
  }
  expect([...outcomes].sort(), 'each of them was first').toEqual(['fulfilled', 'rejected'])
})

test('a file that is sent again is there once; the sixth, and one of another’s quote, are refused', async () => {
  const { service, quote } = await asked()
  const id = randomUUID()
  const first = await add(quote, { id })
  expect(await add(quote, { id })).toEqual(first)
  for (let count = 1; count < 5; count += 1) await add(quote)
  await expect(add(quote)).rejects.toThrow('at most 5 files')
  await expect(add(await world.quoteOf('hilltop', service))).rejects.toMatchObject({ code: 'not_found' })
  await expect(add(quote, { name: 'notes.doc' })).rejects.toMatchObject({
    code: 'file_type_not_accepted',
    message: 'The file can be a PDF, DOCX, XLSX, JPG or PNG',
  })
})

test('two at once make no sixth', async () => {
  const { quote } = await asked()
  for (let count = 0; count < 4; count += 1) await add(quote)
  const sent = await Promise.allSettled([add(quote), add(quote)])
  expect(sent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('its vendor removes a file of an open quote, and the file goes; of a quote that it gave up the building sees none', async () => {
  const { service, quote } = await asked()
  await world.quote('curb', service, 10_000)
  const { id, url } = await add(quote)
  await add(quote)
  await remove(quote, id)
  await remove(quote, id)
  expect(await world.portal.files.has(url.slice(1))).toBe(false)
  expect(await world.as('ned').quotes.files({ id: quote })).toHaveLength(1)
  await world.as('curb').quotes.giveUp({ id: quote, reason: 'We are full.' })
  expect(await world.as('ned').quotes.files({ id: quote })).toEqual([])
})
