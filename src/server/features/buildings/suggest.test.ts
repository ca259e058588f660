import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import { asSystem } from '../../db/as-viewer.ts'
import { createPool } from '../../db/pool.ts'

let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('suggest')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
  await db.query(`
    insert into buildings (name, address, city, state, zip_code)
    select 'The Larkspur', n || ' Larkspur 50%_Court', 'Seattle', 'WA', '98102' from generate_series(1, 20) as n`)
  await db.query(`
    insert into buildings (address, city, state, zip_code)
    select n || ' Far Street', 'Tacoma', 'WA', '98402' from generate_series(1, 20000) as n`)
  await db.query(`
    insert into buildings (address, city, state, zip_code) values
      ('200 Bellevue Ave E', 'Seattle', 'WA', '98102'), ('200 Bellevue Way', 'Seattle', 'WA', '98102'),
      ('200 Bellevue Ct', 'Seattle', 'WA', '98102'), ('200 Bellevue Pl', 'Seattle', 'WA', '98102'),
      ('200 8th Ave', 'Seattle', 'WA', '98101'), ('200 9th Ave', 'Tacoma', 'WA', '98402')`)
  await db.query('analyze buildings')
})
afterAll(() => Promise.all([db.end(), world.close()]))

const suggest = (address: string) => world.anonymous.buildings.suggest({ address })

test('anybody finds addresses by a part, ignoring case and extra spaces, and gets no other data [V15.3.1]', async () => {
  expect(await suggest(' 1431  MINOR ')).toEqual([
    { address: '1431 Minor Ave', city: 'Seattle', state: 'WA', zip_code: '98101' },
  ])
  expect(await world.as('pia').buildings.suggest({ address: 'denny' })).toEqual([
    { address: '420 Denny Way', city: 'Seattle', state: 'WA', zip_code: '98109' },
  ])
  expect(await suggest('nowhere')).toEqual([])
})

test('at most eight addresses are returned, those that begin with the text first', async () => {
  const found = await suggest('1 Larkspur')
  expect(found.map(({ address }) => address)).toEqual(['1 Larkspur 50%_Court', '11 Larkspur 50%_Court'])
  expect(await suggest('larkspur')).toHaveLength(8)
})

test('the letter that replaces spaces in the index does not match a space', async () => {
  expect(await suggest('1431xMinor')).toEqual([])
  expect(await suggest('xMinor')).toEqual([])
  expect(await suggest('r 5')).toHaveLength(8)
})

test('pattern characters in the text are matched literally [V1.2.4]', async () => {
  expect(await suggest('50%_')).toHaveLength(8)
  for (const typed of ['5%C', '___', 'Lark\\', '%%%'])
    expect([typed, await suggest(typed)]).toEqual([typed, []])
})

test('a part of an address is found through an index, however many buildings there are', async () => {
  const { rows } = await asSystem(world.portal.db, (tx) =>
    sql<Record<string, string>>`
      explain (analyze, costs off, timing off) select address from buildings
      where translate(lower(address), ' ', 'x') like '%17xlarkspur%' limit 8`.execute(tx),
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/Bitmap Index Scan on buildings_part_of_address \(actual rows=1\.00/)
})

describe('for an unknown address that is written like a known one', () => {
  const at = { address: '1431 Minor Ave', city: 'Seattle', state: 'WA', zip_code: '98101' }
  const similar = async (change: Partial<typeof at>) => {
    const { building, similar } = await world.anonymous.accounts.findBuilding({ ...at, ...change })
    expect(building).toBeNull()
    return similar.map(({ address }) => address)
  }

  test.each([
    ['letters changed places', { address: '1431 Mnior Ave' }],
    ['another suffix', { address: '1431 Minor St' }],
    ['a direction too many', { address: '1431 E Minor Ave' }],
    ['no suffix', { address: '1431 Minor' }],
    ['a unit before it', { address: 'Apt 3B, 1431 Minor Ave' }],
    ['a unit without a word', { address: '1431 Minor Ave, 3B' }],
    ['another zip code', { zip_code: '98109' }],
    ['a misspelled city', { city: 'Seatle', address: '1431 Minor Av E' }],
  ])('it is offered: %s', async (_, change) => {
    expect(await similar(change)).toEqual(['1431 Minor Ave'])
  })

  test.each([
    ['the house beside', { address: '1433 Minor Ave' }],
    ['another street', { address: '1431 Harvard Ave' }],
    ['another city and zip code', { city: 'Tacoma', zip_code: '98402' }],
    ['another state', { state: 'OR' }],
    ['no number', { address: 'Minor Ave' }],
    ['a street with another number', { address: '200 7th Ave' }],
  ])('it is not offered: %s', async (_, change) => {
    expect(await similar(change)).toEqual([])
  })

  test('at most three are, the most similar first', async () => {
    const found = await similar({ address: '200 Bellevue Ave', zip_code: '98102' })
    expect(found).toHaveLength(3)
    expect(found[0]).toBe('200 Bellevue Ave E')
  })

  test('a building that is one with another is neither offered nor suggested', async () => {
    await db.query(`insert into buildings (address, city, state, zip_code, duplicate_of)
      select '1431 Minor Avenue', city, state, zip_code, id from buildings where address = '1431 Minor Ave'`)
    expect(await similar({ address: '1431 Mnior Ave' })).toEqual(['1431 Minor Ave'])
    expect(await suggest('1431 minor')).toHaveLength(1)
  })

  test('it is found through an index', async () => {
    const { rows } = await db.query(`explain select address from buildings
      where substring(address_key from '^[0-9]+') = any (array['17']) and state = 'WA'`)
    expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('buildings_house_number')
  })
})
