import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { spentYear, writeYear } from '../../../../test/spent-year.ts'
import { openWorld, TODAY, type World } from '../../../../test/world.ts'
import { budgetSheet } from '../../../domain/budget/budget.ts'
import {
  extraSpend,
  FEE_CATEGORY,
  feeSpend,
  type Spend,
  startSpend,
  visitSpend,
} from '../../../domain/budget/spend-line.ts'
import { isKept } from '../../../domain/invoices/credit-note.ts'
import { taxParts } from '../../../domain/invoices/invoice-amounts.ts'
import type { VisitStatus } from '../../../domain/visits/visits.ts'
import { types } from '../../db/pool.ts'

// What a building spends, by the database and by the rule: Product 3.5.

let world: World
let db: pg.Client
let building: string

beforeAll(async () => {
  const connection = await createWorldDatabase('spend')
  world = await openWorld(connection)
  db = new pg.Client({ ...connection, types })
  await db.connect()
  const { rows } = await db.query(`select id from buildings where address like '1431%'`)
  building = rows[0].id
})
afterAll(() => Promise.all([db.end(), world.close()]))

const ned = () => world.as('ned').budget

type Row = { category: string; day: string } & Spend
type Invoice = { id: string; date: string; tax_rate: number; status: string }
type Line = {
  id: string
  invoice_id: string
  kind: string
  appointment_id: string | null
  service_quote_id: string | null
  amount: number
  refused_reason: string | null
  credit_note_id: string | null
}
type Quote = { id: string; category: string; agreed_price: number; once_price: number }
type Visit = { id: string; service_quote_id: string; scheduled_date: string; status: VisitStatus }

/** What the rule says of the rows as they are, one by one. */
async function spendByRule(): Promise<Row[]> {
  const read = async <R extends object>(query: string) => (await db.query<R>(query)).rows
  const invoices = await read<Invoice>('select id, date, tax_rate, status from invoices')
  const lines = await read<Line>('select * from invoice_lines order by invoice_id, position')
  const quotes =
    await read<Quote>(`select q.id, t.category, q.agreed_price, q.once_price from service_quotes q
    join service_types t on t.id = q.service_type_id`)
  const visits = await read<Visit>('select * from appointments order by scheduled_date, id')
  const fees = await read<{ month: string }>('select month from fees order by month')
  const quoteOf = (id: string | null | undefined) => quotes.find((quote) => quote.id === id)
  const asked = invoices.flatMap((invoice) => {
    const kept = lines
      .filter((line) => line.invoice_id === invoice.id)
      .filter((line) => isKept({ ...line, credit_number: line.credit_note_id }))
    const taxes = taxParts(kept, invoice.tax_rate)
    return kept.map((line, at) => ({ ...line, invoice, tax: taxes[at] ?? 0 }))
  })
  const invoiced = (is: (line: Line) => boolean) => {
    const line = asked.find((each) => each.invoice.status !== 'draft' && is(each))
    return line ? line.amount + line.tax : null
  }
  const rows: (Row | null)[] = []
  const add = (row: Omit<Row, keyof Spend>, spend: Spend | null) => rows.push(spend && { ...row, ...spend })
  for (const visit of visits) {
    const quote = quoteOf(visit.service_quote_id)
    const price = quote?.agreed_price ?? 0
    const own = invoiced((line) => line.appointment_id === visit.id)
    const spend = visitSpend({ ...visit, price, invoiced: own }, TODAY)
    add({ category: quote?.category ?? '', day: visit.scheduled_date }, spend)
  }
  for (const quote of quotes) {
    const counted = visits.filter(
      ({ service_quote_id, status }) => service_quote_id === quote.id && /^com|^con/.test(status),
    )
    const first_visit = counted[0]?.scheduled_date ?? null
    const own = invoiced((line) => line.service_quote_id === quote.id)
    const spend = startSpend({ ...quote, first_visit, invoiced: own }, TODAY)
    add({ category: quote.category, day: first_visit ?? '' }, spend)
  }
  for (const line of asked.filter(({ kind }) => kind === 'extra')) {
    const [first] = lines.filter((each) => each.invoice_id === line.invoice_id && each.kind !== 'extra')
    const visit = visits.find(({ id }) => id === first?.appointment_id)
    const quote = quoteOf(first?.service_quote_id ?? visit?.service_quote_id)
    const { date, status } = line.invoice
    const extra = { date, amount: line.amount, tax: line.tax, is_approved: status === 'approved' }
    add({ category: quote?.category ?? 'Other', day: date }, extraSpend(extra, TODAY))
  }
  for (let month = 1; month <= 24; month += 1) {
    const day = `${2025 + Math.ceil(month / 12)}-${String(((month - 1) % 12) + 1).padStart(2, '0')}-01`
    const charged = fees.some((fee) => fee.month === day) ? 250_00 : null
    add({ category: FEE_CATEGORY, day }, feeSpend({ charged, fee: 250_00 }))
  }
  return rows.filter((row) => row !== null)
}

const sum = (rows: readonly { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0)

test('the database says of each month and category what the rule says, and each figure is the sum of its lines', async () => {
  await fc.assert(
    fc.asyncProperty(spentYear, fc.nat(12), fc.nat(8), async (year, month, category) => {
      await writeYear(db, building, world.companyOf('curb'), year)
      const expected = await spendByRule()
      const { figures } = await ned().year({ year: 2026 })
      const inYear = expected.filter(({ day }) => day.startsWith('2026'))
      const keyOf = (row: { category: string }, month: string, to_come: boolean) =>
        `${month} ${row.category} ${to_come}`
      const byRule: Record<string, number> = {}
      for (const row of inYear) {
        const key = keyOf(row, `${row.day.slice(0, 7)}-01`, row.to_come)
        byRule[key] = (byRule[key] ?? 0) + row.amount
      }
      const byDatabase: Record<string, number> = {}
      for (const figure of figures) {
        if (figure.spent_lines > 0) byDatabase[keyOf(figure, figure.month, false)] = figure.spent
        if (figure.to_come_lines > 0) byDatabase[keyOf(figure, figure.month, true)] = figure.to_come
      }
      expect(byDatabase).toEqual(byRule)
      // One figure of them all, opened.
      const names = [null, ...new Set(figures.map((figure) => figure.category))]
      const opened = {
        year: 2026,
        month: month === 0 ? null : `2026-${String(month).padStart(2, '0')}`,
        category: names[category % names.length] ?? null,
        to_come: [true, false, null][(month + category) % 3] ?? null,
      }
      const shown = figures
        .filter((figure) => opened.month === null || figure.month.startsWith(opened.month))
        .filter((figure) => opened.category === null || figure.category === opened.category)
      const figure = shown.reduce(
        (total, { spent, to_come }) =>
          total + (opened.to_come === true ? 0 : spent) + (opened.to_come === false ? 0 : to_come),
        0,
      )
      const first = await ned().lines({ ...opened, page: 1 })
      const pages = Math.ceil(first.total / first.page_size)
      const lines = [...first.lines]
      for (let page = 2; page <= pages; page += 1)
        lines.push(...(await ned().lines({ ...opened, page })).lines)
      expect([lines.length, first.amount, sum(lines)]).toEqual([first.total, figure, figure])
      expect(new Set(lines.map(({ kind, source, day }) => `${kind} ${source ?? day}`)).size).toBe(
        lines.length,
      )
      // The forecast is what is spent and what is to come, in each row of the sheet.
      const sheet = budgetSheet(2026, [{ category: 'Cleaning', amount: 1000_01 }], figures)
      for (const row of [sheet.total, ...sheet.months, ...sheet.categories])
        expect(row.spent + row.to_come).toBe(row.forecast)
      expect([sheet.total.forecast, sheet.total.budget]).toEqual([sum(inYear), 1000_01])
    }),
    { numRuns: 40 },
  )
}, 240_000)

test('a neighbor of another building sees nothing of it', async () => {
  const { figures } = await world.as('otto').budget.year({ year: 2026 })
  expect(figures).toEqual([])
})
