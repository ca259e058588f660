import { z } from 'zod'
import { yearOf } from '../../../domain/budget/budget.ts'
import { budgetStanding } from '../../../domain/budget/budget-words.ts'
import { unitShares } from '../../../domain/budget/shares.ts'
import { spendSpan } from '../../../domain/budget/spend-query.ts'
import { lineState, lineWords } from '../../../domain/budget/spend-words.ts'
import { type StatementTime, statementOf } from '../../../domain/budget/statement.ts'
import { formatLongDate, formatShortDate } from '../../../domain/calendar.ts'
import { formatMoney, priceText } from '../../../domain/money.ts'
import { monthText } from '../../../domain/month.ts'
import type { ResidentViewer } from '../../../domain/viewer.ts'
import type { Tx } from '../../db/pool.ts'
import { csvOf, type Export, type ExportedTime } from '../../rpc/export.ts'
import { type PdfCell, pdfOf, writeTable, writeText } from '../../rpc/pdf.ts'
import { budgetVersions } from './db.ts'
import { ALL_LINES, type SpendLine, spendLines } from './lines.db.ts'
import { budgetedBuilding, spendFigures } from './spend.db.ts'

const MARGIN = 54
/** Of a letter in portrait, between its margins. */
const WIDTH = 612 - 2 * MARGIN
const AMOUNT = 74
const FOUR_AMOUNTS = Array<number>(4).fill(AMOUNT)
const ANY = { category: null, to_come: null }

const filters = {
  year: z
    .string()
    .regex(/^2\d{3}$/, 'Year must be a year')
    .transform(Number)
    .nullable()
    .default(null),
}

/** The month that is asked for, or the year, or this one. */
const timeOf = ({ month, today }: ExportedTime, year: number | null): StatementTime => ({
  month,
  year: month !== null ? yearOf(month) : (year ?? yearOf(today)),
})
/** Of a month, the file is named after it anyway. */
const named = ({ month, year }: StatementTime) => (month === null ? `Statement ${year}` : 'Statement')

/** Every line of a month or a year, with what is spent and what is to come in columns that add up. Product 3.5 */
export const statementCsv = {
  name: 'Statement',
  path: '/api/budget/statement.csv',
  audiences: ['resident'],
  filters,
  async read(tx, { building_id }, { today, ...asked }, { year }) {
    const time = timeOf({ today, ...asked }, year)
    const lines = await spendLines(tx, { building_id, ...spendSpan(time), today }, ANY, ALL_LINES)
    const rows = lines.map((line) => [
      monthText(line.day),
      line.kind === 'fee' ? '' : line.day,
      line.category,
      lineWords(line),
      line.company_name ?? '',
      lineState(line, today),
      line.to_come ? '' : priceText(line.amount),
      line.to_come ? priceText(line.amount) : '',
    ])
    const columns = [
      ...['Month', 'Date', 'Category', 'What for', 'Vendor', 'State'],
      ...['Spent (USD)', 'Committed (USD)'],
    ]
    return { name: named(time), write: async () => Buffer.from(csvOf({ columns, rows })) }
  },
} as const satisfies Export<'resident', typeof filters>

/** The same on paper: the sums beside the budget, each unit's share, and of a month every line. Product 3.5 */
export const statementPdf = {
  name: 'Statement',
  path: '/api/budget/statement.pdf',
  audiences: ['resident'],
  filters,
  async read(tx, viewer, { today, ...asked }, { year }) {
    const time = timeOf({ today, ...asked }, year)
    const statement = await readStatement(tx, viewer, time, today)
    return { name: named(time), write: () => writeStatement(statement) }
  },
} as const satisfies Export<'resident', typeof filters>

async function readStatement(tx: Tx, { building_id }: ResidentViewer, time: StatementTime, today: string) {
  const span = { building_id, ...spendSpan(time), today }
  const [building, [version], figures, lines] = await Promise.all([
    budgetedBuilding(tx, building_id),
    budgetVersions(tx, { building_id, year: time.year }).limit(1).execute(),
    spendFigures(tx, span),
    // A year's lines are in its CSV.
    time.month === null ? [] : spendLines(tx, span, ANY, ALL_LINES),
  ])
  return { building, sums: statementOf(time, version?.lines ?? [], figures), lines, today }
}

type ReadStatement = Awaited<ReturnType<typeof readStatement>>

const writeStatement = ({ building, sums, lines, today }: ReadStatement) =>
  pdfOf({ title: sums.title, layout: 'portrait', margin: MARGIN }, (document) => {
    const { name, address, city, state, units } = building
    const say = (text: string) => writeText(document, 'P', text, 10)
    document.addPage()
    writeText(document, 'H1', sums.title, 20)
    say(`${name ? `${name}, ` : ''}${address}, ${city}, ${state}. As of ${formatLongDate(today)}.`)
    const { total } = sums
    say(
      `Spent ${formatMoney(total.spent)}, committed ${formatMoney(total.to_come)}, forecast ${formatMoney(total.forecast)}. ${
        total.budget === 0
          ? 'There is no budget.'
          : `Budget ${formatMoney(total.budget)}: ${budgetStanding(total)}.`
      }`,
    )
    const share = unitShares(total.forecast, units)
    if (share)
      say(
        `Each of ${share.units} equal units bears ${formatMoney(share.each)} of the forecast${
          share.one_more > 0 ? `, ${share.one_more} of them one cent more` : ''
        }.`,
      )
    writeSums(document, 'By category', 'Category', [...sums.categories, { name: 'In all', ...total }])
    if (sums.months.length > 0)
      writeSums(document, 'By month', 'Month', [...sums.months, { name: 'In all', ...total }])
    if (lines.length > 0) writeLines(document, lines, today)
  })

function writeSums(
  document: PDFKit.PDFDocument,
  heading: string,
  first: string,
  rows: ({ name: string } & ReadStatement['sums']['total'])[],
): void {
  document.moveDown(0.8)
  writeText(document, 'H2', heading, 13)
  writeTable(document, {
    head: [first, 'Budget', 'Spent', 'Committed', 'Forecast'],
    body: rows.map(({ name, budget, spent, to_come, forecast }, at) => {
      const cell = at === rows.length - 1 ? strong : plain
      const amounts = [spent, to_come, forecast].map((cents) => cell(formatMoney(cents)))
      return [cell(name), budget === 0 ? null : cell(formatMoney(budget)), ...amounts]
    }),
    widths: [WIDTH - 4 * AMOUNT, ...FOUR_AMOUNTS],
    letters: [{ size: 9, padding: 4 }],
    amounts: 4,
  })
}

function writeLines(document: PDFKit.PDFDocument, lines: readonly SpendLine[], today: string): void {
  document.moveDown(0.8)
  writeText(document, 'H2', 'Every line', 13)
  writeTable(document, {
    head: ['What for', 'Day', 'Vendor', 'State', 'Amount'],
    body: lines.map((line) => [
      plain(lineWords(line)),
      line.kind === 'fee' ? null : plain(formatShortDate(line.day, today)),
      line.company_name === null ? null : plain(line.company_name),
      plain(lineState(line, today) || 'Charged'),
      plain(formatMoney(line.amount)),
    ]),
    widths: [WIDTH - 2 * 74 - 2 * 110, 74, 110, 110, 74],
    letters: [{ size: 9, padding: 4 }],
    amounts: 1,
  })
}

const plain = (text: string): PdfCell => ({ text, tone: 'plain' })
const strong = (text: string): PdfCell => ({ text, tone: 'strong' })
