import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { asSystem } from '../db/as-viewer.ts'
import { createPool, Db } from '../db/pool.ts'
import { findBuilding } from '../features/buildings/db.ts'
import { importBuildings } from './import.ts'

const SEATTLE = resolve('../shared/data/seattle-multifamily-buildings.csv')
/** The same address as an earlier line: once as '26th Place W' and '26th pl w', once letter by letter. */
const SECOND_TIME = [
  { line: 1239, address: '3711 26th pl w' },
  { line: 1389, address: '1227 NE 143rd Street' },
]
const HEADER = 'name,address,city,state,zip_code,number_of_floors,square_feet,year_built'

const folder = mkdtempSync(join(tmpdir(), 'stoop-import-'))
let pool: pg.Pool
let db: Db

beforeAll(async () => {
  pool = createPool(await createTestDatabase('import'))
  db = new Db(pool)
})
beforeEach(() => pool.query('truncate buildings cascade'))
afterAll(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true })
})

function file(content: string | Buffer): string {
  const path = join(folder, 'buildings.csv')
  writeFileSync(path, content)
  return path
}

const csv = (...lines: string[]) => file([HEADER, ...lines].join('\n'))
const count = async (table: string) =>
  Number((await pool.query(`select count(*) as count from ${table}`)).rows[0].count)

describe('the real file', () => {
  const there = existsSync(SEATTLE)
  if (!there) process.stdout.write(`Skipped, since the file is missing: ${SEATTLE}\n`)

  test.runIf(there)(
    'imports 1,708 rows in seconds; two say an address a second time; a second import adds nothing',
    async () => {
      const started = Date.now()
      expect(await importBuildings(db, SEATTLE)).toEqual({
        added: 1706,
        known: SECOND_TIME.map(({ line }) => line),
        rejected: [],
      })
      const lines = readFileSync(SEATTLE, 'utf8').split('\n')
      for (const { line, address } of SECOND_TIME) expect(lines[line - 1]).toContain(address)
      expect(Date.now() - started).toBeLessThan(5000)
      expect(await count('buildings')).toBe(1706)
      expect(
        await count("events where kind = 'building_added' and actor is null and building_id = subject"),
      ).toBe(1706)

      const again = await importBuildings(db, SEATTLE)
      expect([again.added, again.known.length, again.rejected]).toEqual([0, 1708, []])
      expect(await count('events')).toBe(1706)

      const lyon = { address: ' 607 -  3RD ave. ', city: 'SEATTLE', state: 'WA', zip_code: '98104' }
      expect(await asSystem(db, (tx) => findBuilding(tx, lyon))).toMatchObject({
        captain_id: null,
        number_of_floors: 6,
        number_of_units: null,
        square_feet: 63712,
      })
    },
  )
})

describe('rows', () => {
  test('quotes, commas, spaces and a missing name are parsed', async () => {
    const path = csv(
      '"Lofts, ""The"" & Co",  12   Pine  St ,Seattle,wa,98101,0,,1910',
      ',"14 Pine St\nRear",Seattle,WA,98101,3,0,',
    )
    expect(await importBuildings(db, path)).toEqual({ added: 2, known: [], rejected: [] })
    const { rows } = await pool.query(
      'select name, address, state, number_of_floors, square_feet from buildings order by address',
    )
    expect(rows).toEqual([
      {
        name: 'Lofts, "The" & Co',
        address: '12 Pine St',
        state: 'WA',
        number_of_floors: null,
        square_feet: null,
      },
      { name: null, address: '14 Pine St Rear', state: 'WA', number_of_floors: 3, square_feet: 0 },
    ])
  })

  test("a spreadsheet's byte order mark, CRLF and column order are accepted", async () => {
    const path = file(
      '\uFEFFZip_Code,State,City,Address,Name,Square_Feet,Number_Of_Floors,owner\r\n98101,WA,Seattle,1 Pike St,Café Müller,900,2,x\r\n\r\n',
    )
    expect(await importBuildings(db, path)).toMatchObject({ added: 1 })
    expect(await count("buildings where name = 'Café Müller' and number_of_floors = 2")).toBe(1)
  })

  test('a rejected row is reported with line and reason, and does not stop the rest', async () => {
    const path = csv(
      'A,1 Oak St,Seattle,WA,98101,4,100,1999',
      'B,2 Oak St,Seattle,WA,981,4,100,1999',
      'C,,Seattle,Washington,98101,4,100,1999',
      '',
      'D,4 Oak St,Seattle,WA,98101,four,-1,1999',
      'E,5 Oak St,Seattle,WA,98101',
      `F,${'6'.repeat(201)},Seattle,WA,98101,4,100,1999`,
      'G,7 Oak St,Seattle,WA,98101,201,10000001,1999',
      'H,1 OAK  st,seattle,WA,98101,4,100,1999',
      'I,9 Oak St,Seattle,WA,98101,4,100,1999',
    )
    const { added, known, rejected } = await importBuildings(db, path)
    expect({ added, known }).toEqual({ added: 2, known: [10] })
    expect(rejected).toEqual([
      { line: 3, reason: 'Zip Code must be 5 digits' },
      {
        line: 4,
        reason: 'Street Address is required; State can have at most 2 characters',
      },
      {
        line: 6,
        reason:
          'Number of Floors must be a whole number from 0 to 200; Square Feet must be a whole number from 0 to 10,000,000',
      },
      { line: 7, reason: 'has 5 fields, where the first line has 8' },
      { line: 8, reason: 'Street Address can have at most 200 characters' },
      {
        line: 9,
        reason:
          'Number of Floors must be a whole number from 0 to 200; Square Feet must be a whole number from 0 to 10,000,000',
      },
    ])
  })

  test('a building that residents added counts as known', async () => {
    await pool.query(
      "insert into buildings (address, city, state, zip_code) values ('1 Elm St', 'Seattle', 'WA', '98101')",
    )
    expect(await importBuildings(db, csv('A,1 ELM ST,SEATTLE,WA,98101,,,'))).toMatchObject({
      added: 0,
      known: [2],
    })
  })
})

describe('an invalid file changes nothing and prints one message', () => {
  const many = Array.from({ length: 1200 }, (_, n) => `A,${n} Oak St,Seattle,WA,98101,4,100,1999`)
  const cases: [string, string | Buffer, RegExp][] = [
    ['empty', '', /is empty\.$/],
    ['no header', many.join('\n'), /has no column name, address, .*: its first line must name/],
    ['a missing column', 'name,address\nA,1 Oak St', /has no column city, state, zip_code/],
    ['a column twice', `${HEADER},city\n`, /has the column city twice\.$/],
    ['semicolons', HEADER.replaceAll(',', ';'), /has no column .* with commas between them\.$/],
    [
      'an open quote',
      [HEADER, ...many, '"A,1 Elm St'].join('\n'),
      /has a quote that is never closed \(line \d+\)\.$/,
    ],
    ['an open quote early', [HEADER, '"A,1 Elm St', ...many].join('\n'), /has a quote that is never closed/],
    [
      'a stray quote',
      [HEADER, ...many, 'A"B",1 Elm St,Seattle,WA,98101,,,'].join('\n'),
      /quote in the middle .*\(line 1202\)/,
    ],
    [
      'text after a quote',
      [HEADER, ...many, '"A"B,1 Elm St,Seattle,WA,98101,,,'].join('\n'),
      /after a closing quote \(line 1202\)/,
    ],
    [
      'Latin-1',
      Buffer.from([HEADER, ...many, 'Café,1 Elm St,Seattle,WA,98101,,,'].join('\n'), 'latin1'),
      /is not UTF-8 text/,
    ],
    ['UTF-16', Buffer.from(`\uFEFF${HEADER}\n`, 'utf16le'), /is not UTF-8 text/],
    ['NUL', [HEADER, ...many, 'A\0,1 Elm St,Seattle,WA,98101,,,'].join('\n'), /is not a text file\.$/],
  ]
  test.each(cases)('%s', async (_, content, message) => {
    const path = file(content)
    const importing = importBuildings(db, path)
    await expect(importing).rejects.toThrow(message)
    await expect(importing).rejects.toThrow(/^Nothing was imported: [^\n]*$/)
    expect(await count('buildings')).toBe(0)
    expect(await count('events')).toBe(0)
  })

  test('a missing file, a folder', async () => {
    await expect(importBuildings(db, join(folder, 'absent.csv'))).rejects.toThrow(
      /absent\.csv does not exist\.$/,
    )
    await expect(importBuildings(db, folder)).rejects.toThrow(/is a folder, not a file\.$/)
  })
})
