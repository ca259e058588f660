import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { pdfText } from '../../../../test/pdf-text.ts'
import { spentYear, writeYear } from '../../../../test/spent-year.ts'
import { openWorld, TODAY, type World } from '../../../../test/world.ts'
import { monthsOfYear } from '../../../domain/budget/budget.ts'
import { formatMoney } from '../../../domain/money.ts'
import type { ResidentViewer } from '../../../domain/viewer.ts'
import { asViewer } from '../../db/as-viewer.ts'
import { statementCsv, statementPdf } from './statements.ts'

// Statements as they are downloaded: Product 3.5.

let world: World
let db: pg.Client
let building: string
let ned: ResidentViewer

beforeAll(async () => {
  const connection = await createWorldDatabase('statement_sums')
  world = await openWorld(connection)
  db = new pg.Client(connection)
  await db.connect()
  const viewer = (await world.as('ned').accounts.session())?.viewer
  if (viewer?.kind !== 'resident') throw new Error('Ned is a resident')
  ned = viewer
  building = viewer.building_id
})
afterAll(() => Promise.all([db.end(), world.close()]))

type Asked = { month: string | null; year: number | null }

async function saved(list: typeof statementCsv | typeof statementPdf, { month, year }: Asked) {
  const time = { month, today: TODAY, timeZone: 'America/Los_Angeles' }
  const read = await asViewer(world.portal.db, ned, (tx) => list.read(tx, ned, time, { year }))
  return read.write()
}

const recordsOf = async (asked: Asked): Promise<Record<string, string>[]> =>
  parse(Buffer.from(await saved(statementCsv, asked)), { bom: true, columns: true })

const centsOf = (text: string | undefined) => Math.round(Number(text || 0) * 100)
const sumsOf = (records: Record<string, string>[]) =>
  ['Spent (USD)', 'Committed (USD)'].map((column) =>
    records.reduce((sum, record) => sum + centsOf(record[column]), 0),
  )

test('twelve months’ statements have the lines of the year’s, and its sums, to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(spentYear, async (year) => {
      await writeYear(db, building, world.companyOf('curb'), year)
      const whole = await recordsOf({ month: null, year: 2026 })
      const months: Record<string, string>[] = []
      for (const month of monthsOfYear(2026)) months.push(...(await recordsOf({ month, year: null })))
      const said = (records: Record<string, string>[]) =>
        records.map((record) => JSON.stringify(record)).sort()
      expect(said(months)).toEqual(said(whole))
      const { figures } = await world.as('ned').budget.year({ year: 2026 })
      const figureSums = figures.reduce(
        ([spent, to_come], figure) => [spent + figure.spent, to_come + figure.to_come] as const,
        [0, 0] as readonly [number, number],
      )
      expect(sumsOf(whole)).toEqual(figureSums)
    }),
    { numRuns: 10 },
  )
}, 240_000)

test('on paper the sums are those of the figures, with every point and comma', async () => {
  const [year] = fc.sample(spentYear, { numRuns: 1, seed: 7 })
  if (!year) throw new Error('No year was made')
  await writeYear(db, building, world.companyOf('curb'), year)
  const lines = [{ category: 'Cleaning', amount: 157_50 }]
  await world.as('maya').budget.set({ year: 2026, version: 0, lines })
  const { figures } = await world.as('ned').budget.year({ year: 2026 })
  const spent = figures.reduce((sum, figure) => sum + figure.spent, 0)
  const text = await pdfText(new Uint8Array(await saved(statementPdf, { month: null, year: 2026 })))
  const headings = ['Statement of 2026', '1431 Minor Ave', 'By category', 'By month']
  for (const words of [...headings, '$157.50', formatMoney(spent)]) expect(text).toContain(words)
})
