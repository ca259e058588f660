import { feeLabel } from '../../../domain/billing/fees.ts'
import { FEE_CATEGORY } from '../../../domain/budget/spend-line.ts'
import { lineState, lineWords } from '../../../domain/budget/spend-words.ts'
import { type CalendarDate, firstOfNextMonth } from '../../../domain/calendar.ts'
import { priceText } from '../../../domain/money.ts'
import { monthText, pastMonths } from '../../../domain/month.ts'
import type { Tx } from '../../db/pool.ts'
import type { Export } from '../../rpc/export.ts'
import { ALL_LINES, spendLines } from '../budget/lines.db.ts'
import { firstSpend, spendFigures } from '../budget/spend.db.ts'
import { feeOf } from './spend.db.ts'

const MONTHS_SHOWN = 12
const EVERY_SPENT = { category: null, to_come: false }

/** A page of the past months with what each cost, the newest first. */
export async function monthsPage(tx: Tx, building_id: string, today: CalendarDate, page: number) {
  const first = await firstSpend(tx, building_id)
  const all = first === null ? [] : pastMonths(first, today)
  const shown = all.slice((page - 1) * MONTHS_SHOWN, page * MONTHS_SHOWN)
  const [newest, oldest] = [shown[0] ?? today, shown.at(-1) ?? today]
  const span = { building_id, from: oldest, until: firstOfNextMonth(newest), today }
  const figures = await spendFigures(tx, span)
  return {
    today,
    first: all.at(-1) ?? null,
    total: all.length,
    page_size: MONTHS_SHOWN,
    months: shown.map((month) => {
      const own = figures.filter((figure) => figure.month === month)
      const services = own.filter(({ category }) => category !== FEE_CATEGORY)
      const amount = sumOf(own)
      const lines_amount = sumOf(services)
      const lines = services.reduce((count, { spent_lines }) => count + spent_lines, 0)
      return { month, fee: amount - lines_amount, lines, lines_amount, amount }
    }),
  }
}

const sumOf = (figures: readonly { spent: number }[]) =>
  figures.reduce((total, { spent }) => total + spent, 0)

/** What a past month was spent for. */
export async function spendOfMonth(tx: Tx, building_id: string, month: CalendarDate, today: CalendarDate) {
  const span = { building_id, from: month, until: firstOfNextMonth(month), today }
  const [fee = null, lines] = await Promise.all([
    feeOf(tx, building_id, month),
    spendLines(tx, span, EVERY_SPENT, ALL_LINES),
  ])
  return { month, fee, lines, amount: lines.reduce((total, { amount }) => total + amount, 0) }
}

/** What a building's past months were spent for: a row for each fee, visit, one-time price and extra. */
export const spendExport = {
  name: 'Spend',
  path: '/api/billing/spend.csv',
  audiences: ['resident'],
  async read(tx, { building_id }, { month, today }) {
    const first = month ?? (await firstSpend(tx, building_id)) ?? today
    const asked = month === null ? pastMonths(first, today) : pastMonths(month, today).slice(-1)
    const [newest, oldest] = [asked[0], asked.at(-1)]
    const span = newest && oldest && { building_id, from: oldest, until: firstOfNextMonth(newest), today }
    const lines = span ? await spendLines(tx, span, EVERY_SPENT, ALL_LINES) : []
    const rows = lines.map((line) => [
      monthText(line.day),
      line.kind === 'fee' ? '' : line.day,
      line.fee_kind ? feeLabel({ kind: line.fee_kind, month: line.day }) : lineWords(line),
      line.company_name ?? '',
      lineState(line, today),
      priceText(line.amount),
    ])
    return { columns: ['Month', 'Date', 'What for', 'Vendor', 'State', 'Amount (USD)'], rows }
  },
} as const satisfies Export<'resident'>
